// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/chat/methods.h"

#include <algorithm>
#include <set>

#include "engine/text/chat/arithmetic.h"
#include "engine/text/chat/iteration.h"
#include "engine/text/chat/loop_object.h"
#include "engine/text/chat/value_comparison.h"

namespace trainyard::chat {
namespace {

Any unsupported_container_method(const Any&, Arguments&, Runtime&) {
  fail("chat.unsupported", {{"what", "this method"}});
}

Any view_of(const Any& self, ViewObject::Of of) {
  auto* const view = new ViewObject;
  view->dict = self;
  view->of = of;
  return Any::object(Kind::view, view);
}

Any dict_items(const Any& self, Arguments& arguments, Runtime&) {
  take_no_arguments("items", arguments);
  return view_of(self, ViewObject::Of::items);
}
Any dict_keys(const Any& self, Arguments& arguments, Runtime&) {
  take_no_arguments("keys", arguments);
  return view_of(self, ViewObject::Of::keys);
}
Any dict_values(const Any& self, Arguments& arguments, Runtime&) {
  take_no_arguments("values", arguments);
  return view_of(self, ViewObject::Of::values);
}

Any dict_get(const Any& self, Arguments& arguments, Runtime& runtime) {
  if (!arguments.keywords.empty())
    fail("chat.bad_argument", {{"name", "get"}, {"argument", arguments.keywords[0].first}});
  auto [key, missing] = bind("get", arguments, 1, {"key", "default"});
  static_cast<void>(hash_of(key, runtime.work));
  Any value;
  if (key.is(Kind::text)) {
    if (self.find(key.text(), value)) return value;
  } else {
    for (std::size_t i = 0; i < self.num_entries(); ++i)
      if (are_equal(self.key(i), key, runtime.work)) return self.value(i);
  }
  return is_given(missing) ? missing : Any::none();
}

// A copy cannot be told from the thing itself, since nothing changes.
Any copied(const Any& self, Arguments& arguments, Runtime&) {
  take_no_arguments("copy", arguments);
  return self;
}

Any count_item(const Any& self, Arguments& arguments, Runtime& runtime) {
  const auto [wanted] = bind("count", arguments, 1, {"value"});
  Cursor cursor(self);
  Any item;
  std::int64_t count = 0;
  while (cursor.next(item, runtime.work)) count += are_equal(item, wanted, runtime.work);
  return Any::integer(count);
}

Any index_of_item(const Any& self, Arguments& arguments, Runtime& runtime) {
  const auto [wanted, start, stop] = bind("index", arguments, 1, {"value", "start", "stop"});
  if (is_given(start) || is_given(stop)) fail("chat.unsupported", {{"what", "index with a range"}});
  Cursor cursor(self);
  Any item;
  for (std::int64_t index = 0; cursor.next(item, runtime.work); ++index)
    if (are_equal(item, wanted, runtime.work)) return Any::integer(index);
  fail("chat.not_found", {{"name", "index"}});
}

Any loop_cycle(const Any& self, Arguments& arguments, Runtime&) {
  if (arguments.positional.empty() || !arguments.keywords.empty())
    fail("chat.no_argument", {{"name", "loop.cycle"}, {"argument", "value"}});
  const auto index = static_cast<std::size_t>(self.as<LoopObject>().index0());
  return arguments.positional[index % arguments.positional.size()];
}

Any loop_changed(const Any& self, Arguments& arguments, Runtime& runtime) {
  if (!arguments.keywords.empty())
    fail("chat.bad_argument",
         {{"name", "loop.changed"}, {"argument", arguments.keywords[0].first}});
  return Any::boolean(
      self.as<LoopObject>().changed(Any::tuple(std::move(arguments.positional)), runtime.work));
}

struct MethodTables {
  std::vector<Method> all;
  std::pair<std::size_t, std::size_t> of_kind[20];
  std::set<std::string_view> names;

  MethodTables() {
    for (const Kind kind :
         {Kind::text, Kind::list, Kind::tuple, Kind::dict, Kind::range, Kind::loop}) {
      const std::vector<Method> own = kind == Kind::text ? text_methods() : container_methods(kind);
      of_kind[static_cast<int>(kind)] = {all.size(), all.size() + own.size()};
      all.insert(all.end(), own.begin(), own.end());
      for (const Method& method : own) names.insert(method.name);
    }
  }
};

const MethodTables& method_tables() {
  static const MethodTables tables;
  return tables;
}

}  // namespace

std::vector<Method> container_methods(Kind kind) {
  switch (kind) {
    case Kind::dict:
      return {{"items", dict_items},
              {"keys", dict_keys},
              {"values", dict_values},
              {"get", dict_get},
              {"copy", copied},
              {"pop", nullptr},
              {"popitem", nullptr},
              {"clear", nullptr},
              {"update", nullptr},
              {"setdefault", nullptr},
              {"fromkeys", unsupported_container_method}};
    case Kind::list:
      return {{"count", count_item}, {"index", index_of_item}, {"copy", copied},
              {"append", nullptr},   {"clear", nullptr},       {"pop", nullptr},
              {"reverse", nullptr},  {"insert", nullptr},      {"sort", nullptr},
              {"extend", nullptr},   {"remove", nullptr}};
    case Kind::loop:
      return {{"cycle", loop_cycle}, {"changed", loop_changed}};
    default:
      return {{"count", count_item}, {"index", index_of_item}};
  }
}

bool may_be_method(std::string_view name) {
  return name.starts_with("__") || method_tables().names.contains(name);
}

std::optional<Any> method_of(const Any& object, std::string_view name) {
  const MethodTables& tables = method_tables();
  const auto [first, last] = tables.of_kind[static_cast<int>(object.kind())];
  for (std::size_t which = first; which < last; ++which) {
    if (tables.all[which].name != name) continue;
    if (tables.all[which].call == nullptr) return Any::unsafe(name);
    auto* const method = new MethodObject;
    method->self = object;
    method->which = static_cast<unsigned>(which);
    return Any::object(Kind::method, method);
  }
  return std::nullopt;
}

Any call_method(const MethodObject& method, Arguments& arguments, Runtime& runtime) {
  runtime.work.spend(1);
  return method_tables().all[method.which].call(method.self, arguments, runtime);
}

}  // namespace trainyard::chat
