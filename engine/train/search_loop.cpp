// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/search_loop.h"

#include <chrono>
#include <cmath>
#include <memory>
#include <thread>
#include <utility>

#include "engine/contract/experiment/reader.h"
#include "engine/contract/experiment/scalar.h"
#include "engine/checkpoint/hugging_face.h"
#include "engine/contract/files/durable_file.h"
#include "engine/contract/files/whole_file.h"
#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/parallel/rank_groups.h"
#include "engine/search/decisions.h"
#include "engine/search/study_folder.h"
#include "engine/system/comma_list.h"
#include "engine/train/failure.h"
#include "engine/train/search_controller.h"
#include "engine/train/search_relay.h"
#include "engine/train/stop.h"
#include "engine/train/tensors.h"
#include "engine/train/timeouts.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

constexpr auto look_for_others = std::chrono::milliseconds(100);
constexpr std::uint64_t metrics_limit_bytes = 16 << 20;

// The document with the values of a trial, as a training of its own.
Result<Experiment> experiment_of(const Session& session, const TrialRun& run) {
  std::vector<std::string> overrides = session.options().overrides;
  overrides.push_back("seed=" + std::to_string(run.seed));
  for (const auto& [path, value] : run.values) overrides.push_back(path + "=" + spell(value));
  TRY(Document document, read_engine_document(session.options().experiment, overrides));
  search::hand_out_the_best(document.experiment);
  document.experiment.search = {};
  // One profile tells of all: they have the same shapes, but for what is searched.
  if (run.trial > 0 || run.repetition > 0) document.experiment.logging.profile_steps = 0;
  if (auto refusal = search::trial_refusal(document.diagnostics)) return *std::move(refusal);
  return std::move(document.experiment);
}

// Whether only this trial has failed, on all ranks alike; then the next one may be better.
bool is_of_trial(const Error& error, std::int64_t ranks) {
  if (error.kind == ErrorKind::non_finite || error.kind == ErrorKind::invalid) return true;
  return error.kind == ErrorKind::out_of_memory && ranks == 1;
}

class SearchLoop {
 public:
  SearchLoop(Session& session, Training& training) : job_(session), training_(training) {}

  ExitCode run() {
    connect();
    if (job_.is_first_rank()) {
      controller_.emplace(value_or_throw(SearchController::open(job_)));
      if (groups_) shared_.emplace(*controller_, *groups_, job_.ranks());
      begin_silence();
      control_ = shared_ ? static_cast<SearchControl*>(&*shared_) : &*controller_;
    } else if (groups_ && group_->is_first_rank()) {
      remote_.emplace(groups_);
      control_ = &*remote_;
      begin_silence();
    }
    while (const auto next = agree_on_next()) {
      if (is_stopped() || train(*next) == ExitCode::stopped_early) return ExitCode::stopped_early;
      training_.clear();
    }
    if (groups_ && groups_->index() > 0) return ExitCode::completed;
    return finish();
  }

 private:
  // The ranks of the job, divided into a group for each trial at once.
  void connect() {
    const std::int64_t parallel = job_.experiment().search.parallel;
    if (parallel > 1)
      groups_ = value_or_throw(
          make_rank_groups(job_.ranks(), parallel, connect_timeout(job_.experiment())));
    RankInfo ranks = job_.ranks();
    std::int64_t attempt = job_.attempt();
    if (groups_) {
      ranks = groups_->ranks();
      // Without an agent, the others may have looked before the first rank began the attempt.
      attempt = std::stoll(value_or_throw(groups_->share(std::to_string(attempt))));
    }
    group_ = job_.for_ranks(ranks, attempt);
    connect_ranks(*group_, *training_.work, groups_.get());
    training_.work->group->set_timeout(arrived_timeout);
  }

  // Steps of trainings at the same time are not those of one run.
  void begin_silence() {
    if (!groups_) return;
    if (controller_) {
      const std::int64_t steps = search::trained_steps(controller_->recorded().study);
      job_.reporter().send(
          StartEvent{steps, std::nullopt, job_.ranks().world_size, training_.work->device.str()});
    }
    job_.reporter().begin_part({.is_silent = true});
  }

  // The decision of the group's first rank, on all of its ranks; an error of it, too.
  std::optional<TrialRun> agree_on_next() {
    const Patience patience(*training_.work->group);
    Result<std::optional<TrialRun>> next = std::optional<TrialRun>();
    if (control_) next = control_->next();
    std::string text;
    if (next && *next) text = to_json(Value(to_map(**next)));
    const bool is_failed = sum_over_ranks(*training_.work, {next ? 0.0 : 1.0})[0] > 0;
    if (!next) throw Failure(next.error());
    if (is_failed) throw Failure(make_error("search.over_on_first_rank", {}));
    text = text_of_first_rank(*training_.work, text);
    if (text.empty()) return std::nullopt;
    TrialRun run;
    ReadProblem problem;
    const Value value = value_or_throw(parse_json(text));
    if (!read_into(run, *value.get_if<Map>(), problem))
      throw Failure(make_error("internal", {{"detail", "a trial could not be read"}}));
    return run;
  }

  bool is_stopped() {
    return sum_over_ranks(*training_.work, {stop_requested() ? 1.0 : 0.0})[0] > 0;
  }

