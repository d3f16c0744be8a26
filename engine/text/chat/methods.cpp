// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/chat/methods.h"

#include <algorithm>

#include "engine/text/chat/iteration.h"
#include "engine/text/chat/loop_object.h"
#include "engine/text/chat/value_comparison.h"

namespace trainyard::chat {
namespace {

Any dict_items(const Any& self, Arguments& arguments, Runtime& runtime) {
  take_no_arguments("items", arguments);
  return Any::sequence(Kind::view, pairs_of(self, runtime.work));
}

template <bool of_keys>
Any dict_halves(const Any& self, Arguments& arguments, Runtime& runtime) {
  take_no_arguments("keys and values", arguments);
  runtime.work.spend(self.num_entries());
  std::vector<Any> halves;
  for (std::size_t i = 0; i < self.num_entries(); ++i)
    halves.push_back(of_keys ? self.key(i) : self.value(i));
  return Any::sequence(Kind::view, std::move(halves));
}

Any dict_get(const Any& self, Arguments& arguments, Runtime& runtime) {
  if (!arguments.keywords.empty())
    fail("chat.bad_argument", {{"name", "get"}, {"argument", arguments.keywords[0].first}});
  auto [key, missing] = bind("get", arguments, 1, {"key", "default"});
  must_be_hashable(key);
  Any value;
  if (find_key(self, key, value, runtime.work)) return value;
  return is_given(missing) ? missing : Any::none();
}

// A copy cannot be distinguished from the original, since nothing is mutable.
Any copied(const Any& self, Arguments& arguments, Runtime&) {
  take_no_arguments("copy", arguments);
  return self;
}

Any count_item(const Any& self, Arguments& arguments, Runtime& runtime) {
  const auto [wanted] = bind("count", arguments, 1, {"value"});
  std::int64_t count = 0;
  for (std::size_t i = 0; i < self.num_items(); ++i)
    count += are_equal(self.item(i), wanted, runtime.work);
  return Any::integer(count);
}

Any index_of_item(const Any& self, Arguments& arguments, Runtime& runtime) {
  const auto [wanted] = bind("index", arguments, 1, {"value"});
  for (std::size_t i = 0; i < self.num_items(); ++i)
    if (are_equal(self.item(i), wanted, runtime.work))
      return Any::integer(static_cast<std::int64_t>(i));
  fail("chat.not_found", {{"name", "index"}});
}

Any loop_cycle(const Any& self, Arguments& arguments, Runtime&) {
  if (arguments.positional.empty() || !arguments.keywords.empty())
    fail("chat.no_argument", {{"name", "loop.cycle"}, {"argument", "value"}});
  const auto index = static_cast<std::size_t>(self.as<LoopObject>().index0());
  return arguments.positional[index % arguments.positional.size()];
}

constexpr Method kDictMethods[] = {{"items", dict_items},
                                   {"keys", dict_halves<true>},
                                   {"values", dict_halves<false>},
                                   {"get", dict_get},
                                   {"copy", copied},
                                   {"pop", nullptr, true},
                                   {"popitem", nullptr, true},
                                   {"clear", nullptr, true},
                                   {"update", nullptr, true},
                                   {"setdefault", nullptr, true},
                                   {"fromkeys", nullptr}};
// Tuples and ranges have the first two.
constexpr Method kListMethods[] = {
    {"count", count_item},     {"index", index_of_item},  {"copy", copied},
    {"append", nullptr, true}, {"clear", nullptr, true},  {"pop", nullptr, true},
    {"extend", nullptr, true}, {"insert", nullptr, true}, {"remove", nullptr, true},
    {"sort", nullptr, true},   {"reverse", nullptr, true}};
constexpr Method kLoopMethods[] = {{"cycle", loop_cycle}};

std::span<const Method> methods_of(Kind kind) {
  switch (kind) {
    case Kind::text:
      return text_methods();
    case Kind::dict:
      return kDictMethods;
    case Kind::list:
      return kListMethods;
    case Kind::tuple:
    case Kind::range:
      return std::span(kListMethods).first(2);
    case Kind::loop:
      return kLoopMethods;
    default:
      return {};
  }
}

}  // namespace

bool may_be_method(std::string_view name) {
  const auto has = [&](Kind kind) {
    return std::ranges::find(methods_of(kind), name, &Method::name) != methods_of(kind).end();
  };
  return name.starts_with("__") || has(Kind::text) || has(Kind::dict) || has(Kind::list);
}

std::optional<Any> method_of(const Any& object, std::string_view name) {
  for (const Method& method : methods_of(object.kind())) {
    if (method.name != name) continue;
    auto* const bound = new MethodObject;
    bound->self = object;
    bound->method = &method;
    return Any::object(Kind::method, bound);
  }
  return std::nullopt;
}

Any call_method(const MethodObject& bound, Arguments& arguments, Runtime& runtime) {
  const Method& method = *bound.method;
  runtime.work.spend(1);
  if (method.call == nullptr)
    fail(method.changes ? "chat.unsafe" : "chat.unknown_method",
         {{"name", std::string(method.name)}});
  return method.call(bound.self, arguments, runtime);
}

}  // namespace trainyard::chat
