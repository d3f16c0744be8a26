// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/controller/cluster_runs.h"

#include <fcntl.h>
#include <unistd.h>

#include <sstream>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/files/whole_file.h"
#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/contract/script/sbatch_command.h"
#include "engine/contract/script/script_resources.h"
#include "engine/search/trial_run.h"
#include "engine/system/unix_time.h"

namespace trainyard::controller {
namespace {

namespace fs = std::filesystem;
using search::TrialRunId;
using search::TrialRunState;

constexpr std::uint64_t journal_limit = 1u << 20;
constexpr auto silence = std::chrono::seconds(60);  // then the script is started again
constexpr int submission_tries = 4;                 // for a job that Slurm forgot before it ran
constexpr int absences_of_lost = 2;

std::string last_line_of(const fs::path& path) {
  const auto text = read_file(path, journal_limit);
  if (!text) return {};
  std::string last;
  std::istringstream lines(*text);
  for (std::string line; std::getline(lines, line);)
    if (!line.empty()) last = line;
  return last;
}

TrialRunState ended(Error cause, bool may_pass, std::int64_t steps = 0) {
  return {.is_open = false, .may_pass = may_pass, .cause = std::move(cause), .steps = steps};
}

}  // namespace

ClusterRuns::Run& ClusterRuns::run(const TrialRunId& id) {
  const auto key = std::pair(id.trial, id.seed_index);
  const auto found = runs_.find(key);
  if (found != runs_.end()) return found->second;
  const std::string uuid = search::trial_run(template_.identity.run, id.trial, id.seed_index);
  const RunFolder folder = trial_folder(template_, uuid);
  return runs_.emplace(key, Run{uuid, folder, RunReader(folder, search_.objective)}).first->second;
}

ClusterRuns::Submission ClusterRuns::newest_submission(const Run& run) const {
  Submission out;
  std::error_code problem;
  while (fs::exists(run.folder.root / ("submission-" + std::to_string(out.number + 1) + ".json"),
                    problem))
    ++out.number;
  const auto text = read_file(run.folder.submission(out.number) / "journal", journal_limit);
  if (out.number == 0 || !text) return out;
  // A line without its end is still being written.
  std::istringstream lines(text->substr(0, text->rfind('\n') + 1));
  for (std::string line; std::getline(lines, line);) {
    const std::string word = line.substr(0, line.find(' '));
    if (word == "job") out.job = line.substr(word.size() + 1);
    out.word = word == "released" || word == "kept" ? Word::released
               : word == "refused"                  ? Word::refused
               : word == "cancelled"                ? Word::cancelled
               : word == "lost"                     ? Word::lost
                                                    : std::max(out.word, Word::in_work);
  }
  return out;
}

void ClusterRuns::start_script(Run& run, int number) {
  const bool has_work_folder = template_.experiment.workload == Workload::script;
  const std::string root = run.folder.root.string();
  std::vector<std::string> words{
      has_work_folder ? (run.folder.root / "work").string() : root, root, std::to_string(number),
      run.folder.root.filename().string() + "." + std::to_string(number)};
  if (requested_option(template_.experiment, "hold")) words.emplace_back(keep_held_word);
  for (std::string& word :
       sbatch_words({.folder = root, .has_work_folder = has_work_folder, .submission = number}))
    words.push_back(std::move(word));
  (void)run_shell(start_submission_script, words);
  run.started = Clock::now();
  run.started_number = number;
}

Result<void> ClusterRuns::begin_submission(Run& run, int number) {
  SubmissionRecord record = template_.submission;
  record.token = run.folder.root.filename().string() + "." + std::to_string(number);
  record.created = unix_time();
  TRY(write_file_atomically(run.folder.root / ("submission-" + std::to_string(number) + ".json"),
                            to_json(record) + "\n"));
  start_script(run, number);
  return {};
}

Result<void> ClusterRuns::submit(const TrialRunId& id, const std::vector<std::string>& overrides) {
  Run& run = this->run(id);
  TRY(make_trial_folder(template_, run.uuid, overrides));
  return begin_submission(run, 1);
}

int ClusterRuns::unfinished_submissions() const {
  int count = 0;
  for (const auto& [key, run] : runs_)
    if (run.started_number > 0 && run.newest.word <= Word::in_work) ++count;
  return count;
}

Result<std::optional<TrialRunState>> ClusterRuns::state(const TrialRunId& id) {
  Run& run = this->run(id);
  run.newest = newest_submission(run);
  if (run.newest.number == 0) return std::optional<TrialRunState>();
  TRY(run.reader.read());
  TRY(TrialRunState state, state_of_submission(run));
  return std::optional(std::move(state));
}

Result<TrialRunState> ClusterRuns::state_of_submission(Run& run) {
  const Submission& newest = run.newest;
  switch (newest.word) {
    case Word::nothing:
    case Word::in_work: {
      std::error_code problem;
      const auto journal = run.folder.submission(newest.number) / "journal";
      const bool is_ours = run.started_number == newest.number;
      const auto written = fs::last_write_time(journal, problem);
      const bool is_silent = Clock::now() - run.started > silence &&
                             (problem || fs::file_time_type::clock::now() - written > silence);
      if (!is_ours || is_silent) start_script(run, newest.number);
      return TrialRunState{};
    }
    case Word::refused: {
      const std::string words = last_line_of(run.folder.submission(newest.number) / "err");
      return ended(make_error("search.not_submitted", {{"words", words}}), false);
    }
    case Word::cancelled:
      return ended(make_error("cancelled", {}), false);
    case Word::lost: {
      if (newest.number >= submission_tries)
        return ended(make_error("search.job_lost", {{"job", newest.job}}), true);
      TRY(begin_submission(run, newest.number + 1));
      return TrialRunState{};
    }
    case Word::released:
      break;
  }
  return state_of_job(run);
}

Result<TrialRunState> ClusterRuns::state_of_job(Run& run) {
  if (run.released_number != run.newest.number) {
    run.released_number = run.newest.number;
    run.released = Clock::now();
  }
  const auto has_ended = [&] { return run.reader.end() && run.reader.job() == run.newest.job; };
  // An end after which the job is queued again is not one while the job is there.
  if (has_ended() && !is_requeued(*run.reader.end())) return end_of_attempt(run);
  const auto absences = queue_.absences(run.newest.job, run.released);
  if (!absences || *absences < absences_of_lost) return TrialRunState{};
  // What it wrote last may have come since.
  TRY(run.reader.read());
  return has_ended() ? end_of_attempt(run) : end_without_word(run);
}

bool ClusterRuns::is_requeued(const EndEvent& end) const {
  const bool after_limit = template_.submission.after_time_limit == "requeue";
  const bool after_preemption = template_.submission.after_preemption == "requeue";
  if (end.outcome == Outcome::timed_out) return after_limit;
  return after_preemption && (end.outcome == Outcome::preempted || end.code == "node.lost");
}

TrialRunState ClusterRuns::end_of_attempt(const Run& run) const {
  const EndEvent& end = *run.reader.end();
  if (end.outcome == Outcome::completed)
    return {.is_open = false, .is_completed = true, .cause = {}, .steps = run.reader.step()};
  const bool may_pass = end.outcome == Outcome::preempted || end.outcome == Outcome::timed_out ||
                        end.code == "node.lost";
  if (end.outcome == Outcome::cancelled) return ended(make_error("cancelled", {}), false);
  return ended(make_error(end.code, end.arguments), may_pass, run.reader.step());
}

// The job is gone, and its agent said nothing: Slurm may know why.
TrialRunState ClusterRuns::end_without_word(const Run& run) const {
  const std::string state = queue_.last_state(run.newest.job);
  if (state == "CANCELLED") return ended(make_error("cancelled", {}), false);
  if (state == "FAILED" || state == "OUT_OF_MEMORY" || state == "DEADLINE") {
    const fs::path output =
        run.folder.submission(run.newest.number) / ("output-" + run.newest.job + ".log");
    std::string words = last_line_of(output);
    return ended(make_error("study.run_failed", {{"why", words.empty() ? state : words}}), false);
  }
  return ended(make_error("search.job_lost", {{"job", run.newest.job}}), true, run.reader.step());
}

Result<std::vector<search::ObjectivePoint>> ClusterRuns::new_points(const TrialRunId& id) {
  return run(id).reader.take_points();
}

Result<search::RunObjective> ClusterRuns::objective(const TrialRunId& id) {
  const RunReader& reader = run(id).reader;
  search::RunObjective out{reader.best(search_.direction)};
  if (!out.best)
    out.missing =
        search::no_objective(search_.objective, {reader.known().begin(), reader.known().end()});
  return out;
}

// First the mark, then the signal: whoever receives the signal finds that it is a cancellation.
void ClusterRuns::cancel(const TrialRunId& id) {
  Run& run = this->run(id);
  const int mark = ::open(run.folder.cancel().c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (mark >= 0) ::close(mark);
  const Submission newest = newest_submission(run);
  if (newest.word == Word::released)
    queue_.cancel(newest.job,
                  run.folder.root.filename().string() + "." + std::to_string(newest.number));
}

void ClusterRuns::resume(const TrialRunId& id) {
  Run& run = this->run(id);
  std::error_code ignored;
  fs::remove(run.folder.cancel(), ignored);
  // What could not be written now is tried again: the run has still ended then.
  (void)begin_submission(run, newest_submission(run).number + 1);
}

}  // namespace trainyard::controller
