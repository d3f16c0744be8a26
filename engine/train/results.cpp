// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/results.h"

#include <fcntl.h>
#include <linux/fs.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>

#include "engine/checkpoint/hugging_face.h"
#include "engine/contract/files/whole_file.h"
#include "engine/contract/files/durable_file.h"
#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/train/agreement.h"
#include "engine/train/checkpoint_share.h"
#include "engine/train/failure.h"
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
  const std::int64_t learned = state.step - state.steps_without_targets;
  const double samples =
      steps * static_cast<double>(work.batch.per_device * work.batch.accumulation *
                                  work.group->ranks().world_size);
  const std::int64_t num_examples = work.source->num_examples();
  return {{"epoch", state.epochs},
          {"train_loss",
           learned > 0 ? Value(state.loss_total / static_cast<double>(learned)) : Value()},
          {"train_runtime", totals.seconds},
          {"train_samples", num_examples > 0 ? Value(num_examples) : Value()},
          {"train_samples_per_second", samples / seconds},
          {"train_steps_per_second", steps / seconds},
          {"train_steps", state.step},
          {"train_tokens", state.tokens}};
}

// The best evaluation, with the keys of Trainer's trainer_state.json; empty if it was not requested
// or there is none.
Map best_results(const Session& session, const TrainingState& state) {
  if (!session.experiment().checkpoint.save_best || !state.best_metric) return {};
  const fs::path checkpoint = session.folder().checkpoints() / checkpoint_name(state.best_step);
  std::error_code ignored;
  return {{"best_global_step", state.best_step},
          {"best_metric", *state.best_metric},
          {"best_model_checkpoint",
           fs::exists(checkpoint, ignored) ? Value(checkpoint.string()) : Value()}};
}

// "test/loss" is test_loss in the reference's files; run_clm writes the validation perplexity
// without prefix.
std::string result_key(const std::string& metric) {
  const std::size_t slash = metric.find('/');
  if (metric == "eval/perplexity") return "perplexity";
  return metric.substr(0, slash) + "_" + metric.substr(slash + 1);
}

// The prefix for the validation split follows the reference; others use their name.
std::string result_prefix(const std::string& split) {
  return split == "validation" ? "eval" : split;
}

Result<void> fence(const Session& session) {
  if (!is_superseded(session.folder(), session.attempt())) return {};
  return make_error("superseded.results", {});
}

Result<void> publish(const Session& session, const char* file, const Map& content) {
  return write_file_atomically(session.folder().results() / file, to_json(Value(content)) + "\n",
                               [&session] { return fence(session); });
}

// Exchanges the two names atomically, so that the result always exists. If the file system does not
// support that (NFS), the old one is moved aside for an instant, where recover_results() finds it.
Result<void> take_the_place_of(const fs::path& there, const fs::path& unfinished) {
  // Synced before the old one is removed: a power failure could undo just the exchange.
  if (::renameat2(AT_FDCWD, unfinished.c_str(), AT_FDCWD, there.c_str(), RENAME_EXCHANGE) == 0)
    return sync_folder(there.parent_path());
  if (errno != EINVAL && errno != ENOSYS) return file_error(there, errno, FileStep::publish);
  const fs::path old = there.string() + set_aside;
  std::error_code problem;
  fs::remove_all(old, problem);
  fs::rename(there, old, problem);
  if (problem) return file_error(old, problem.value(), FileStep::publish);
  TRY(rename_new(unfinished, there));
  TRY(sync_folder(there.parent_path()));
  fs::remove_all(old, problem);
  return {};
}

// A folder in results/ that becomes results/<name>, replacing what was there. What is left of it is
// removed at the end: it is unfinished, or from an earlier, shorter training.
class ReplacingFolder {
 public:
  ReplacingFolder(const Session& session, const std::string& name)
      : session_(session), wanted_(session.folder().results() / name) {
    char suffix[32];
    std::snprintf(suffix, sizeof suffix, ".tmp-%04lld", static_cast<long long>(session.attempt()));
    unfinished_ = wanted_.string() + suffix;
  }
  ~ReplacingFolder() {
    std::error_code ignored;
    if (session_.is_first_rank()) fs::remove_all(unfinished_, ignored);
  }
  ReplacingFolder(const ReplacingFolder&) = delete;
  ReplacingFolder& operator=(const ReplacingFolder&) = delete;

