// SPDX-License-Identifier: GPL-3.0-or-later
// Where the ranks meet: c10d's key-value store, hosted by rank 0 at MASTER_ADDR:MASTER_PORT.
#pragma once

#include <chrono>
#include <string>

#include <torch/csrc/distributed/c10d/Store.hpp>

#include "engine/contract/result.h"
#include "engine/parallel/process_group.h"

namespace trainyard {

// Waits until all ranks have come. Errors (exit code 5): the port is taken, rank 0 cannot be
// reached, a rank is missing after `timeout`.
Result<c10::intrusive_ptr<c10d::Store>> meet(const RankInfo& ranks, std::chrono::seconds timeout);

// This node's own numeric address towards the other ranks: loopback when all ranks are on one node,
// else the address from which MASTER_ADDR is reached, else, when that is a name which stands for
// loopback here, the first other address of the node.
Result<std::string> own_address(const RankInfo& ranks);

}  // namespace trainyard
