// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/search_loop.h"

#include <cmath>
#include <limits>
#include <utility>

#include "engine/contract/experiment/reader.h"
#include "engine/contract/experiment/rules.h"
#include "engine/contract/experiment/scalar.h"
#include "engine/checkpoint/hugging_face.h"
#include "engine/contract/files/durable_file.h"
#include "engine/contract/files/whole_file.h"
#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/system/comma_list.h"
#include "engine/train/failure.h"
#include "engine/train/search_controller.h"
#include "engine/train/stop.h"
#include "engine/train/tensors.h"
#include "engine/train/timeouts.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

// The document with the values of a trial, as a training of its own.
Result<Experiment> experiment_of(const Session& session, const TrialRun& run) {
  std::vector<std::string> overrides = session.options().overrides;
  overrides.push_back("seed=" + std::to_string(run.seed));
  for (const auto& [path, value] : run.values) overrides.push_back(path + "=" + spell(value));
  TRY(Document document, read_engine_document(session.options().experiment, overrides));
  document.experiment.search = {};
  for (Diagnostic& finding : document.diagnostics)
    if (finding.severity == Severity::error)
      return make_error("search.trial_refused", {{"field", finding.path},
                                                 {"finding", Map{{"code", finding.code},
                                                                 {"arguments", finding.arguments},
                                                                 {"text", finding.text}}}});
  return std::move(document.experiment);
}

class SearchLoop {
 public:
  SearchLoop(Session& session, Training& training) : session_(session), training_(training) {}

  ExitCode run() {
    if (!training_.work->group) connect_ranks(session_, *training_.work);
    training_.work->group->set_timeout(first_steps_timeout);
    if (session_.is_first_rank()) {
      controller_.emplace(value_or_throw(SearchController::open(session_)));
      kept_ = controller_->best() ? std::optional(controller_->best()->number) : std::nullopt;
    }
    while (const auto next = agree_on_next()) {
      if (stopped_on_any_rank()) return ExitCode::stopped_early;
      if (train(*next) == ExitCode::stopped_early) return ExitCode::stopped_early;
      training_.clear();
    }
    publish_best();
    return ExitCode::completed;
  }

 private:
  // The first rank's decision, on all ranks; an error of it, too.
  std::optional<TrialRun> agree_on_next() {
    const LongTimeout longer(*training_.work->group, first_steps_timeout);
    Result<std::optional<TrialRun>> next = std::optional<TrialRun>();
    if (controller_) next = controller_->next();
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

  bool stopped_on_any_rank() {
    return sum_over_ranks(*training_.work, {stop_requested() ? 1.0 : 0.0})[0] > 0;
  }

  ExitCode train(const TrialRun& run) {
    session_.reporter().begin_part({run.first_step, run.remaining});
    const auto experiment = experiment_of(session_, run);
    if (!experiment) {
      note([&] { return controller_->fail(run, 0, experiment.error()); });
      return ExitCode::completed;
    }
    training_.session = session_.for_trial(*experiment, run.folder());
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
      if (!is_of_trial(error)) {
        if (controller_) (void)controller_->note_death(run, error);
        throw;
      }
      const std::int64_t steps = training_.work->state.step;
      training_.loop.reset();
      note([&] { return controller_->fail(run, steps, error); });
      remove_files(run);
      return ExitCode::completed;
    }
    if (code == ExitCode::completed) end(run);
    return code;
  }

  // Whether only this trial has failed, on all ranks alike; then the next one may be better.
  bool is_of_trial(const Error& error) const {
    if (error.kind == ErrorKind::non_finite || error.kind == ErrorKind::invalid) return true;
    return error.kind == ErrorKind::out_of_memory && session_.ranks().world_size == 1;
  }

  // Called on all ranks after each evaluation.
  bool ends_at(const TrialRun& run, std::int64_t step, const NamedValues& metrics, bool is_last) {
    const std::string& objective = session_.experiment().search.objective;
    double ends = 0;
    known_.clear();
    for (const auto& [name, value] : metrics) {
      known_.push_back(name);
      if (name != objective || !controller_) continue;
      ends = value_or_throw(controller_->report(run, step, value, is_last)) ? 1 : 0;
    }
    return sum_over_ranks(*training_.work, {ends})[0] > 0;
  }

  void end(const TrialRun& run) {
    const bool is_pruned = training_.loop->ended_at_evaluation();
    const std::int64_t steps = training_.work->state.step;
    training_.loop.reset();
    note([&] {
      return is_pruned ? controller_->prune(run, steps)
                       : controller_->finish(run, steps, comma_list(known_));
    });
    keep_best(run);
  }

  // On the first rank.
  template <class Do>
  void note(Do what) {
    if (controller_) throw_unless_ok(what());
  }

  // Checkpoints and models are kept of the best trial only, so that a search needs the disk of one.
  void keep_best(const TrialRun& run) {
    if (!controller_) return;
    const search::Trial* best = controller_->best();
    const auto state =
        controller_->recorded().study.trials[static_cast<std::size_t>(run.trial)].state;
    if (state == search::TrialState::running) return;  // it is repeated with another seed
    if (!best || best->number != run.trial) return remove_files(run);
    if (kept_ && *kept_ != run.trial) remove_files({.trial = *kept_});
    kept_ = run.trial;
  }

  void remove_files(const TrialRun& run) const {
    if (!session_.is_first_rank()) return;
    std::error_code ignored;
    fs::remove_all(session_.folder().root / TrialRun{.trial = run.trial}.folder(), ignored);
  }

  // The run's results are those of the best trial, with the study beside them.
  void publish_best() {
    const LongTimeout longer(*training_.work->group, first_steps_timeout);
    if (controller_) {
      const search::Trial* best = controller_->best();
      if (!best) throw Failure(make_error("search.none_complete", {}));
      publish(*best);
      session_.reporter().message(MessageLevel::info, "search.ended",
                                  {{"trials", std::ssize(controller_->recorded().study.trials)},
                                   {"best_trial", best->number + 1},
                                   {"metric", session_.experiment().search.objective},
                                   {"value", best->value.value_or(0)}});
    }
    training_.work->group->barrier();
  }

  void publish(const search::Trial& best) {
    const RunFolder& folder = session_.folder();
    const fs::path results =
        RunFolder{folder.root, TrialRun{.trial = best.number}.folder()}.results();
    const fs::path wanted = folder.results();
    std::error_code problem;
    fs::remove_all(wanted, problem);
    throw_unless_ok(make_folder_whole(wanted, [&](const fs::path& made) -> Result<void> {
      std::error_code failed;
      fs::copy(results, made, fs::copy_options::recursive | fs::copy_options::create_hard_links,
               failed);
      if (failed) fs::copy(results, made, fs::copy_options::recursive, failed);
      if (!failed) fs::copy_file(folder.study(), made / "study.jsonl", failed);
      if (failed) return file_error(made, failed.value(), FileStep::write);
      const Map summary{{"trial", best.number},
                        {"objective", session_.experiment().search.objective},
                        {"value", best.value.value_or(0)},
                        {"values", best.values}};
      return write_file_atomically(made / "best_trial.json", to_json(Value(summary)) + "\n");
    }));
  }

  Session& session_;
  Training& training_;
  std::optional<SearchController> controller_;  // on the first rank
  std::optional<std::int64_t> kept_;            // the trial whose files are kept
  std::vector<std::string> known_;              // metrics of the last evaluation
};

}  // namespace

ExitCode run_search(Session& session, Training& training) {
  return SearchLoop(session, training).run();
}

}  // namespace trainyard
