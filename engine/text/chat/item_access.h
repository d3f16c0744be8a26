// SPDX-License-Identifier: GPL-3.0-or-later
// object.name, object[key] and object[a:b:c], as the sandbox of Jinja looks them up.
#pragma once

#include "engine/text/chat/runtime.h"

namespace trainyard::chat {

// A method or attribute first, then an item. `name` outlives the result; `may_be_method` is what
// methods.h says of it.
Any attribute_of(const Any& object, const std::string& name, bool may_be_method, Runtime& runtime);
// An item first, then a method or attribute.
Any item_of(const Any& object, const Any& key, Runtime& runtime);
// `start`, `stop` and `step` are missing where they are not given.
Any slice_of(const Any& object, const Any& start, const Any& stop, const Any& step,
             Runtime& runtime);
// What attribute='a.b.0' of a filter says: names and numbers.
std::vector<Any> attribute_path(const Any& attribute);
Any followed(Any object, const std::vector<Any>& path, Runtime& runtime);

}  // namespace trainyard::chat
