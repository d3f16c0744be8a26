#include "engine/train/evaluation.h"

#include <algorithm>
#include <chrono>

#include "engine/train/failure.h"
#include "engine/train/tensors.h"

namespace trainyard {

namespace {

// Examples [first, first + count) in the order of the file.
MicroBatch read_examples(const BlockDataset& dataset, std::int64_t first, std::int64_t count) {
  MicroBatch batch;
  batch.num_rows = count;
  batch.length = dataset.sequence_length();
  batch.first_row = first;
  batch.input_ids.resize(count * dataset.sequence_length());
  for (std::int64_t row = 0; row < count; ++row) {
    const std::span<std::int64_t> out(batch.input_ids.data() + row * dataset.sequence_length(),
                                      dataset.sequence_length());
    throw_unless_ok(dataset.example(first + row, out));
  }
  return batch;
}

}  // namespace

std::optional<double> EvaluationResult::metric(const std::string& name) const {
  for (const auto& [key, value] : metrics)
    if (key == name) return value;
  return std::nullopt;
}

bool higher_is_better(const std::string& metric) {
  return !metric.ends_with("loss") && !metric.ends_with("perplexity");
}

std::optional<EvaluationResult> evaluate(
    TrainingWork& work, const ForwardMode& mode,
    const std::function<bool(std::int64_t, std::int64_t)>& go_on) {
  const auto start = std::chrono::steady_clock::now();
  const BlockDataset& dataset = *work.validation;
  const RankInfo& ranks = work.group->ranks();
  const std::int64_t size = work.plan.per_device;
  const std::int64_t num_batches = (dataset.num_examples() + size - 1) / size;
  const std::int64_t num_rounds = (num_batches + ranks.world_size - 1) / ranks.world_size;
  const std::unique_ptr<Evaluation> evaluation = work.task->evaluation();
  for (std::int64_t round = 0; round < num_rounds; ++round) {
    const std::int64_t first = (round * ranks.world_size + ranks.rank) * size;
    if (const std::int64_t count = std::min(size, dataset.num_examples() - first); count > 0) {
      const Batch batch = work.task->batch(read_examples(dataset, first, count), work.device);
      evaluation->add(*work.model, *work.parameters, batch, mode);
    }
    if (!go_on(round + 1, num_rounds)) return std::nullopt;
  }
  EvaluationResult result;
  result.metrics = evaluation->metrics(sum_over_ranks(work, evaluation->totals()));
  result.num_examples = dataset.num_examples();
  result.num_batches = num_batches;
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace trainyard
