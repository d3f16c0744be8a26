// SPDX-License-Identifier: GPL-3.0-or-later
// The methods of Python's texts, lists and dicts that chat templates call. The other methods' names
// are also listed, so that calls can be rejected by name.
#pragma once

#include <optional>
#include <span>

#include "engine/text/chat/runtime.h"

namespace trainyard::chat {

struct Method {
  std::string_view name;
  Any (*call)(const Any& self, Arguments& arguments, Runtime& runtime);  // null: rejected
  bool changes = false;  // rejected because it would modify the value
};

// Whether any type has a method or an attribute of this name: most names in templates are only keys
// of dicts.
bool may_be_method(std::string_view name);

// Returns the method bound to the value; nothing if its type has none.
std::optional<Any> method_of(const Any& object, std::string_view name);

Any call_method(const MethodObject& method, Arguments& arguments, Runtime& runtime);

// The methods of texts (text_methods.cpp).
std::span<const Method> text_methods();

}  // namespace trainyard::chat
