// SPDX-License-Identifier: GPL-3.0-or-later
// The methods of Python's texts, lists and dicts that chat templates call. The others have their
// names here, too, so that a call of one is refused by name.
#pragma once

#include <optional>
#include <span>

#include "engine/text/chat/runtime.h"

namespace trainyard::chat {

struct Method {
  std::string_view name;
  Any (*call)(const Any& self, Arguments& arguments, Runtime& runtime);  // null: refused
  bool changes = false;  // refused because it would change the value
};

// Whether any value has a method or an attribute of this name: most names that templates ask for
// are keys of dicts alone.
bool may_be_method(std::string_view name);

// The method of a value bound to it; nothing where the type has none.
std::optional<Any> method_of(const Any& object, std::string_view name);

Any call_method(const MethodObject& method, Arguments& arguments, Runtime& runtime);

// Those of texts (text_methods.cpp).
std::span<const Method> text_methods();

}  // namespace trainyard::chat
