// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/chat/filters.h"

#include <algorithm>
#include <map>

#include "engine/text/unicode/python_characters.h"
#include "engine/text/chat/value_text.h"

namespace trainyard::chat {

const Filter* find_filter(std::string_view name) {
  static const auto table = [] {
    std::map<std::string_view, const Filter*> filters;
    for (const auto& part : {text_filters(), number_filters(), sequence_filters(), order_filters(),
                             selection_filters()})
      for (const Filter& filter : part) filters.emplace(filter.name, &filter);
    return filters;
  }();
  const auto place = table.find(name);
  return place == table.end() ? nullptr : place->second;
}

Any soft_text(const Any& input, Work& work) {
  return input.is(Kind::text) ? input : Any::text(str_of(input, work));
}

Any without_case(const Any& value, Work& work) {
  if (!value.is(Kind::text)) return value;
  work.spend_bytes(value.text().size());
  return Any::text(python::lower_case(value.text()));
}

}  // namespace trainyard::chat
