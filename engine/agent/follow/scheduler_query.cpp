// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/follow/scheduler_query.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "engine/agent/job/job_scheduler.h"

namespace trainyard::agent {
namespace {

bool is_allowed(const std::string& program) {
  for (const JobScheduler* scheduler : job_schedulers())
    for (const std::string_view query : scheduler->queries)
      if (query == program) return true;
  return false;
}

struct QueryCommand {
  std::vector<std::string> environment, words;
};

void set_variable(std::vector<std::string>& environment, const std::string& assignment) {
  const std::string name = assignment.substr(0, assignment.find('='));
  std::erase_if(environment, [&](const std::string& each) { return each.starts_with(name + "="); });
  if (assignment.size() > name.size()) environment.push_back(assignment);
}

// Applies the arguments of `env`: removes the names after -u and adds the assignments.
QueryCommand command_of(const std::vector<std::string>& words) {
  QueryCommand command;
  for (char** each = environ; *each; ++each) command.environment.emplace_back(*each);
  std::size_t i = !words.empty() && words[0] == "env" ? 1 : 0;
  for (; i < words.size(); ++i) {
    if (words[i] == "-u" && i + 1 < words.size())
      set_variable(command.environment, words[++i]);
    else if (words[i].find('=') != std::string::npos)
      set_variable(command.environment, words[i]);
    else
      break;
  }
  command.words.assign(words.begin() + static_cast<std::ptrdiff_t>(i), words.end());
  return command;
}

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

SchedulerQuery::SchedulerQuery(FollowQuestion question)
    : question_(std::move(question)),
      deadline_(Clock::now() + std::chrono::seconds(question_.seconds)) {
  answer.id = question_.id;
  start();
}

SchedulerQuery::~SchedulerQuery() {
  if (pid_ <= 0) return;
  ::kill(-pid_, SIGKILL);
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

void SchedulerQuery::start() {
  QueryCommand command = command_of(question_.words);
  if (command.words.empty() || !is_allowed(command.words[0])) {
    answer.error = "refused";
    return;
  }
  std::array<int, 2> out{}, err{};
  if (::pipe2(out.data(), O_CLOEXEC) != 0) {
    answer = {question_.id, "unreadable", std::strerror(errno), 0, {}, 0};
    return;
  }
  Descriptor out_end(out[1]);
  out_ = Descriptor(out[0]);
  if (::pipe2(err.data(), O_CLOEXEC) != 0) {
    answer = {question_.id, "unreadable", std::strerror(errno), 0, {}, 0};
    return;
  }
  Descriptor err_end(err[1]);
  err_ = Descriptor(err[0]);
  ::fcntl(out_.number(), F_SETFL, O_NONBLOCK);
  ::fcntl(err_.number(), F_SETFL, O_NONBLOCK);
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&actions, out_end.number(), 1);
  ::posix_spawn_file_actions_adddup2(&actions, err_end.number(), 2);
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  const int failed =
      ::posix_spawnp(&pid_, command.words[0].c_str(), &actions, &attributes,
                     pointers_to(command.words).data(), pointers_to(command.environment).data());
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  if (failed == 0) return;
  pid_ = 0;
  answer = {
      question_.id, failed == ENOENT ? "missing" : "unreadable", std::strerror(failed), 0, {}, 0};
}

void SchedulerQuery::take(Descriptor& from, std::string& into) {
  std::array<char, 64 << 10> piece;
  while (from.is_open()) {
    const ssize_t count = ::read(from.number(), piece.data(), piece.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return;
    if (count <= 0) {
      from = Descriptor();
      return;
    }
    into.append(piece.data(), static_cast<std::size_t>(count));
    if (static_cast<std::int64_t>(into.size()) > question_.limit) return;
  }
}

bool SchedulerQuery::advance() {
  if (pid_ <= 0) return true;
  take(out_, output_);
  take(err_, errors_);
  const bool is_too_much =
      static_cast<std::int64_t>(output_.size() + errors_.size()) > question_.limit;
  const bool is_late = Clock::now() >= deadline_;
  if (!is_too_much && !is_late && (out_.is_open() || err_.is_open())) return false;
  int status = 0;
  if (is_too_much || is_late) ::kill(-pid_, SIGKILL);
  // Its streams have ended, so it has ended or is about to.
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = 0;
  out_ = Descriptor();
  err_ = Descriptor();
  if (is_too_much || is_late) {
    answer.error = is_late ? "late" : "refused";
    return true;
  }
  answer.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  answer.errors = static_cast<std::int64_t>(errors_.size());
  answer.bytes = std::move(output_) + errors_;
  return true;
}

}  // namespace trainyard::agent
