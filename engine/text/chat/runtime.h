// SPDX-License-Identifier: GPL-3.0-or-later
// State shared by functions, filters and tests during one rendering, and the handling of their
// arguments.
#pragma once

#include <array>
#include <ctime>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/text/chat/template_value.h"

namespace trainyard::chat {

struct Runtime {
  Work work;
  std::optional<std::tm> now;  // the time for strftime_now; if not set, the local time
  std::vector<Any> spaces;     // every namespace() created, as they may form reference cycles
};

struct Arguments {
  std::vector<Any> positional;
  std::vector<std::pair<std::string, Any>> keywords;
};

// Assigns arguments to a function's parameters by name, missing if not given; fails for excess,
// unknown and duplicate ones and if one of the first `required` is absent.
void bind_arguments(const char* function, Arguments& arguments, const char* const* names,
                    std::size_t count, std::size_t required, Any* bound);
template <std::size_t count>
std::array<Any, count> bind(const char* function, Arguments& arguments, std::size_t required,
                            const char* const (&names)[count]) {
  std::array<Any, count> bound;
  bind_arguments(function, arguments, names, count, required, bound.data());
  return bound;
}
void take_no_arguments(const char* function, const Arguments& arguments);

inline bool is_given(const Any& argument) { return !argument.is(Kind::missing); }
// Given and not None.
inline bool is_there(const Any& argument) { return is_given(argument) && !argument.is(Kind::none); }

// The argument converted as in Python; fails for other types.
std::int64_t whole_argument(const char* function, const Any& argument);
std::string_view text_argument(const char* function, const Any& argument);
bool truth_argument(const Any& argument);  // not given: false
[[noreturn]] void fail_argument(const char* function, const Any& argument);
// Fails for a feature of Jinja or Python that chat templates do not use.
[[noreturn]] void fail_unsupported(std::string what);

// The largest text that a single operation may create.
inline constexpr std::size_t max_text_bytes = std::size_t{64} << 20;

}  // namespace trainyard::chat
