#include "engine/train/results.h"

#include <algorithm>
#include <cstdio>

#include "engine/checkpoint/hugging_face.h"
#include "engine/contract/durable_file.h"
#include "engine/contract/json.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

Map train_results(const TrainingWork& work, const TrainTotals& totals) {
  const TrainingState& state = work.state;
  const double seconds = std::max(totals.seconds, 1e-9);
  const auto steps = static_cast<double>(totals.steps);
  const double samples = steps * static_cast<double>(work.plan.global_batch());
  return {{"epoch", work.plan.epochs_at(state.position)},
          {"train_loss", state.step > 0 ? state.loss_total / static_cast<double>(state.step) : 0.0},
          {"train_runtime", totals.seconds},
          {"train_samples", work.plan.num_examples},
          {"train_samples_per_second", samples / seconds},
          {"train_steps_per_second", steps / seconds},
          {"train_steps", state.step},
          {"train_tokens", state.tokens}};
}

// The best evaluation, in the words of Trainer's trainer_state.json; nothing where none was asked
// for or made. results/model is the last step's all the same, as Trainer's is by default.
Map best_results(const Session& session, const TrainingState& state) {
  if (!session.experiment().checkpoint.save_best || !state.best_metric) return {};
  const fs::path checkpoint = session.folder().checkpoints() / checkpoint_name(state.best_step);
  std::error_code ignored;
  return {{"best_global_step", state.best_step},
          {"best_metric", *state.best_metric},
          {"best_model_checkpoint",
           fs::exists(checkpoint, ignored) ? Value(checkpoint.string()) : Value()}};
}

Map eval_results(const TrainingWork& work, const EvaluationResult& evaluation) {
  const double seconds = std::max(evaluation.seconds, 1e-9);
  return {{"epoch", work.plan.epochs_at(work.state.position)},
          {"eval_loss", evaluation.loss},
          {"eval_runtime", evaluation.seconds},
          {"eval_samples", evaluation.num_examples},
          {"eval_samples_per_second", static_cast<double>(evaluation.num_examples) / seconds},
          {"eval_steps_per_second", static_cast<double>(evaluation.num_batches) / seconds},
          {"perplexity", evaluation.perplexity}};
}

Result<void> fence(const Session& session) {
  if (!is_superseded(session.folder(), session.attempt())) return {};
  return Error{"superseded",
               {},
               "a newer attempt of this run has started; this one ends without writing results",
               ExitCode::stopped_early};
}

Result<void> publish(const Session& session, const char* file, const Map& content) {
  return write_file_atomically(session.folder().results() / file, to_json(Value(content)) + "\n",
                               [&session] { return fence(session); });
}

Result<void> publish_model(const Session& session, const TrainingWork& work) {
  const fs::path model = session.folder().results() / "model";
  char suffix[32];
  std::snprintf(suffix, sizeof suffix, ".tmp-%04lld", static_cast<long long>(session.attempt()));
  const fs::path unfinished = model.string() + suffix, old = model.string() + ".old" + suffix;
  std::error_code problem;
  fs::remove_all(unfinished, problem);
  if (!fs::create_directories(unfinished, problem))
    return file_error(unfinished, problem.value(), FileStep::write);
  auto written = write_model_folder(unfinished, named_weights(*work.parameters),
                                    work.model->config(), work.companions);
  if (written) written = sync_folder(unfinished);
  if (written) written = fence(session);
  if (written && fs::exists(model, problem))
    fs::rename(model, old, problem);  // of an earlier, shorter training
  if (written) written = rename_new(unfinished, model);
  fs::remove_all(written ? old : unfinished, problem);
  return written;
}

}  // namespace

Result<void> write_results(const Session& session, const TrainingWork& work,
                           const TrainTotals& totals,
                           const std::optional<EvaluationResult>& evaluation) {
  const fs::path folder = session.folder().results();
  if (auto alone = fence(session); !alone) return alone;
  std::error_code problem;
  fs::create_directories(folder, problem);
  if (problem) return file_error(folder, problem.value(), FileStep::write);
  Map all = train_results(work, totals);
  for (auto& entry : best_results(session, work.state)) all.push_back(std::move(entry));
  if (auto written = publish(session, "train_results.json", all); !written) return written;
  if (evaluation) {
    const Map eval = eval_results(work, *evaluation);
    if (auto written = publish(session, "eval_results.json", eval); !written) return written;
    for (const auto& entry : eval)
      if (!find(all, entry.first)) all.push_back(entry);
  }
  if (auto written = publish(session, "all_results.json", all); !written) return written;
  return publish_model(session, work);
}

}  // namespace trainyard
