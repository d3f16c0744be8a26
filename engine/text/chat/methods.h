// SPDX-License-Identifier: GPL-3.0-or-later
// The methods of Python's texts, lists and dicts that templates call.
#pragma once

#include <optional>

#include "engine/text/chat/runtime.h"

namespace trainyard::chat {

// Whether any value has a method or an attribute of this name: most names that templates ask for
// are keys of dicts alone.
bool may_be_method(std::string_view name);

// The method of a value bound to it; what is undefined where the sandbox forbids it (those that
// change a list or a dict); nothing where the type has none.
std::optional<Any> method_of(const Any& object, std::string_view name);

Any call_method(const MethodObject& method, Arguments& arguments, Runtime& runtime);

// Inner to the table: the methods by type.
struct Method {
  std::string_view name;
  Any (*call)(const Any& self, Arguments& arguments, Runtime& runtime);  // null: forbidden
};
std::vector<Method> text_methods();
std::vector<Method> container_methods(Kind kind);

// str.strip and its halves; `characters` empty: white space.
std::string_view stripped(std::string_view text, std::optional<std::string_view> characters,
                          bool at_begin, bool at_end);
// A part of `whole`, which shares its memory where that outlives both.
Any part_of(const Any& whole, std::string_view part);
std::vector<std::string_view> lines_of(std::string_view text, bool keeps_breaks);

}  // namespace trainyard::chat
