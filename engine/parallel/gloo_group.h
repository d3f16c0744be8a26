// The process group of ranks on processors.
#pragma once

#include <chrono>
#include <memory>

#include "engine/contract/result.h"
#include "engine/parallel/process_group.h"

namespace trainyard {

// Listens at own_address(), or on the interface that GLOO_SOCKET_IFNAME names.
Result<std::unique_ptr<ProcessGroup>> make_gloo_group(const RankInfo& ranks,
                                                      std::chrono::seconds timeout);

}  // namespace trainyard
