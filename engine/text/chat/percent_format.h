// SPDX-License-Identifier: GPL-3.0-or-later
// Texts with places for values: Python's "%s" % values and "{}".format(values).
#pragma once

#include "engine/text/chat/runtime.h"

namespace trainyard::chat {

// format % values, for the conversions s, r, d, i, u, f, F, e, E, g, G, x, X, o, c and %.
std::string percent_format(std::string_view format, const Any& values, Work& work);

// format.format(...), with the fields {}, {0}, {name}, {0.attribute}, {0[key]}, the conversions !s
// and !r, and the usual specifications of texts and numbers.
std::string brace_format(std::string_view format, Arguments& arguments, Runtime& runtime);

// How one value is laid out, as both write it.
struct FieldLayout {
  char fill = ' ';
  char align = '\0';  // <, >, ^, =
  char sign = '\0';   // +, space
  bool alternate = false;
  std::size_t width = 0;
  std::string_view grouping;  // "," or "_"
  int precision = -1;
  char type = '\0';
};
// `value` as the type of the layout writes it, with sign and width.
std::string laid_out_number(const Any& value, const FieldLayout& layout);
std::string laid_out_text(std::string_view text, const FieldLayout& layout);

}  // namespace trainyard::chat
