// SPDX-License-Identifier: GPL-3.0-or-later
// JSON objects of records, read several times as fast as parse_json reads them, which says what is
// wrong with those that are not read here.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "engine/contract/value.h"

namespace trainyard {

struct QuickObject {
  Map object;
  std::size_t size = 0;  // bytes of it
};

// The object that `text` begins with. Nothing for whatever is not plainly one: one that goes on
// past the end of `text`, bytes that are not UTF-8, numbers outside of double's range, depth above
// 64, and every fault. What is given equals what parse_json makes of the same bytes.
std::optional<QuickObject> read_quickly(std::string_view text);

}  // namespace trainyard
