// SPDX-License-Identifier: GPL-3.0-or-later
// The gloo backend: for ranks on CPUs, and for host tensors of ranks on GPUs.
#pragma once

#include <chrono>

#include <torch/csrc/distributed/c10d/Backend.hpp>
#include <torch/csrc/distributed/c10d/Store.hpp>

#include "engine/contract/result.h"
#include "engine/parallel/process_group.h"

namespace trainyard {

// Listens on own_address(), or on the interface named by GLOO_SOCKET_IFNAME.
Result<c10::intrusive_ptr<c10d::Backend>> make_gloo_backend(
    const RankInfo& ranks, const c10::intrusive_ptr<c10d::Store>& store,
    std::chrono::seconds timeout);

}  // namespace trainyard
