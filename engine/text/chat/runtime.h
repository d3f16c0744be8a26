// SPDX-License-Identifier: GPL-3.0-or-later
// What functions, filters and tests of a template share while one conversation is rendered, and how
// they are given their arguments.
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
  std::optional<std::tm> now;  // what strftime_now prints; without it the local time
  std::vector<Any> spaces;     // every namespace() made, which may hold themselves
};

struct Arguments {
  std::vector<Any> positional;
  std::vector<std::pair<std::string, Any>> keywords;
};

// The arguments by the names of a function's parameters, missing where not given; fails for too
// many, unknown and doubled ones and when one of the first `required` is not there.
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

// The argument as what Python would take it for; fails for other types.
std::int64_t whole_argument(const char* function, const Any& argument);
std::string_view text_argument(const char* function, const Any& argument);
bool truth_argument(const Any& argument);  // not given: false
[[noreturn]] void fail_argument(const char* function, const Any& argument);
// Of what Jinja or Python has and chat templates do not use.
[[noreturn]] void fail_unsupported(std::string what);

// The largest text that one operation may make.
inline constexpr std::size_t most_text_bytes = std::size_t{64} << 20;

}  // namespace trainyard::chat
