// The ranks of a run: torchrun's variables read once, collectives through c10d.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <ATen/ATen.h>

#include "engine/contract/result.h"
#include "engine/model/parameters.h"

namespace trainyard {

// RANK, WORLD_SIZE, LOCAL_RANK, LOCAL_WORLD_SIZE, MASTER_ADDR, MASTER_PORT. Without them: one lone
// process.
struct RankInfo {
  std::int64_t rank = 0, world_size = 1, local_rank = 0, local_world_size = 1;
  std::string master_address;
  std::uint16_t master_port = 0;
};
// Errors: some set and others not, not numbers, rank outside the world.
Result<RankInfo> rank_info_from_environment();

// Ranks died or did not answer within the timeout; main() turns it into exit code 5.
class CommunicationError : public std::runtime_error {
 public:
  // `silent`: the ranks that no longer answer, as far as they are known.
  CommunicationError(const std::string& text, std::vector<std::int64_t> silent)
      : std::runtime_error(text), silent_(std::move(silent)) {}
  const std::vector<std::int64_t>& silent() const { return silent_; }

 private:
  std::vector<std::int64_t> silent_;
};

// All calls are collective: every rank makes the same ones in the same order. With one rank they do
// nothing. They throw CommunicationError.
class ProcessGroup {
 public:
  virtual ~ProcessGroup() = default;
  virtual const RankInfo& ranks() const = 0;
  virtual void all_reduce_sum(at::Tensor& tensor) = 0;
  virtual void broadcast(at::Tensor& tensor, std::int64_t root) = 0;
  virtual void barrier() = 0;

  // How long the following calls wait for the other ranks.
  virtual void set_timeout(std::chrono::milliseconds timeout) = 0;

  // Sums the flat gradients of every layer over the ranks, the same result on each rank, in an
  // order that depends on the number of ranks alone.
  void reduce_gradients(Parameters& parameters);
};

// Gloo for the processor, NCCL for GPUs.
Result<std::unique_ptr<ProcessGroup>> make_process_group(const RankInfo& ranks, at::Device device,
                                                         std::chrono::seconds timeout);

}  // namespace trainyard
