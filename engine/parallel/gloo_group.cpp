// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/parallel/gloo_group.h"

#include <cstdlib>

#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>

#include "engine/system/first_line.h"
#include "engine/contract/messages.h"
#include "engine/parallel/rendezvous.h"

namespace trainyard {

Result<c10::intrusive_ptr<c10d::Backend>> make_gloo_backend(
    const RankInfo& ranks, const c10::intrusive_ptr<c10d::Store>& store,
    std::chrono::seconds timeout) {
  TRY(const std::string address, own_address(ranks));
  try {
    auto options = c10d::ProcessGroupGloo::Options::create(timeout);
    const char* interface = std::getenv("GLOO_SOCKET_IFNAME");
    options->devices.push_back(
        interface && *interface ? c10d::ProcessGroupGloo::createDeviceForInterface(interface)
                                : c10d::ProcessGroupGloo::createDeviceForHostname(address));
    return c10::intrusive_ptr<c10d::Backend>(c10::make_intrusive<c10d::ProcessGroupGloo>(
        store, static_cast<int>(ranks.rank), static_cast<int>(ranks.world_size), options));
  } catch (const std::exception& error) {
    return make_error(
        "parallel.connect",
        {{"address", address}, {"rank", ranks.rank}, {"problem", first_line(error.what())}});
  }
}

}  // namespace trainyard
