// SPDX-License-Identifier: GPL-3.0-or-later
// Preloaded into a program that links torch: when all its libraries have registered what they have,
// before main(), it waits for requests and answers each with a process of its own in which main()
// runs. Loading torch and registering its operators takes most of the processor time of a short
// run. fork_server.py asks.
//
// A request on the socket $TRAINYARD_FORK_SERVER: its size (4 bytes) with the three standard
// streams as ancillary data, then flags (1 byte), numbers of arguments and variables (4 bytes
// each), and the folder, arguments and variables, each ended by a zero. The answer is the process
// (4 bytes), or minus the error. The process is a child of who started this program, as if it had
// started it.
#include <dlfcn.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>
#include <vector>

namespace {

using Main = int (*)(int, char**, char**);
constexpr std::uint8_t kNewSession = 1;
constexpr int kNumStreams = 3;

Main program_main;

struct Request {
  std::array<int, kNumStreams> streams;
  std::string text;
};

bool receive(int socket, Request& request) {
  std::uint32_t size = 0;
  iovec part{&size, sizeof size};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof request.streams)];
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  if (::recvmsg(socket, &message, MSG_WAITALL) != sizeof size) return false;
  const cmsghdr* streams = CMSG_FIRSTHDR(&message);
  if (streams == nullptr || streams->cmsg_len != CMSG_LEN(sizeof request.streams)) return false;
  std::memcpy(request.streams.data(), CMSG_DATA(streams), sizeof request.streams);
  request.text.resize(size);
  return ::recv(socket, request.text.data(), size, MSG_WAITALL) == static_cast<ssize_t>(size);
}

// Like fork(), but a child of this process's parent. With the library's memory of the thread's id
// kept right, as its own fork() does.
pid_t fork_beside() {
  int* thread_id = nullptr;
  const bool is_known = ::prctl(PR_GET_TID_ADDRESS, &thread_id, 0, 0, 0) == 0;
  const unsigned long flags =
      CLONE_PARENT | SIGCHLD | (is_known ? CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID : 0);
  return static_cast<pid_t>(::syscall(SYS_clone, flags, 0, 0, thread_id, 0));
}

std::uint32_t number_at(const char* text) {
  std::uint32_t number = 0;
  std::memcpy(&number, text, sizeof number);
  return number;
}

std::vector<char*> words(char*& next, std::uint32_t count) {
  std::vector<char*> found;
  for (std::uint32_t i = 0; i < count; ++i, next += std::strlen(next) + 1) found.push_back(next);
  found.push_back(nullptr);
  return found;
}

// In the new process. Its arguments and variables are never freed: destructors at its end read
// them.
int become(int socket, Request& request) {
  ::close(socket);
  // Above the three first, so that none is overwritten before it is in its place.
  for (int& stream : request.streams) {
    const int above = ::fcntl(stream, F_DUPFD_CLOEXEC, kNumStreams);
    ::close(stream);
    stream = above;
  }
  for (int i = 0; i < kNumStreams; ++i) {
    ::dup2(request.streams[i], i);
    ::close(request.streams[i]);
  }
  const auto flags = static_cast<std::uint8_t>(request.text[0]);
  if ((flags & kNewSession) != 0) ::setsid();
  const std::uint32_t num_arguments = number_at(&request.text[1]),
                      num_variables = number_at(&request.text[5]);
  char* next = &request.text[9];
  if (const char* folder = next; *folder != 0 && ::chdir(folder) != 0) ::_exit(127);
  next += std::strlen(next) + 1;
  std::vector<char*> arguments = words(next, num_arguments), variables = words(next, num_variables);
  environ = variables.data();
  const int code = program_main(static_cast<int>(num_arguments), arguments.data(), environ);
  std::cout.flush();
  std::fflush(nullptr);
  ::_exit(code);
}

int serve(int argc, char** argv, char** variables) {
  const char* name = std::getenv("TRAINYARD_FORK_SERVER");
  if (name == nullptr) return program_main(argc, argv, variables);
  const int socket = std::atoi(name);
  Request request;
  while (receive(socket, request)) {
    const pid_t process = fork_beside();
    if (process == 0) become(socket, request);
    for (const int stream : request.streams) ::close(stream);
    const std::int32_t answer = process < 0 ? -errno : process;
    if (::send(socket, &answer, sizeof answer, MSG_NOSIGNAL) != sizeof answer) break;
  }
  ::_exit(0);
}

}  // namespace

extern "C" int __libc_start_main(Main main, int argc, char** argv, void (*init)(), void (*fini)(),
                                 void (*end_of_loader)(), void* stack_end) {
  program_main = main;
  const auto start =
      reinterpret_cast<decltype(&__libc_start_main)>(::dlsym(RTLD_NEXT, "__libc_start_main"));
  return start(serve, argc, argv, init, fini, end_of_loader, stack_end);
}
