// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/controller/controller.h"

#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <set>
#include <thread>

#include "engine/agent/ranks/launch_plan.h"
#include "engine/contract/experiment/reader.h"
#include "engine/contract/files/durable_file.h"
#include "engine/contract/messages.h"
#include "engine/controller/cluster_runs.h"
#include "engine/reporting/event_writer.h"
#include "engine/search/decisions.h"
#include "engine/search/study_folder.h"
#include "engine/system/unix_time.h"
#include "engine/system/node_name.h"

namespace trainyard::controller {
namespace {

namespace fs = std::filesystem;
using search::TrialState;

constexpr auto look_pause = std::chrono::milliseconds(500);
constexpr auto pause_after_error = std::chrono::seconds(15);
constexpr int submissions_at_once = 4;  // that Slurm has not accepted yet

std::unique_ptr<EventSink> sink_from_environment() {
  const char* fifo = std::getenv("TRAINYARD_EVENTS");
  return fifo && *fifo ? make_fifo_sink(fifo) : nullptr;
}

class Controller {
 public:
  Controller(RunFolder folder, Experiment experiment, TrialTemplate from,
             const volatile std::sig_atomic_t& stop)
      : folder_(std::move(folder)),
        experiment_(std::move(experiment)),
        runs_(std::move(from), experiment_.search),
        stop_(stop),
        node_(own_node_name()),
        events_(sink_from_environment()) {}

  int run() {
    const auto opened = open();
    if (!opened) return fail(opened.error());
    send(StartEvent{ended_trials(), experiment_.search.trials, 1, "cpu"});
    if (const auto done = study_->cancel_left_runs(); !done) warn(done.error());
    while (!stop_) {
      if (const auto done = step(); !done) {
        warn(done.error());
        rest(pause_after_error);
        if (const auto again = open(); !again) return fail(again.error());
      }
      if (study_->is_over()) return finish();
      rest(look_pause);
    }
    return leave();
  }

 private:
  // Begins or goes on with the journal; what is on the disk counts, not what was in memory.
  Result<void> open() {
    study_.reset();
    TRY(auto journal, search::open_study(folder_, experiment_));
    TRY(study_, search::JobStudy::create(std::move(journal), runs_));
    return study_->journal().tell([this, seen = std::int64_t{0}](std::string_view line) mutable {
      if (++seen <= known_records_) return;
      known_records_ = seen;
      events_.send_study(line);
    });
  }

  Result<void> step() {
    apply_wanted_trials();
    TRY(study_->step(unix_time()));
    TRY(submit_missing());
    tell();
    return {};
  }

  // A number that a person has asked for since the last look.
  void apply_wanted_trials() {
    const std::int64_t wanted = search::wanted_trials(folder_, experiment_.search);
    if (wanted == applied_trials_.value_or(experiment_.search.trials)) return;
    applied_trials_ = wanted;
    const std::int64_t started = std::ssize(study_->study().trials);
    if (wanted > started && study_->is_time_over(unix_time()))
      return warn(
          make_error("study.time_over", {{"limit", experiment_.search.time_limit.value_or("")}}));
    if (const auto set = study_->set_trials(wanted); !set) warn(set.error());
  }

  Result<void> submit_missing() {
    while (runs_.unfinished_submissions() < submissions_at_once) {
      TRY(const auto next, study_->missing_run());
      if (!next) return {};
      const search::Trial& trial = study_->study().trials[static_cast<std::size_t>(next->trial)];
      std::vector<std::string> overrides = study_->overrides(*next);
      const auto submitted = runs_.submit(*next, overrides);
      if (submitted) {
        if (next->seed_index == 0)
          message(MessageLevel::info,
                  make_error("search.trial", {{"trial", trial.number + 1},
                                              {"trials", study_->search().trials},
                                              {"values", search::values_text(trial.values)}}));
        TRY(runs_.state(*next));
      } else if (may_succeed_later(submitted.error()) ||
                 submitted.error().kind == ErrorKind::environment) {
        return submitted.error();
      } else {
        TRY(study_->fail(next->trial, submitted.error()));
      }
    }
    return {};
  }

  std::int64_t ended_trials() const {
    std::int64_t ended = 0;
    for (const search::Trial& trial : study_->study().trials)
      if (trial.state != TrialState::running) ++ended;
    return ended;
  }

  // What has ended since: as messages, and the values as a curve over the ended trials.
  void tell() {
    const search::Trial* best = search::best_trial(study_->study());
    for (const search::Trial& trial : study_->study().trials) {
      if (trial.state == TrialState::running || !told_.insert(trial.number).second) continue;
      if (trial.ended < began_) continue;  // by an attempt before
      tell_end(trial, best);
    }
  }

