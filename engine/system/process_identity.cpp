// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/system/process_identity.h"

#include <unistd.h>

#include <fstream>
#include <iterator>
#include <sstream>

namespace trainyard {
namespace {

const std::string& boot_id() {
  static const std::string id = [] {
    std::string text;
    std::ifstream("/proc/sys/kernel/random/boot_id") >> text;
    return text;
  }();
  return id;
}

}  // namespace

std::optional<std::int64_t> start_time_of(int pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat", std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::size_t after_name =
      text.rfind(')');  // the name may contain anything, including parentheses and spaces
  if (after_name == std::string::npos) return std::nullopt;
  std::istringstream fields(text.substr(after_name + 1));
  std::string state, skipped;
  fields >> state;  // field 3 of proc(5)
  if (state == "Z" || state == "X") return std::nullopt;
  for (int field = 4; field < 22; ++field) fields >> skipped;
  std::int64_t start_time = 0;
  if (!(fields >> start_time)) return std::nullopt;
  return start_time;
}

std::optional<ProcessIdentity> identify(int pid) {
  const auto start_time = start_time_of(pid);
  if (!start_time) return std::nullopt;
  return ProcessIdentity{pid, boot_id(), *start_time};
}

ProcessIdentity own_identity() {
  return {::getpid(), boot_id(), start_time_of(::getpid()).value_or(0)};
}

bool is_alive(const ProcessIdentity& process) {
  return process.boot_id == boot_id() && start_time_of(process.pid) == process.start_time;
}

}  // namespace trainyard
