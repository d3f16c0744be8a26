// Batches of one rank, read ahead by a thread into a bounded queue.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "engine/contract/result.h"
#include "engine/data/micro_batch.h"
#include "engine/data/plan.h"
#include "engine/data/token_file.h"

namespace trainyard {

struct StepBatches {
  std::vector<MicroBatch> micro_batches;  // one for each accumulation step
  DataPosition after;                     // where the data stands once the step is done
};

// The batches of one rank for the step that starts at `position`, read now.
Result<StepBatches> read_step(const BlockDataset& dataset, const BatchPlan& plan, std::int64_t rank,
                              std::uint64_t seed, DataPosition position);

// Endless: epochs follow each other. The dataset must outlive the stream. next() waits; an error
// ends the stream, and so does what the reading thread throws (out of memory), which next() throws
// again.
class BatchStream {
 public:
  BatchStream(const BlockDataset& dataset, BatchPlan plan, std::int64_t rank, std::uint64_t seed,
              DataPosition start);
  ~BatchStream();
  BatchStream(const BatchStream&) = delete;
  BatchStream& operator=(const BatchStream&) = delete;

  Result<StepBatches> next();

 private:
  void run();
  void read_ahead();

  const BlockDataset& dataset_;
  const BatchPlan plan_;
  const std::int64_t rank_;
  const std::uint64_t seed_;
  DataPosition position_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Result<StepBatches>> queue_;
  std::exception_ptr thrown_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace trainyard