  void tell_end(const search::Trial& trial, const search::Trial* best) {
    const std::string& metric = study_->search().objective;
    if (trial.state == TrialState::pruned)
      return message(
          MessageLevel::info,
          make_error("search.trial_pruned", {{"trial", trial.number + 1}, {"metric", metric}}));
    if (trial.state == TrialState::failed)
      return message(
          MessageLevel::warning,
          make_error("search.trial_failed",
                     {{"trial", trial.number + 1},
                      {"cause", as_argument(make_error(trial.cause, trial.arguments))}}));
    message(MessageLevel::info,
            make_error("search.trial_ended", {{"trial", trial.number + 1},
                                              {"metric", metric},
                                              {"value", trial.value.value_or(0)},
                                              {"best", best->value.value_or(0)},
                                              {"best_trial", best->number + 1}}));
    MetricsEvent metrics;
    metrics.step = ended_trials();
    metrics.values = {{"search/value", trial.value.value_or(0)},
                      {"search/best", best->value.value_or(0)}};
    send(std::move(metrics));
  }

  int finish() {
    tell();
    if (const auto error = search::all_failed(study_->study(), true)) return fail(*error);
    const search::Trial* best = search::best_trial(study_->study());
    if (!best) return fail(make_error("search.none_complete", {}));
    if (const auto published = publish(*best); !published) return fail(published.error());
    message(MessageLevel::info,
            make_error("search.ended", {{"trials", std::ssize(study_->study().trials)},
                                        {"best_trial", best->number + 1},
                                        {"metric", study_->search().objective},
                                        {"value", best->value.value_or(0)}}));
    return static_cast<int>(ExitCode::completed);
  }

  // The results of the study are those of its best trial, with the study beside them.
  Result<void> publish(const search::Trial& best) {
    const fs::path results = runs_.folder({best.number, 0}).results();
    fs::path made = folder_.results();
    made += ".part";
    std::error_code failed;
    fs::remove_all(made, failed);
    TRY(make_folders(made));
    if (fs::is_directory(results, failed)) {
      TRY(search::copy_results(results, made));
    }
    TRY(search::write_study_results(folder_, study_->recorded(), made));
    fs::remove_all(folder_.results(), failed);
    fs::rename(made, folder_.results(), failed);
    if (failed) return file_error(folder_.results(), failed.value(), FileStep::publish);
    return sync_folder(folder_.root);
  }

  // Jobs of trials go on without this one, unless the search is being cancelled.
  int leave() {
    std::error_code problem;
    if (fs::exists(folder_.cancel(), problem)) study_->cancel_running();
    events_.close();
    return static_cast<int>(ExitCode::stopped_early);
  }

  void rest(std::chrono::milliseconds pause) const {
    constexpr auto piece = std::chrono::milliseconds(100);
    for (auto left = pause; left.count() > 0 && !stop_; left -= piece)
      std::this_thread::sleep_for(std::min<std::chrono::milliseconds>(left, piece));
  }

  void send(decltype(Event::body) body) {
    Event event;
    event.body = std::move(body);
    events_.send(std::move(event));
  }
  void message(MessageLevel level, const Error& error) {
    std::cerr << "yard-search: " << name_of(level) << ": " << error.message << std::endl;
    send(MessageEvent{level, error.code, error.arguments, error.message, std::nullopt, node_});
  }
  // Once while it lasts.
  void warn(const Error& error) {
    if (error.message != std::exchange(last_warning_, error.message))
      message(MessageLevel::warning, error);
  }
  int fail(const Error& error) {
    message(MessageLevel::error, error);
    events_.close();
    return static_cast<int>(error.exit_code);
  }

  RunFolder folder_;
  Experiment experiment_;
  ClusterRuns runs_;
  const volatile std::sig_atomic_t& stop_;
  std::string node_;
  EventWriter events_;
  std::optional<search::JobStudy> study_;
  std::int64_t known_records_ = 0;  // that were sent as events
  std::set<std::int64_t> told_;     // trials whose end was said
  double began_ = unix_time();
  std::optional<std::int64_t> applied_trials_;
  std::string last_warning_;
};

Result<Experiment> read_search(const RunFolder& folder) {
  TRY(const Document document, read_experiment_file(folder.resolved().string()));
  for (const Diagnostic& finding : document.diagnostics)
    if (finding.severity == Severity::error)
      return make_error("study.no_document",
                        {{"study", folder.root.filename().string()}, {"why", finding.text}});
  return document.experiment;
}

}  // namespace

int run_controller(const fs::path& run_folder, const volatile std::sig_atomic_t& stop) {
  const RunFolder folder{run_folder};
  const auto refuse = [](const Error& error) {
    std::cerr << "yard-search: " << error.message << std::endl;
    return static_cast<int>(error.exit_code);
  };
  if (agent::find_program("sbatch", agent::own_environment(), "/").empty())
    return refuse(make_error("search.no_sbatch", {{"node", own_node_name()}}));
  auto experiment = read_search(folder);
  if (!experiment) return refuse(experiment.error());
  auto from = read_trial_template(folder);
  if (!from) return refuse(from.error());
  return Controller(folder, *std::move(experiment), *std::move(from), stop).run();
}

}  // namespace trainyard::controller
