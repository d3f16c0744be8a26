// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/session.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>

#include "engine/contract/files/whole_file.h"
#include "engine/contract/experiment/place.h"
#include "engine/contract/experiment/rules.h"
#include "engine/contract/experiment/writer.h"
#include "engine/contract/messages.h"
#include "engine/data/data_request.h"
#include "engine/system/unix_time.h"
#include "engine/train/stop.h"
#include "engine/train/versions.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t document_limit_bytes = 1 << 20;

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

std::string random_uuid() {
  std::random_device device;
  std::uint32_t words[4];
  for (std::uint32_t& word : words) word = device();
  words[1] = (words[1] & 0xffff0fffu) | 0x00004000u;  // version 4
  words[2] = (words[2] & 0x3fffffffu) | 0x80000000u;  // variant of RFC 4122
  char text[37];
  std::snprintf(text, sizeof text, "%08x-%04x-%04x-%04x-%04x%08x", words[0], words[1] >> 16,
                words[1] & 0xffff, words[2] >> 16, words[2] & 0xffff, words[3]);
  return text;
}

Error unusable_folder(const fs::path& folder, const std::string& reason) {
  return make_error("run_folder.unusable", {{"folder", folder.string()}, {"reason", reason}});
}

// The lock is held by a descriptor that is open until this process ends, like an agent's; on file
// systems without locks, other processes are not detected.
Result<void> lock_run_folder(const RunFolder& folder) {
  std::error_code problem;
  fs::create_directories(folder.attempts(), problem);
  if (problem) return unusable_folder(folder.root, problem.message());
  const int lock = ::open(folder.attempts().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock < 0 || ::flock(lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return {};
  ::close(lock);
  return make_error("run_folder.in_use_here", {{"folder", folder.root.string()}});
}

// The first error of a document, and how many more there are.
Error refused(const Diagnostic& first, std::int64_t others) {
  std::string place = first.file;
  if (first.line > 0)
    place += ":" + std::to_string(first.line) + ":" + std::to_string(first.column);
  if (first.text.find(first.path) == std::string::npos) place += ": " + first.path;
  Map arguments = {
      {"place", std::move(place)},
      {"finding", Map{{"code", first.code}, {"arguments", first.arguments}, {"text", first.text}}}};
  if (others == 0) return make_error("document.refused", std::move(arguments));
  arguments.emplace_back("others", others);
  return make_error("document.refused_with_others", std::move(arguments));
}

// Writes the files that identify a run folder if the engine was started by hand.
Result<void> describe_run(const RunFolder& folder, const TrainOptions& options,
                          const Experiment& experiment) {
  std::error_code ignored;
  if (!fs::exists(folder.experiment(), ignored)) {
    TRY(const std::string text, read_file(options.experiment, document_limit_bytes));
    TRY(write_file_atomically(folder.experiment(), text));
  }
  TRY(write_file_atomically(folder.resolved(), write_resolved(experiment)));
  if (fs::exists(folder.run_json(), ignored)) return {};
  RunIdentity identity;
  identity.run = random_uuid();
  identity.name = experiment.name;
  identity.created = unix_time();
  identity.versions = versions();
  identity.source = fs::absolute(options.experiment, ignored).string();
  return write_file_atomically(folder.run_json(), to_json(identity) + "\n");
}

}  // namespace

void place_findings(std::vector<Diagnostic>& findings, const fs::path& path,
                    const std::vector<std::string>& overrides) {
  if (findings.empty()) return;
  const auto text = read_file(path, document_limit_bytes);
  for (Diagnostic& finding : findings)
    place_finding(finding, path.string(), text ? *text : std::string(), overrides);
}

Result<Document> read_engine_document(const fs::path& path,
                                      const std::vector<std::string>& overrides) {
  auto document = read_experiment_file(path.string(), overrides);
  if (!document || has_errors(document->diagnostics)) return document;
  std::vector<Diagnostic> findings = check_executable(document->experiment);
  place_findings(findings, path, overrides);
  document->diagnostics.insert(document->diagnostics.end(), findings.begin(), findings.end());
  return document;
}

Result<void> check_workload(const Experiment& experiment) {
  if (experiment.workload == Workload::engine) return {};
  return make_error("document.own_command",
                    {{"workload", std::string(name_of(experiment.workload))}});
}

Result<Experiment> read_executable_experiment(const fs::path& path,
                                              const std::vector<std::string>& overrides,
                                              Severity told) {
  TRY(Document document, read_engine_document(path, overrides));
  const Diagnostic* first = nullptr;  // returned as the error, so the caller reports it
  std::int64_t others = 0;
  const auto ranks = rank_info_from_environment();
  const bool is_one_of_several = ranks && ranks->world_size > 1;
  for (const Diagnostic& diagnostic : document.diagnostics) {
    if (diagnostic.severity == Severity::error && !first) {
      first = &diagnostic;
      continue;
    }
    // Ranks that were started by variables alone are not in the document.
    if (diagnostic.code == "rule.zero_single" && is_one_of_several) continue;
    const bool is_told = diagnostic.severity != Severity::info || told == Severity::info;
    if (is_told) std::fprintf(stderr, "%s\n", to_line(diagnostic).c_str());
    if (diagnostic.severity == Severity::error) ++others;
  }
  if (first) return refused(*first, others);
  return std::move(document.experiment);
}

Result<std::unique_ptr<Session>> Session::open(TrainOptions options) {
  std::unique_ptr<Session> session(new Session);
  session->options_ = std::move(options);
  const std::string fifo = environment("TRAINYARD_EVENTS");
  const bool under_agent = !fifo.empty();
  if (under_agent) ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  auto ranks = rank_info_from_environment();
  const std::optional<std::int64_t> rank =
      ranks && ranks->world_size > 1 ? std::optional(ranks->rank) : std::nullopt;
  session->reporter_ = std::make_shared<Reporter>(
      under_agent ? std::make_unique<EventWriter>(make_fifo_sink(fifo)) : nullptr, rank);

  const auto prepare = [&]() -> Result<void> {
    TRY(session->ranks_, Result<RankInfo>(ranks));
    TRY(session->experiment_,
        read_executable_experiment(session->options_.experiment, session->options_.overrides,
                                   Severity::info));
    TRY(check_workload(session->experiment_));
    if (is_search_of_jobs(session->experiment_) || is_search_by_controller(session->experiment_))
      return make_error("search.not_here", {});
    TRY(session->enter_run_folder());
    if (!under_agent && session->is_first_rank()) return session->make_own_attempt();
    return {};
  };
  if (auto prepared = prepare(); !prepared) {
    session->finish(prepared.error());
    return prepared.error();
  }
  return session;
}

std::unique_ptr<Session> Session::for_ranks(const RankInfo& ranks, std::int64_t attempt) const {
  std::unique_ptr<Session> session(new Session);
  session->options_ = options_;
  session->experiment_ = experiment_;
  session->folder_ = folder_;
  session->ranks_ = ranks;
  session->attempt_ = attempt;
  session->reporter_ = reporter_;
  return session;
}

std::unique_ptr<Session> Session::for_trial(Experiment experiment, fs::path trial) const {
  std::unique_ptr<Session> session = for_ranks(ranks_, attempt_);
  session->options_.resume = Resume::automatic;
  session->experiment_ = std::move(experiment);
  session->folder_.trial = std::move(trial);
  return session;
}

Result<void> Session::enter_run_folder() {
  folder_.root =
      options_.run_dir.empty() ? fs::path(environment("TRAINYARD_RUN_DIR")) : options_.run_dir;
  if (folder_.root.empty()) return make_error("run_folder.none_given", {});
  std::error_code problem;
  folder_.root = fs::absolute(folder_.root, problem);
  fs::create_directories(folder_.root, problem);
  if (problem) return unusable_folder(folder_.root, problem.message());
  if (::access(folder_.root.c_str(), W_OK | X_OK) != 0)
    return unusable_folder(folder_.root, std::strerror(errno));
  const std::string number = environment("TRAINYARD_ATTEMPT");
  std::from_chars(number.data(), number.data() + number.size(), attempt_);
  if (const auto attempts = list_attempts(folder_); attempt_ == 0 && !attempts.empty())
    attempt_ = attempts.back();
  return {};
}

Result<void> Session::make_own_attempt() {
  TRY(lock_run_folder(folder_));
  TRY(describe_run(folder_, options_, experiment_));
  TRY(attempt_, make_attempt(folder_));
  owns_attempt_ = true;
  auto identity = read_run_identity(folder_);
  reporter_ = std::make_shared<Reporter>(
      std::make_unique<EventWriter>(make_file_sink(folder_.attempt(attempt_) / "events.jsonl")),
      ranks_.world_size > 1 ? std::optional(ranks_.rank) : std::nullopt);
  HeaderEvent header;
  header.run = identity ? identity->run : "";
  header.attempt = attempt_;
  header.nodes = {reporter_->node()};
  header.versions = versions();
  reporter_->send(std::move(header));
  return {};
}

fs::path Session::resolve(const std::string& path) const {
  return resolve_path(options_.experiment, path);
}

EndEvent Session::end_of(const Result<ExitCode>& outcome) const {
  EndEvent end;
  end.node = reporter_->node();
  if (!outcome) {
    end.outcome =
        outcome.error().exit_code == ExitCode::stopped_early ? Outcome::preempted : Outcome::failed;
    end.exit_code = static_cast<int>(outcome.error().exit_code);
    end.code = outcome.error().code;
    end.arguments = outcome.error().arguments;
    end.reason = outcome.error().message;
    return end;
  }
  end.exit_code = static_cast<int>(*outcome);
  end.code = "end.completed";
  if (*outcome == ExitCode::stopped_early) {
    std::error_code ignored;
    const bool cancelled = stop_signal() == SIGINT || fs::exists(folder_.cancel(), ignored);
    end.outcome = cancelled ? Outcome::cancelled : Outcome::preempted;
    end.code = cancelled ? "end.cancelled" : "end.preempted";
  }
  end.reason = render_message(end.code, {});
  return end;
}

int Session::finish(const Result<ExitCode>& outcome) {
  if (!outcome) reporter_->message(MessageLevel::error, outcome.error());
  if (owns_attempt_) reporter_->send(end_of(outcome));
  reporter_->close();
  return static_cast<int>(outcome ? *outcome : outcome.error().exit_code);
}

}  // namespace trainyard
