// SPDX-License-Identifier: GPL-3.0-or-later
// What stands behind "|": the filters of Jinja2, and tojson as chat templates have it.
#pragma once

#include <span>
#include <string_view>

#include "engine/text/chat/runtime.h"

namespace trainyard::chat {

struct Filter {
  std::string_view name;
  Any (*apply)(const Any& input, Arguments& arguments, Runtime& runtime);
};

// Null when there is none of the name.
const Filter* find_filter(std::string_view name);

// The parts of the table.
std::span<const Filter> text_filters();
std::span<const Filter> number_filters();
std::span<const Filter> sequence_filters();
std::span<const Filter> order_filters();
std::span<const Filter> selection_filters();

// The filter's input as text: str(value), which stays marked safe.
Any soft_text(const Any& input, Work& work);
// Texts in lower case, anything else as it is: what is compared where case does not count.
Any without_case(const Any& value, Work& work);

}  // namespace trainyard::chat
