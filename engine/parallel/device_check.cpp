// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/parallel/device_check.h"

#include <cstdlib>
#include <map>
#include <vector>

#include "engine/contract/messages.h"
#include "engine/parallel/error_text.h"
#include "engine/parallel/presence.h"
#include "engine/parallel/store_text.h"
#include "engine/system/first_line.h"

namespace trainyard {

namespace {

constexpr const char* verdict_key = "devices";
// The first rank finds who is missing, and then has to tell the others.
constexpr auto verdict_grace = std::chrono::seconds(5);

constexpr const char* device_prefix = "device/";

std::string device_key(std::int64_t rank) { return device_prefix + std::to_string(rank); }

bool may_share_devices() {
  const char* enabled = std::getenv("NCCL_MULTI_RANK_GPU_ENABLE");
  return enabled && std::string(enabled) == "1";
}

Error missing_error(const std::vector<std::int64_t>& missing, const RankInfo& ranks,
                    const std::string& detail) {
  return lost_ranks_error(missing, ranks, make_error("communication.in_connecting", {}), detail);
}

// Of the first rank, for all.
Result<void> compare(c10d::Store& store, const RankInfo& ranks, std::chrono::milliseconds timeout) {
  std::vector<std::string> keys;
  for (std::int64_t rank = 0; rank < ranks.world_size; ++rank) keys.push_back(device_key(rank));
  if (!wait_for_keys(store, keys, timeout))
    return missing_error(ranks_without(store, device_prefix, ranks.world_size), ranks,
                         "its GPU is not known");
  std::map<std::string, std::int64_t> users;
  for (std::int64_t rank = 0; rank < ranks.world_size; ++rank) {
    const std::string device = text_of(store.get(keys[static_cast<std::size_t>(rank)]));
    const auto [entry, is_new] = users.emplace(device, rank);
    if (is_new || may_share_devices()) continue;
    const std::string node = device.substr(0, device.find('\n'));
    return make_error("gpu.same_device",
                      {{"first", entry->second}, {"second", rank}, {"node", node}});
  }
  return {};
}

}  // namespace

Result<void> check_devices(c10d::Store& store, const RankInfo& ranks, const DeviceIdentity& own,
                           std::chrono::milliseconds timeout) {
  try {
    store.set(device_key(ranks.rank), bytes_of(own.node + "\n" + own.id));
    if (ranks.rank == 0) {
      const Result<void> outcome = compare(store, ranks, timeout);
      const std::string verdict = outcome ? "ok" : text_of_error(outcome.error());
      store.set(verdict_key, bytes_of(verdict));
      return outcome;
    }
    if (!wait_for_keys(store, {verdict_key}, timeout + verdict_grace))
      return missing_error({0}, ranks, "no answer about GPUs");
    const std::string verdict = text_of(store.get(verdict_key));
    if (verdict == "ok") return {};
    const auto error = error_of_text(verdict);
    return error ? *error : missing_error({0}, ranks, "its answer about GPUs is damaged");
  } catch (const std::exception& error) {
    return missing_error({0}, ranks, first_line(error.what()));
  }
}

}  // namespace trainyard
