// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/chat/runtime.h"

#include "engine/text/chat/value_comparison.h"

namespace trainyard::chat {

void bind_arguments(const char* function, Arguments& arguments, const char* const* names,
                    std::size_t count, std::size_t required, Any* bound) {
  if (arguments.positional.size() > count) fail("chat.too_many_arguments", {{"name", function}});
  for (std::size_t i = 0; i < arguments.positional.size(); ++i)
    bound[i] = std::move(arguments.positional[i]);
  for (auto& [name, value] : arguments.keywords) {
    std::size_t place = 0;
    while (place < count && name != names[place]) ++place;
    if (place == count || is_given(bound[place]))
      fail("chat.bad_argument", {{"name", function}, {"argument", name}});
    bound[place] = std::move(value);
  }
  for (std::size_t i = 0; i < required; ++i)
    if (!is_given(bound[i])) fail("chat.no_argument", {{"name", function}, {"argument", names[i]}});
}

void take_no_arguments(const char* function, const Arguments& arguments) {
  if (!arguments.positional.empty() || !arguments.keywords.empty())
    fail("chat.too_many_arguments", {{"name", function}});
}

void fail_argument(const char* function, const Any& argument) {
  must_be_defined(argument);
  fail("chat.argument_type", {{"name", function}, {"type", type_name(argument)}});
}

std::int64_t whole_argument(const char* function, const Any& argument) {
  if (!argument.is_integral()) fail_argument(function, argument);
  return argument.to_integer();
}

std::string_view text_argument(const char* function, const Any& argument) {
  if (!argument.is(Kind::text)) fail_argument(function, argument);
  return argument.text();
}

bool truth_argument(const Any& argument) { return is_true(argument); }

void fail_unsupported(std::string what) { fail("chat.unsupported", {{"what", std::move(what)}}); }

}  // namespace trainyard::chat
