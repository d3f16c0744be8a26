#include "engine/agent/process_identity.h"

#include <unistd.h>

#include <fstream>

#include "engine/agent/process_table.h"

namespace trainyard::agent {
namespace {

std::string boot_id() {
  std::string id;
  std::ifstream("/proc/sys/kernel/random/boot_id") >> id;
  return id;
}

}  // namespace

std::optional<std::int64_t> start_time_of(pid_t pid) {
  const ProcessEntry entry = read_process(pid);
  if (entry.pid == 0 || entry.state == 'Z' || entry.state == 'X') return std::nullopt;
  return entry.start_time;
}

ProcessIdentity own_identity() { return {::getpid(), boot_id(), start_time_of(::getpid()).value_or(0)}; }

bool is_alive(const ProcessIdentity& process) {
  return process.boot_id == boot_id() && start_time_of(process.pid) == process.start_time;
}

}  // namespace trainyard::agent
