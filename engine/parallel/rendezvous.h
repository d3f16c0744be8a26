// SPDX-License-Identifier: GPL-3.0-or-later
// The rendezvous of the ranks: c10d's key-value store, hosted by rank 0 at MASTER_ADDR:MASTER_PORT.
#pragma once

#include <chrono>
#include <string>

#include <torch/csrc/distributed/c10d/Store.hpp>

#include "engine/contract/result.h"
#include "engine/parallel/process_group.h"

namespace trainyard {

// Waits until all ranks have joined. Errors (exit code 5): the port is in use, rank 0 cannot be
// reached, a rank is missing after `timeout`.
Result<c10::intrusive_ptr<c10d::Store>> meet(const RankInfo& ranks, std::chrono::seconds timeout);

// Returns this node's numeric address as seen by the other ranks: loopback if all ranks are on one
// node, else the address from which MASTER_ADDR is reached or, if that name resolves to loopback
// here, the node's first other address.
Result<std::string> own_address(const RankInfo& ranks);

}  // namespace trainyard
