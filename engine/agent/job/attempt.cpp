// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/job/attempt.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/contract/files/whole_file.h"

namespace trainyard::agent {
namespace {

Error in_use(const std::filesystem::path& folder, pid_t pid) {
  if (pid <= 0) return make_error("run_folder.in_use_elsewhere", {{"folder", folder.string()}});
  return make_error("run_folder.in_use_by_agent",
                    {{"folder", folder.string()}, {"pid", static_cast<std::int64_t>(pid)}});
}

// Returns the pid of a live agent of this folder, or 0.
pid_t living_agent(const RunFolder& run) {
  for (const std::int64_t number : list_attempts(run))
    if (const auto file = read_agent_file(run.attempt(number)); file && is_alive(file->process))
      return file->process.pid;
  return 0;
}

const std::string* text_at(const Map& map, const char* key) {
  const Value* value = find(map, key);
  return value ? value->get_if<std::string>() : nullptr;
}

std::int64_t integer_at(const Map& map, const char* key) {
  const Value* value = find(map, key);
  const std::int64_t* number = value ? value->get_if<std::int64_t>() : nullptr;
  return number ? *number : 0;
}

}  // namespace

Result<Attempt> claim_attempt(const std::filesystem::path& run_dir, EarlierAgent earlier) {
  std::error_code error;
  const std::filesystem::path root = std::filesystem::canonical(run_dir, error);
  if (error || !std::filesystem::is_directory(root, error))
    return make_error("run_folder.absent", {{"folder", run_dir.string()}});
  Attempt attempt;
  attempt.run.root = root;
  std::filesystem::create_directories(attempt.run.attempts(), error);
  if (error || ::access(attempt.run.attempts().c_str(), W_OK) != 0)
    return make_error(
        "run_folder.not_writable",
        {{"folder", root.string()}, {"problem", std::strerror(error ? error.value() : errno)}});
  // The lock is held by the open descriptor until this process ends; on file systems without locks,
  // only agent.json is checked.
  const int lock = ::open(attempt.run.attempts().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const bool is_locked_by_other =
      lock >= 0 && ::flock(lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  if (const pid_t pid = earlier == EarlierAgent::refuses ? living_agent(attempt.run) : 0;
      pid != 0 || (is_locked_by_other && earlier == EarlierAgent::refuses)) {
    if (lock >= 0) ::close(lock);
    return in_use(root, pid);
  }
  const auto number = make_attempt(attempt.run);
  if (!number) {
    ::close(lock);
    return number.error();
  }
  attempt.number = *number;
  attempt.folder = attempt.run.attempt(attempt.number);
  if (auto identity = read_run_identity(attempt.run)) attempt.identity = *identity;
  return attempt;
}

Result<void> write_agent_file(const std::filesystem::path& attempt_folder,
                              const AgentFile& content) {
  List addresses(content.addresses.begin(), content.addresses.end());
  const std::string text =
      to_json(Value(Map{{"addresses", std::move(addresses)},
                        {"port", static_cast<std::int64_t>(content.port)},
                        {"token", content.token},
                        {"job_id", content.job_id},
                        {"pid", static_cast<std::int64_t>(content.process.pid)},
                        {"boot_id", content.process.boot_id},
                        {"process_start_time", content.process.start_time}})) +
      "\n";
  const mode_t before = ::umask(0077);
  const auto written = write_file_atomically(attempt_folder / "agent.json", text);
  ::umask(before);
  return written;
}

Result<AgentFile> read_agent_file(const std::filesystem::path& attempt_folder) {
  const std::filesystem::path path = attempt_folder / "agent.json";
  TRY(const auto text, read_file(path, 1 << 20));
  TRY(const auto value, parse_json(text));
  const Map* map = value.get_if<Map>();
  if (!map) return make_error("agent_file.damaged", {{"file", path.string()}});
  AgentFile file;
  if (const Value* list = find(*map, "addresses"); list && list->get_if<List>())
    for (const Value& item : *list->get_if<List>())
      if (const std::string* address = item.get_if<std::string>())
        file.addresses.push_back(*address);
  file.port = static_cast<std::uint16_t>(integer_at(*map, "port"));
  if (const std::string* token = text_at(*map, "token")) file.token = *token;
  if (const std::string* job_id = text_at(*map, "job_id")) file.job_id = *job_id;
  if (const std::string* boot_id = text_at(*map, "boot_id")) file.process.boot_id = *boot_id;
  file.process.pid = static_cast<pid_t>(integer_at(*map, "pid"));
  file.process.start_time = integer_at(*map, "process_start_time");
  return file;
}

std::string make_token() {
  unsigned char bytes[32];
  std::size_t have = 0;
  while (have < sizeof bytes) {
    const ssize_t got = ::getrandom(bytes + have, sizeof bytes - have, 0);
    if (got > 0) have += static_cast<std::size_t>(got);
  }
  std::string token;
  for (const unsigned char byte : bytes) {
    token += "0123456789abcdef"[byte >> 4];
    token += "0123456789abcdef"[byte & 15];
  }
  return token;
}

}  // namespace trainyard::agent
