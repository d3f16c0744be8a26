// SPDX-License-Identifier: GPL-3.0-or-later
// object.name, object[key] and object[a:b:c], looked up as in Jinja's sandbox.
#pragma once

#include "engine/text/chat/runtime.h"

namespace trainyard::chat {

// Looks for a method or attribute first, then for an item. `name` must outlive the result;
// `may_be_method` is the result of the function in methods.h.
Any attribute_of(const Any& object, const std::string& name, bool may_be_method, Runtime& runtime);
// Looks for an item first, then for a method or attribute.
Any item_of(const Any& object, const Any& key, Runtime& runtime);
// `start`, `stop` and `step` are missing if not given.
Any slice_of(const Any& object, const Any& start, const Any& stop, const Any& step,
             Runtime& runtime);
// Parses attribute='a.b.0' of a filter: names and numbers.
std::vector<Any> attribute_path(const Any& attribute);
Any followed(Any object, const std::vector<Any>& path, Runtime& runtime);

}  // namespace trainyard::chat
