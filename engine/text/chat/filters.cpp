// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/chat/filters.h"

#include <algorithm>

namespace trainyard::chat {

const Filter* find_filter(std::string_view name) {
  for (const auto& part : {text_filters(), number_filters(), list_filters(), selection_filters()}) {
    const auto place = std::ranges::find(part, name, &Filter::name);
    if (place != part.end()) return &*place;
  }
  return nullptr;
}

}  // namespace trainyard::chat
