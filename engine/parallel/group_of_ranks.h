// SPDX-License-Identifier: GPL-3.0-or-later
// A process group of ranks that have met in a store.
#pragma once

#include <chrono>
#include <memory>

#include <torch/csrc/distributed/c10d/Store.hpp>

#include "engine/contract/result.h"
#include "engine/parallel/process_group.h"

namespace trainyard {

// Nobody else uses the store's keys.
Result<std::unique_ptr<ProcessGroup>> make_group_of_ranks(
    const RankInfo& ranks, const c10::intrusive_ptr<c10d::Store>& store, at::Device device,
    std::chrono::seconds timeout, std::int64_t shard_degree);

}  // namespace trainyard
