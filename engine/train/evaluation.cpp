// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/evaluation.h"

#include <algorithm>
#include <chrono>
#include <numeric>

#include "engine/data/flat_rows.h"
#include "engine/data/order.h"
#include "engine/train/failure.h"
#include "engine/train/tensors.h"

namespace trainyard {

namespace {

// Returns examples [first, first + count) in file order, always with the same keys.
MicroBatch read_examples(const Dataset& dataset, std::int64_t first, std::int64_t count) {
  std::vector<std::int64_t> examples(static_cast<std::size_t>(count));
  std::iota(examples.begin(), examples.end(), first);
  MicroBatch rows = value_or_throw(dataset.rows(examples));
  for (const std::int64_t example : examples)
    rows.row_keys.push_back(row_key(0, 0, static_cast<std::uint64_t>(example)));
  return rows;
}

}  // namespace

std::optional<double> EvaluationResult::metric(const std::string& name) const {
  for (const auto& [key, value] : metrics)
    if (key == name) return value;
  return std::nullopt;
}

bool higher_is_better(const std::string& metric) {
  return !metric.ends_with("loss") && !metric.ends_with("perplexity") && !metric.ends_with("mse");
}

void rename_metrics(EvaluationResult& result, const std::string& split) {
  for (auto& [name, value] : result.metrics) name = split + name.substr(name.find('/'));
}

std::optional<EvaluationResult> evaluate(
    TrainingWork& work, const Dataset& dataset, std::int64_t batch_size,
    const std::function<bool(std::int64_t, std::int64_t)>& should_continue) {
  const auto start = std::chrono::steady_clock::now();
  const RankInfo& ranks = work.group->ranks();
  const std::int64_t num_batches = (dataset.num_examples() + batch_size - 1) / batch_size;
  const std::int64_t num_rounds = (num_batches + ranks.world_size - 1) / ranks.world_size;
  const std::unique_ptr<Evaluation> evaluation = work.task->evaluation(dataset.num_examples());
  for (std::int64_t round = 0; round < num_rounds; ++round) {
    const std::int64_t first = (round * ranks.world_size + ranks.rank) * batch_size;
    if (const std::int64_t count = std::min(batch_size, dataset.num_examples() - first);
        count > 0) {
      const MicroBatch rows = read_examples(dataset, first, count);
      const Batch batch =
          work.task->batch(work.is_padding_free ? flattened(rows) : rows, work.device);
      evaluation->add(*work.model, *work.parameters, batch, first);
    } else {
      walk_forward(*work.parameters);
    }
    if (!should_continue(round + 1, num_rounds)) return std::nullopt;
  }
  EvaluationResult result;
  work.group->set_purpose({"communication.of_evaluation"});
  const std::vector<double> totals = sum_over_ranks(work, evaluation->totals());
  result.metrics = evaluation->metrics(totals);
  std::vector<double> details = evaluation->details(totals);
  if (!details.empty()) details = sum_over_ranks(work, details);
  result.predictions = evaluation->predictions(totals, details);
  result.num_examples = dataset.num_examples();
  result.num_batches = num_batches;
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace trainyard
