// SPDX-License-Identifier: GPL-3.0-or-later
// The filters of Jinja2 that chat templates use, and their version of tojson.
#pragma once

#include <span>
#include <string_view>

#include "engine/text/chat/runtime.h"

namespace trainyard::chat {

struct Filter {
  std::string_view name;
  Any (*apply)(const Any& input, Arguments& arguments, Runtime& runtime);
};

// Null if there is no filter of this name.
const Filter* find_filter(std::string_view name);

// The parts of the table.
std::span<const Filter> text_filters();
std::span<const Filter> number_filters();
std::span<const Filter> list_filters();
std::span<const Filter> selection_filters();

}  // namespace trainyard::chat
