// SPDX-License-Identifier: GPL-3.0-or-later
// Preloaded into ranks by lost_ranks_test.py: counts the collectives that Gloo is asked for. The
// first rank appends a line with the name of each and the time to SIGNAL_LOG; the rank SIGNAL_RANK
// sends itself the signal SIGNAL_NUMBER at number SIGNAL_AT, before it begins or, with
// SIGNAL_WHILE=running, when it has begun.
//
// A collective of torch takes references and returns a pointer that owns something, which the ABI
// passes as the functions here do. So they need no header of torch, whose Gloo is not installed.
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>

// Returned in memory, like c10::intrusive_ptr, which is not trivial either.
struct Work {
  void* target;
  Work(const Work&);
  ~Work();
};

namespace {

using Collective = Work (*)(void* group, void*, void*, void*);

bool is_variable(const char* name, const char* wanted) {
  const char* value = std::getenv(name);
  return value != nullptr && std::strcmp(value, wanted) == 0;
}

const char* variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

void write_line(const char* name) {
  timespec now;
  ::clock_gettime(CLOCK_REALTIME, &now);
  char line[128];
  const int length = std::snprintf(line, sizeof line, "%s %lld.%09ld\n", name,
                                   static_cast<long long>(now.tv_sec), now.tv_nsec);
  const int file = ::open(variable("SIGNAL_LOG"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0 || ::write(file, line, static_cast<std::size_t>(length)) != length) std::abort();
  ::close(file);
}

bool is_time() {
  static std::atomic<int> number{0};
  return ++number == std::atoi(variable("SIGNAL_AT")) &&
         is_variable("SIGNAL_RANK", variable("RANK"));
}

void send_signal() { ::kill(::getpid(), std::atoi(variable("SIGNAL_NUMBER"))); }

struct SignalAtEnd {
  bool is_wanted;
  ~SignalAtEnd() {
    if (is_wanted) send_signal();
  }
};

Work collective(const char* name, const char* symbol, void* group, void* a, void* b, void* c) {
  const auto next = reinterpret_cast<Collective>(::dlsym(RTLD_NEXT, symbol));
  if (next == nullptr) std::abort();
  if (is_variable("RANK", "0") && *variable("SIGNAL_LOG") != '\0') write_line(name);
  const bool is_now = is_time(), is_running = is_variable("SIGNAL_WHILE", "running");
  if (is_now && !is_running) send_signal();
  const SignalAtEnd when_it_runs{is_now && is_running};
  return next(group, a, b, c);
}

}  // namespace

#define COLLECTIVE(function, symbol)                                                  \
  __attribute__((visibility("default"))) Work function(void* group, void* a, void* b, \
                                                       void* c) __asm__(symbol);      \
  Work function(void* group, void* a, void* b, void* c) {                             \
    return collective(#function, symbol, group, a, b, c);                             \
  }

COLLECTIVE(all_reduce,
           "_ZN4c10d16ProcessGroupGloo9allreduceERSt6vectorIN2at6TensorESaIS3_EERKNS_"
           "16AllreduceOptionsE")
COLLECTIVE(broadcast,
           "_ZN4c10d16ProcessGroupGloo9broadcastERSt6vectorIN2at6TensorESaIS3_EERKNS_"
           "16BroadcastOptionsE")
COLLECTIVE(barrier, "_ZN4c10d16ProcessGroupGloo7barrierERKNS_14BarrierOptionsE")
COLLECTIVE(all_gather,
           "_ZN4c10d16ProcessGroupGloo15_allgather_baseERN2at6TensorES3_RKNS_16AllgatherOptionsE")