  ExitCode train(const TrialRun& run) {
    if (!groups_) job_.reporter().begin_part({run.first_step, run.remaining});
    const auto experiment = experiment_of(job_, run);
    if (!experiment) {
      end(run, {.outcome = TrialOutcome::failed, .cause = experiment.error()});
      return ExitCode::completed;
    }
    training_.session = group_->for_trial(*experiment, run.folder());
    ExitCode code = ExitCode::completed;
    try {
      build_training_work(*training_.session, *training_.work);
      training_.loop.emplace(*training_.session, *training_.work);
      training_.loop->after_evaluation(
          [&](std::int64_t step, const NamedValues& metrics, bool is_last) {
            return ends_at(run, step, metrics, is_last);
          });
      code = training_.loop->run();
    } catch (...) {
      const Error error = failure_of_current_exception();
      if (!is_of_trial(error, group_->ranks().world_size)) {
        // A stop is nobody's fault.
        if (control_ && error.kind != ErrorKind::stopped)
          (void)control_->end(run, {.outcome = TrialOutcome::died, .cause = error});
        throw;
      }
      const std::int64_t steps = training_.work->state.step;
      training_.loop.reset();
      end(run, {.outcome = TrialOutcome::failed, .steps = steps, .cause = error});
      return ExitCode::completed;
    }
    if (code != ExitCode::completed) return code;
    const bool is_pruned = training_.loop->ended_at_evaluation();
    const std::int64_t steps = training_.work->state.step;
    training_.loop.reset();  // its files are whole now
    end(run, {.outcome = is_pruned ? TrialOutcome::pruned : TrialOutcome::reached_end,
              .steps = steps,
              .known = comma_list(known_)});
    return code;
  }

  void end(const TrialRun& run, const TrialEnd& end) {
    if (control_) throw_unless_ok(control_->end(run, end));
  }

  // Called on all ranks of the group after each evaluation.
  bool ends_at(const TrialRun& run, std::int64_t step, const NamedValues& metrics, bool is_last) {
    const std::string& objective = job_.experiment().search.objective;
    double ends = 0;
    known_.clear();
    for (const auto& [name, value] : metrics) {
      known_.push_back(name);
      if (name != objective || !control_) continue;
      ends = value_or_throw(control_->report(run, step, value, is_last)) ? 1 : 0;
    }
    return sum_over_ranks(*training_.work, {ends})[0] > 0;
  }

  // Once the other groups have ended, too: the run's results are those of the best trial, with the
  // study beside them.
  ExitCode finish() {
    bool is_stopped_early = false;
    training_.work->group->run_on_first_rank([&](const ProcessGroup::Heartbeat& alive) {
      while (shared_ && !value_or_throw(shared_->are_others_done()) && !is_stopped_early) {
        is_stopped_early = stop_requested();
        alive();
        std::this_thread::sleep_for(look_for_others);
      }
      shared_.reset();
      if (!is_stopped_early && controller_) publish_best();
    });
    if (sum_over_ranks(*training_.work, {is_stopped_early ? 1.0 : 0.0})[0] > 0)
      return ExitCode::stopped_early;
    return ExitCode::completed;
  }

  void publish_best() {
    const search::Trial* best = controller_->best();
    if (!best) throw Failure(make_error("search.none_complete", {}));
    throw_unless_ok(publish(*best));
    warn_of_another_model(*best);
    job_.reporter().message(MessageLevel::info, "search.ended",
                            {{"trials", std::ssize(controller_->recorded().study.trials)},
                             {"best_trial", best->number + 1},
                             {"metric", job_.experiment().search.objective},
                             {"value", best->value.value_or(0)}});
  }

  // Where another metric stops early, or better means something else to the search.
  void warn_of_another_model(const search::Trial& best) {
    const std::string& metric = job_.experiment().search.objective;
    const auto counted = best.bests.find(job_.experiment().seed);
    const auto text =
        read_file(job_.folder().results() / "validation/metrics.json", metrics_limit_bytes);
    const auto metrics = text ? parse_json(*text) : Result<Value>(Value());
    const Map* values = metrics ? metrics->get_if<Map>() : nullptr;
    if (!values || counted == best.bests.end()) return;
    const double found = get<double>(*values, metric.substr(metric.find('/') + 1), counted->second);
    if (std::abs(found - counted->second) <= 1e-6 * std::abs(counted->second)) return;
    job_.reporter().warning("search.other_model", {{"trial", best.number + 1},
                                                   {"metric", metric},
                                                   {"value", counted->second},
                                                   {"found", found}});
  }

  Result<void> publish(const search::Trial& best) {
    const RunFolder& folder = job_.folder();
    const fs::path results =
        RunFolder{folder.root, TrialRun{.trial = best.number}.folder()}.results();
    std::error_code problem;
    fs::remove_all(folder.results(), problem);
    return make_folder_whole(folder.results(), [&](const fs::path& made) -> Result<void> {
      TRY(search::copy_results(results, made));
      return search::write_study_results(folder, controller_->recorded(), made);
    });
  }

  Session& job_;
  Training& training_;
  std::shared_ptr<RankGroups> groups_;          // null: all ranks are one
  std::unique_ptr<Session> group_;              // of this rank's group
  std::optional<SearchController> controller_;  // on the first rank
  std::optional<SharedSearchControl> shared_;   // its way to the other groups
  std::optional<RemoteSearchControl> remote_;   // on the first ranks of those
  SearchControl* control_ = nullptr;            // on the first rank of each group
  std::vector<std::string> known_;              // metrics of the last evaluation
};

}  // namespace

ExitCode run_search(Session& session, Training& training) {
  return SearchLoop(session, training).run();
}

}  // namespace trainyard
