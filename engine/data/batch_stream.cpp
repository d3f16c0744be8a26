#include "engine/data/batch_stream.h"

#include <algorithm>

#include "engine/data/order.h"

namespace trainyard {

namespace {
constexpr std::size_t batch_queue_limit = 4;  // steps
}

Result<StepBatches> read_step(const BlockDataset& dataset, const BatchPlan& plan, std::int64_t rank,
                              std::uint64_t seed, DataPosition position) {
  const EpochOrder order(seed, position.epoch, plan.num_examples);
  const std::int64_t length = dataset.sequence_length();
  StepBatches step;
  step.after = plan.after(position);
  for (std::int64_t micro = 0; micro < plan.accumulation; ++micro) {
    MicroBatch& batch = step.micro_batches.emplace_back();
    batch.length = length;
    batch.first_row = (micro * plan.world_size + rank) * plan.per_device;
    const std::int64_t left = plan.num_examples - position.example - batch.first_row;
    batch.num_rows = std::clamp<std::int64_t>(left, 0, plan.per_device);
    batch.input_ids.resize(batch.num_rows * length);
    for (std::int64_t row = 0; row < batch.num_rows; ++row) {
      const std::uint64_t example = order[position.example + batch.first_row + row];
      std::span<std::int64_t> out(batch.input_ids.data() + row * length, length);
      TRY(dataset.example(static_cast<std::int64_t>(example), out));
    }
  }
  return step;
}

BatchStream::BatchStream(const BlockDataset& dataset, BatchPlan plan, std::int64_t rank,
                         std::uint64_t seed, DataPosition start)
    : dataset_(dataset), plan_(plan), rank_(rank), seed_(seed), position_(start), thread_([this] {
        run();
      }) {}

BatchStream::~BatchStream() {
  {
    std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void BatchStream::run() {
  try {
    read_ahead();
  } catch (...) {
    const std::lock_guard lock(mutex_);
    thrown_ = std::current_exception();
    changed_.notify_all();
  }
}

void BatchStream::read_ahead() {
  for (bool failed = false; !failed;) {
    Result<StepBatches> step = read_step(dataset_, plan_, rank_, seed_, position_);
    failed = !step.ok();
    if (!failed) position_ = step->after;
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return stopping_ || queue_.size() < batch_queue_limit; });
    if (stopping_) return;
    queue_.push_back(std::move(step));
    changed_.notify_all();
  }
}

Result<StepBatches> BatchStream::next() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !queue_.empty() || thrown_; });
  if (queue_.empty()) std::rethrow_exception(thrown_);
  if (!queue_.front().ok()) return queue_.front().error();
  Result<StepBatches> step = std::move(queue_.front());
  queue_.pop_front();
  changed_.notify_all();
  return step;
}

}  // namespace trainyard
