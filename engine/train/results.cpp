#include "engine/train/results.h"

#include <fcntl.h>
#include <linux/fs.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>

#include "engine/checkpoint/hugging_face.h"
#include "engine/contract/durable_file.h"
#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/train/snapshot.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

constexpr const char* model_name = "model";
constexpr const char* set_aside = ".old";

Map train_results(const TrainingWork& work, const TrainTotals& totals) {
  const TrainingState& state = work.state;
  const double seconds = std::max(totals.seconds, 1e-9);
  const auto steps = static_cast<double>(totals.steps);
  const double samples =
      steps * static_cast<double>(work.batch.per_device * work.batch.accumulation *
                                  work.group->ranks().world_size);
  return {{"epoch", state.epochs},
          {"train_loss", state.step > 0 ? state.loss_total / static_cast<double>(state.step) : 0.0},
          {"train_runtime", totals.seconds},
          {"train_samples", work.source->num_examples()},
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

// "eval/loss" is eval_loss in the reference's files; run_clm writes the perplexity without prefix.
std::string result_key(const std::string& metric) {
  std::string key = metric.substr(metric.find('/') + 1);
  return key == "perplexity" ? key : "eval_" + key;
}

Result<void> fence(const Session& session) {
  if (!is_superseded(session.folder(), session.attempt())) return {};
  return make_error("superseded.results", {}, ExitCode::stopped_early);
}

Result<void> publish(const Session& session, const char* file, const Map& content) {
  return write_file_atomically(session.folder().results() / file, to_json(Value(content)) + "\n",
                               [&session] { return fence(session); });
}

// The two change their names at once, so that there is a model at any moment. Where the file system
// cannot do that (NFS), the old one stands aside for an instant; recover_results() finds it there.
Result<void> take_the_place_of(const fs::path& model, const fs::path& unfinished) {
  // Synced before the old one is removed: a power cut could take back the exchange alone.
  if (::renameat2(AT_FDCWD, unfinished.c_str(), AT_FDCWD, model.c_str(), RENAME_EXCHANGE) == 0)
    return sync_folder(model.parent_path());
  if (errno != EINVAL && errno != ENOSYS) return file_error(model, errno, FileStep::publish);
  const fs::path old = model.string() + set_aside;
  std::error_code problem;
  fs::remove_all(old, problem);
  fs::rename(model, old, problem);
  if (problem) return file_error(old, problem.value(), FileStep::publish);
  TRY(rename_new(unfinished, model));
  TRY(sync_folder(model.parent_path()));
  fs::remove_all(old, problem);
  return {};
}

Result<void> publish_model(const Session& session, const TrainingWork& work) {
  const fs::path folder = session.folder().results(), model = folder / model_name;
  char suffix[32];
  std::snprintf(suffix, sizeof suffix, ".tmp-%04lld", static_cast<long long>(session.attempt()));
  const fs::path unfinished = model.string() + suffix;
  std::error_code problem;
  fs::remove_all(unfinished, problem);
  const auto write = [&]() -> Result<void> {
    std::error_code failure;
    if (!fs::create_directories(unfinished, failure))
      return file_error(unfinished, failure.value(), FileStep::write);
    TRY(write_model_folder(unfinished, model_content(session, work)));
    TRY(sync_folder(unfinished));
    TRY(fence(session));
    if (fs::exists(model, failure)) return take_the_place_of(model, unfinished);
    return rename_new(unfinished, model);
  };
  auto written = write();
  fs::remove_all(unfinished, problem);  // of an earlier, shorter training, or what was not finished
  TRY(std::move(written));
  TRY(sync_folder(folder));
  return sync_folder(session.folder().root);
}

}  // namespace

Map eval_results(const EvaluationResult& evaluation) {
  const double seconds = std::max(evaluation.seconds, 1e-9);
  Map results{{"eval_runtime", evaluation.seconds},
              {"eval_samples", evaluation.num_examples},
              {"eval_samples_per_second", static_cast<double>(evaluation.num_examples) / seconds},
              {"eval_steps_per_second", static_cast<double>(evaluation.num_batches) / seconds}};
  for (const auto& [name, value] : evaluation.metrics)
    results.emplace_back(result_key(name), value);
  return results;
}

void recover_results(const RunFolder& run) {
  const fs::path model = run.results() / model_name, old = model.string() + set_aside;
  std::error_code problem;
  if (!fs::exists(model, problem) && fs::exists(old, problem)) fs::rename(old, model, problem);
  std::vector<fs::path> leftovers;
  for (fs::directory_iterator entry(run.results(), problem), end; !problem && entry != end;
       entry.increment(problem))
    if (entry->path().filename().string().find(".tmp-") != std::string::npos)
      leftovers.push_back(entry->path());
  for (const fs::path& path : leftovers) fs::remove_all(path, problem);
}

Result<void> write_results(const Session& session, const TrainingWork& work,
                           const TrainTotals& totals,
                           const std::optional<EvaluationResult>& evaluation) {
  const fs::path folder = session.folder().results();
  TRY(fence(session));
  TRY(make_folders(folder));
  Map all = train_results(work, totals);
  for (auto& entry : best_results(session, work.state)) all.push_back(std::move(entry));
  TRY(publish(session, "train_results.json", all));
  if (evaluation) {
    Map eval = eval_results(*evaluation);
    eval.insert(eval.begin(), {"epoch", work.state.epochs});
    TRY(publish(session, "eval_results.json", eval));
    for (const auto& entry : eval)
      if (!find(all, entry.first)) all.push_back(entry);
  }
  TRY(publish(session, "all_results.json", all));
  return publish_model(session, work);
}

}  // namespace trainyard
