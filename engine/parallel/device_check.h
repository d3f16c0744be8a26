// SPDX-License-Identifier: GPL-3.0-or-later
// Compares the GPUs of all ranks before anything connects to them.
#pragma once

#include <chrono>
#include <string>

#include <torch/csrc/distributed/c10d/Store.hpp>

#include "engine/contract/result.h"
#include "engine/parallel/process_group.h"

namespace trainyard {

struct DeviceIdentity {
  std::string node;
  std::string id;  // GpuModule::device_id
};

// Collective. Errors on every rank: "gpu.same_device" (exit code 3), two ranks that use one GPU,
// which NCCL refuses after minutes and without their names, unless NCCL_MULTI_RANK_GPU_ENABLE says
// that it can; ranks that do not show theirs within `timeout`, "communication.rank(s)".
Result<void> check_devices(c10d::Store& store, const RankInfo& ranks, const DeviceIdentity& own,
                           std::chrono::milliseconds timeout);

}  // namespace trainyard
