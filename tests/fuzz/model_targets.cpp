// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdlib>
#include <string>

#include "engine/contract/json.h"
#include "engine/model/architecture.h"
#include "tests/fuzz/targets.h"

namespace trainyard {
namespace {

// config.json as any of the families: a model whose table can be counted, or an error with a
// sentence.
void fuzz_config(std::string_view input) {
  const auto json = parse_json(input);
  const Map* config = json ? json->get_if<Map>() : nullptr;
  if (!config) return;
  for (const Architecture& architecture : architectures())
    for (const HeadKind head : {HeadKind::language_modeling, HeadKind::sequence_classification,
                                HeadKind::token_classification}) {
      const auto model = architecture.make(*config, head);
      if (!model) {
        if (model.error().message.empty()) std::abort();
        continue;
      }
      if (num_elements((*model)->table()) <= 0) std::abort();
      static_cast<void>(to_json(Value((*model)->config())));
      static_cast<void>((*model)->max_positions());
    }
}

constexpr FuzzTarget kTargets[] = {{"config", fuzz_config}};

}  // namespace

std::span<const FuzzTarget> fuzz_targets() { return kTargets; }

}  // namespace trainyard
