// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/chat/builtins.h"

#include <iterator>

#include "engine/text/chat/iteration.h"
#include "engine/text/chat/value_comparison.h"
#include "engine/text/chat/value_text.h"

namespace trainyard::chat {
namespace {

constexpr std::int64_t kLongestRange = 100'000;  // as Jinja's sandbox has it

Any make_range(Arguments& arguments, Runtime&) {
  if (!arguments.keywords.empty())
    fail("chat.bad_argument", {{"name", "range"}, {"argument", arguments.keywords[0].first}});
  const auto& given = arguments.positional;
  if (given.empty()) fail("chat.no_argument", {{"name", "range"}, {"argument", "stop"}});
  if (given.size() > 3) fail("chat.too_many_arguments", {{"name", "range"}});
  auto range = std::make_unique<RangeObject>();
  range->start = given.size() > 1 ? whole_argument("range", given[0]) : 0;
  range->stop = whole_argument("range", given[given.size() > 1 ? 1 : 0]);
  range->step = given.size() > 2 ? whole_argument("range", given[2]) : 1;
  if (range->step == 0) fail("chat.slice_step");
  const bool goes_up = range->step > 0;
  const auto low =
      static_cast<unsigned __int128>(static_cast<__int128>(goes_up ? range->stop : range->start) -
                                     (goes_up ? range->start : range->stop));
  if (goes_up ? range->stop > range->start : range->stop < range->start) {
    const auto step = static_cast<unsigned __int128>(goes_up ? static_cast<__int128>(range->step)
                                                             : -static_cast<__int128>(range->step));
    const unsigned __int128 count = (low + step - 1) / step;
    if (count > kLongestRange) fail("chat.range_too_long", {{"most", kLongestRange}});
    range->count = static_cast<std::int64_t>(count);
  }
  return Any::object(Kind::range, range.release());
}

// What dict() and namespace() take: a dict or pairs, and keywords.
Any entries_of(const char* name, Arguments& arguments, Runtime& runtime) {
  if (arguments.positional.size() > 1) fail("chat.too_many_arguments", {{"name", name}});
  DictBuilder dict(runtime.work);
  if (!arguments.positional.empty()) {
    const Any& source = arguments.positional[0];
    if (source.is(Kind::dict)) {
      for (std::size_t i = 0; i < source.num_entries(); ++i)
        dict.add(source.key(i), source.value(i));
    } else {
      Cursor cursor(source);
      Any item;
      while (cursor.next(item, runtime.work)) {
        std::vector<Any> pair = items_of(item, runtime.work);
        if (pair.size() != 2) fail_argument(name, item);
        dict.add(std::move(pair[0]), std::move(pair[1]));
      }
    }
  }
  for (auto& [key, value] : arguments.keywords) dict.add(Any::text(key), std::move(value));
  return std::move(dict).finish();
}

Any make_dict(Arguments& arguments, Runtime& runtime) {
  return entries_of("dict", arguments, runtime);
}

Any make_space(Arguments& arguments, Runtime& runtime) {
  runtime.work.spend(20);
  auto space = std::make_unique<SpaceObject>();
  const Any entries = entries_of("namespace", arguments, runtime);
  for (std::size_t i = 0; i < entries.num_entries(); ++i) {
    // No attribute has another name than a text.
    if (entries.key(i).is(Kind::text))
      space->entries.emplace_back(entries.key(i).text(), entries.value(i));
  }
  runtime.spaces.push_back(Any::object(Kind::space, space.release()));
  return runtime.spaces.back();
}

Any raise_exception(Arguments& arguments, Runtime& runtime) {
  const auto [message] = bind("raise_exception", arguments, 1, {"message"});
  fail("chat.raised", {{"message", str_of(message, runtime.work)}});
}

Any strftime_now(Arguments& arguments, Runtime& runtime) {
  const auto [format] = bind("strftime_now", arguments, 1, {"format"});
  return Any::text(formatted_time(text_argument("strftime_now", format), runtime.now));
}

Any unsupported_builtin(Arguments&, Runtime&) {
  fail("chat.unsupported", {{"what", "lipsum, cycler or joiner"}});
}

struct Builtin {
  std::string_view name;
  Any (*call)(Arguments& arguments, Runtime& runtime);
};
constexpr Builtin kBuiltins[] = {
    {"range", make_range},           {"dict", make_dict},
    {"namespace", make_space},       {"raise_exception", raise_exception},
    {"strftime_now", strftime_now},  {"lipsum", unsupported_builtin},
    {"cycler", unsupported_builtin}, {"joiner", unsupported_builtin}};

}  // namespace

Any builtin_of(std::string_view name) {
  for (unsigned which = 0; which < std::size(kBuiltins); ++which)
    if (kBuiltins[which].name == name) return Any::builtin(which);
  return {};
}

Any call_builtin(unsigned which, Arguments& arguments, Runtime& runtime) {
  runtime.work.spend(1);
  return kBuiltins[which].call(arguments, runtime);
}

}  // namespace trainyard::chat
