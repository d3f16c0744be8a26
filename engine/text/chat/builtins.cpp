// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/chat/builtins.h"

#include <iterator>

#include "engine/text/chat/iteration.h"
#include "engine/text/chat/text_format.h"
#include "engine/text/chat/value_text.h"

namespace trainyard::chat {
namespace {

constexpr int kLongestRange = 100'000;  // as in Jinja's sandbox

Any make_range(Arguments& arguments, Runtime& runtime) {
  if (!arguments.keywords.empty())
    fail("chat.bad_argument", {{"name", "range"}, {"argument", arguments.keywords[0].first}});
  const auto& given = arguments.positional;
  if (given.empty()) fail("chat.no_argument", {{"name", "range"}, {"argument", "stop"}});
  if (given.size() > 3) fail("chat.too_many_arguments", {{"name", "range"}});
  const std::int64_t start = given.size() > 1 ? whole_argument("range", given[0]) : 0;
  const std::int64_t stop = whole_argument("range", given[given.size() > 1 ? 1 : 0]);
  const std::int64_t step = given.size() > 2 ? whole_argument("range", given[2]) : 1;
  if (step == 0) fail("chat.slice_step");
  std::vector<Any> numbers;
  for (std::int64_t number = start; step > 0 ? number < stop : number > stop;) {
    if (numbers.size() == kLongestRange) fail("chat.range_too_long", {{"most", kLongestRange}});
    numbers.push_back(Any::integer(number));
    if (__builtin_add_overflow(number, step, &number)) break;
  }
  runtime.work.spend(numbers.size() / 8);
  return Any::sequence(Kind::range, std::move(numbers));
}

// The arguments of dict() and namespace(): a dict or pairs, and keywords.
Any entries_of(const char* name, Arguments& arguments, Runtime& runtime) {
  if (arguments.positional.size() > 1) fail("chat.too_many_arguments", {{"name", name}});
  auto* const dict = new DictObject;
  Any made = Any::object(Kind::dict, dict);
  if (!arguments.positional.empty()) {
    const Any& source = arguments.positional[0];
    for (const Any& item :
         source.is(Kind::dict) ? pairs_of(source, runtime.work) : items_of(source, runtime.work)) {
      std::vector<Any> pair = items_of(item, runtime.work);
      if (pair.size() != 2) fail_argument(name, item);
      dict->set(std::move(pair[0]), std::move(pair[1]), runtime.work);
    }
  }
  for (auto& [key, value] : arguments.keywords)
    dict->set(Any::text(key), std::move(value), runtime.work);
  return made;
}

Any make_dict(Arguments& arguments, Runtime& runtime) {
  return entries_of("dict", arguments, runtime);
}

Any make_space(Arguments& arguments, Runtime& runtime) {
  runtime.work.spend(20);
  auto space = std::make_unique<SpaceObject>();
  const Any entries = entries_of("namespace", arguments, runtime);
  for (std::size_t i = 0; i < entries.num_entries(); ++i) {
    // Attribute names are always texts.
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
  if (!runtime.now) {
    const std::time_t now = std::time(nullptr);
    ::localtime_r(&now, &runtime.now.emplace());
  }
  return Any::text(formatted_time(text_argument("strftime_now", format), *runtime.now));
}

struct Builtin {
  std::string_view name;
  Any (*call)(Arguments& arguments, Runtime& runtime);
};
constexpr Builtin kBuiltins[] = {{"range", make_range},
                                 {"dict", make_dict},
                                 {"namespace", make_space},
                                 {"raise_exception", raise_exception},
                                 {"strftime_now", strftime_now},
                                 {"lipsum", nullptr},
                                 {"cycler", nullptr},
                                 {"joiner", nullptr}};

}  // namespace

Any builtin_of(std::string_view name) {
  for (unsigned which = 0; which < std::size(kBuiltins); ++which)
    if (kBuiltins[which].name == name) return Any::builtin(which);
  return {};
}

Any call_builtin(unsigned which, Arguments& arguments, Runtime& runtime) {
  runtime.work.spend(1);
  if (kBuiltins[which].call == nullptr) fail_unsupported(std::string(kBuiltins[which].name) + "()");
  return kBuiltins[which].call(arguments, runtime);
}

}  // namespace trainyard::chat
