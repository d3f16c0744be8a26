// SPDX-License-Identifier: GPL-3.0-or-later
// A value of a document or an event: what both YAML and JSON can represent, in order, with integers
// distinct from reals.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace trainyard {

struct Value;
using List = std::vector<Value>;
using Map = std::vector<std::pair<std::string, Value>>;  // in document order; keys are unique

struct Value : std::variant<std::monostate, bool, std::int64_t, double, std::string, List, Map> {
  using variant::variant;
  Value(int number) : variant(static_cast<std::int64_t>(number)) {}
  Value(const char* text) : variant(std::string(text)) {}

  bool is_null() const { return std::holds_alternative<std::monostate>(*this); }
  template <class T>
  const T* get_if() const {
    return std::get_if<T>(static_cast<const variant*>(this));
  }
};

// The member of a map by its key, or null if it has none.
const Value* find(const Map& map, const std::string& key);

// The member's content if it exists and is a T, else `absent`.
template <class T>
T get(const Map& map, const std::string& key, T absent = {}) {
  const Value* value = find(map, key);
  const T* content = value ? value->get_if<T>() : nullptr;
  return content ? *content : absent;
}

}  // namespace trainyard