  const fs::path& unfinished() const { return unfinished_; }

  Result<void> make() const {
    std::error_code problem;
    fs::remove_all(unfinished_, problem);
    if (!fs::create_directories(unfinished_, problem))
      return file_error(unfinished_, problem.value(), FileStep::write);
    return {};
  }

  Result<void> publish() const {
    TRY(sync_folder(unfinished_));
    TRY(fence(session_));
    std::error_code ignored;
    if (fs::exists(wanted_, ignored)) {
      TRY(take_the_place_of(wanted_, unfinished_));
    } else {
      TRY(rename_new(unfinished_, wanted_));
    }
    TRY(sync_folder(wanted_.parent_path()));
    return sync_folder(session_.folder().root);
  }

 private:
  const Session& session_;
  fs::path wanted_, unfinished_;
};

}  // namespace

Map eval_results(const EvaluationResult& evaluation, const std::string& prefix) {
  const double seconds = std::max(evaluation.seconds, 1e-9);
  const auto samples = static_cast<double>(evaluation.num_examples),
             batches = static_cast<double>(evaluation.num_batches);
  Map results{{prefix + "_runtime", evaluation.seconds},
              {prefix + "_samples", evaluation.num_examples},
              {prefix + "_samples_per_second", samples / seconds},
              {prefix + "_steps_per_second", batches / seconds}};
  for (const auto& [name, value] : evaluation.metrics)
    results.emplace_back(result_key(name), value);
  return results;
}

void recover_results(const RunFolder& run) {
  std::error_code problem;
  std::vector<fs::path> leftovers, aside;
  for (fs::directory_iterator entry(run.results(), problem), end; !problem && entry != end;
       entry.increment(problem)) {
    if (entry->path().filename().string().find(".tmp-") != std::string::npos)
      leftovers.push_back(entry->path());
    else if (entry->path().extension() == set_aside)
      aside.push_back(entry->path());
  }
  for (const fs::path& old : aside) {
    const fs::path name = fs::path(old).replace_extension();
    if (!fs::exists(name, problem)) fs::rename(old, name, problem);
  }
  for (const fs::path& path : leftovers) fs::remove_all(path, problem);
}

namespace {

Result<void> write_numbers(const Session& session, const TrainingWork& work,
                           const TrainTotals& totals, const std::vector<SplitResult>& splits) {
  TRY(fence(session));
  TRY(make_folders(session.folder().results()));
  Map all = train_results(work, totals);
  for (auto& entry : best_results(session, work.state)) all.push_back(std::move(entry));
  TRY(publish(session, "train_results.json", all));
  for (const SplitResult& split : splits) {
    const std::string prefix = result_prefix(split.split);
    Map results = eval_results(split.evaluation, prefix);
    results.insert(results.begin(), {"epoch", work.state.epochs});
    TRY(publish(session, (prefix + "_results.json").c_str(), results));
    for (const auto& entry : results)
      if (!find(all, entry.first)) all.push_back(entry);
    const ReplacingFolder folder(session, split.split);
    TRY(folder.make());
    TRY(write_split_files(folder.unfinished(), split));
    TRY(folder.publish());
  }
  return publish(session, "all_results.json", all);
}

}  // namespace

void write_results(const Session& session, TrainingWork& work, const TrainTotals& totals,
                   const std::vector<SplitResult>& splits) {
  const bool is_first = session.is_first_rank();
  const ReplacingFolder folder(session, model_name);
  const ModelContent content =
      model_content(session, work, weights_to_write(session, work, /*copies=*/nullptr));
  Result<void> done;
  if (is_first) done = write_numbers(session, work, totals, splits);
  if (is_first && done) done = folder.make();
  throw_unless_ok(outcome_of_ranks(work, done));
  done = write_model_folder(folder.unfinished(), content);
  throw_unless_ok(outcome_of_ranks(work, done));
  if (is_first) done = folder.publish();
  throw_unless_ok(outcome_of_ranks(work, done));
}

}  // namespace trainyard
