// SPDX-License-Identifier: GPL-3.0-or-later
// The backend of ranks on processors, and of what ranks on GPUs tell each other from the host.
#pragma once

#include <chrono>

#include <torch/csrc/distributed/c10d/Backend.hpp>
#include <torch/csrc/distributed/c10d/Store.hpp>

#include "engine/contract/result.h"
#include "engine/parallel/process_group.h"

namespace trainyard {

// Listens at own_address(), or on the interface that GLOO_SOCKET_IFNAME names.
Result<c10::intrusive_ptr<c10d::Backend>> make_gloo_backend(
    const RankInfo& ranks, const c10::intrusive_ptr<c10d::Store>& store,
    std::chrono::seconds timeout);

}  // namespace trainyard
