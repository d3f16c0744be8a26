// SPDX-License-Identifier: GPL-3.0-or-later
// How state and work are distributed over ranks and memory.
#pragma once

#include <optional>

#include "engine/contract/describe/names.h"

namespace trainyard {

enum class Recompute { none, selective, full };
template <>
struct Names<Recompute> {
  static constexpr std::pair<Recompute, std::string_view> all[] = {
      {Recompute::none, "none"}, {Recompute::selective, "selective"}, {Recompute::full, "full"}};
};

struct ParallelSection {
  std::int64_t zero_stage = 0;
  std::optional<std::int64_t> shard_degree;
  bool offload_optimizer = false;
  bool offload_parameters = false;
  Recompute recompute = Recompute::none;
  bool offload_activations = false;
  std::int64_t connect_timeout_seconds = 300;
};

void describe(Section<ParallelSection>& section);

}  // namespace trainyard
