// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/value.h"

namespace trainyard {

const Value* find(const Map& map, const std::string& key) {
  for (const auto& [name, value] : map)
    if (name == key) return &value;
  return nullptr;
}

}  // namespace trainyard
