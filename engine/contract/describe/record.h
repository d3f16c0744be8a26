// SPDX-License-Identifier: GPL-3.0-or-later
// Described structs as values, and so as JSON: what programs write to files and send to each other.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/contract/describe/field.h"
#include "engine/contract/json.h"
#include "engine/contract/value.h"

namespace trainyard {

template <class S>
concept Described = std::is_class_v<S> && requires(Section<S>& section) { describe(section); };

template <class S>
std::vector<Field<S>> with_defaults(std::vector<Field<S>> fields) {
  const S defaults{};
  for (Field<S>& field : fields) field.default_value = field.get(defaults);
  return fields;
}

// The fields of an S in the order of their description.
template <Described S>
const std::vector<Field<S>>& fields_of() {
  static const std::vector<Field<S>> all = [] {
    Section<S> section;
    describe(section);
    return with_defaults(section.fields());
  }();
  return all;
}

// A problem with the whole of the field: that it is not of the kind which is described.
ReadProblem wrong_kind(const FieldDescription& field);

// The problem of an item or member as one of what holds it: "start" in "jobs[3]".
ReadProblem inside(const std::string& holder, ReadProblem problem);

// Whether a number is within the field's bounds; true of all other values.
bool is_within_bounds(const FieldDescription& field, const Value& value);

// The value that the map has for the field, if any; `spelled` keeps one that was a number.
const Value* find_field_in(const Map& map, const FieldDescription& field, Value& spelled);

template <class S>
Map write_fields(const std::vector<Field<S>>& fields, const S& record) {
  Map map;
  for (const Field<S>& field : fields)
    if (Value value = field.get(record);
        !field.omitted_when_default || value != field.default_value)
      map.emplace_back(field.key, std::move(value));
  return map;
}

template <class S>
bool read_fields(const std::vector<Field<S>>& fields, S& record, const Map& map,
                 ReadProblem& problem) {
  bool is_whole = true;
  const auto fail = [&](const FieldDescription& field, ReadProblem inner) {
    if (!std::exchange(is_whole, false)) return;
    problem = inside(field.key, inner.expected.empty() ? wrong_kind(field) : std::move(inner));
  };
  for (const Field<S>& field : fields) {
    ReadProblem inner;
    Value spelled;
    const Value* value = find_field_in(map, field, spelled);
    if (!value || (value->is_null() && !field.nullable)) {
      if (field.required) fail(field, std::move(inner));
    } else if (!is_within_bounds(field, *value) || !field.read(record, *value, inner)) {
      fail(field, std::move(inner));
    }
  }
  return is_whole;
}

template <Described S>
Map to_map(const S& record) {
  return write_fields(fields_of<S>(), record);
}

template <Described S>
std::string to_json(const S& record) {
  return to_json(Value(to_map(record)));
}

// What the map has of the record's fields; the others keep what they are. Null is as good as
// absent, and keys that are not described are passed over: they may be of a later version. False,
// and the first problem, when something is of another type or a required field is missing; the rest
// is read all the same, for those who take what they get.
template <Described S>
bool read_into(S& record, const Map& map, ReadProblem& problem) {
  return read_fields(fields_of<S>(), record, map, problem);
}

// Nothing, and where, when it is no such record.
template <Described S>
std::optional<S> read_record(const Value& value, ReadProblem& problem) {
  const auto* map = value.get_if<Map>();
  S record{};
  if (!map) problem = {{}, "kind.object", {}};
  return map && read_into(record, *map, problem) ? std::optional(std::move(record)) : std::nullopt;
}

// As much of it as can be read.
template <Described S>
S read_leniently(const Value& value) {
  S record{};
  ReadProblem ignored;
  if (const auto* map = value.get_if<Map>()) read_into(record, *map, ignored);
  return record;
}

template <class S>
void Section<S>::group(const std::string& key,
                       const std::function<void(Section<S>&)>& describe_group) {
  Section<S> inner;
  describe_group(inner);
  Field<S>& field = fields_.emplace_back();
  field.key = field.path = key;
  field.kind = Kind::record;
  field.get = [fields = with_defaults(inner.fields())](const S& holder) {
    return Value(write_fields(fields, holder));
  };
  field.read = [fields = inner.fields()](S& holder, const Value& value, ReadProblem& problem) {
    const auto* map = value.get_if<Map>();
    return map && read_fields(fields, holder, *map, problem);
  };
}

template <Described S>
struct Codec<S> {
  static constexpr Kind kind = Kind::record;
  static constexpr bool nullable = false;
  static Value write(const S& record) { return to_map(record); }
  static std::optional<S> read(const Value& value, ReadProblem& problem) {
    return read_record<S>(value, problem);
  }
  static bool read_into(S& record, const Value& value, ReadProblem& problem) {
    const auto* map = value.get_if<Map>();
    return map && trainyard::read_into(record, *map, problem);
  }
};

// A list of any kind as a value; `Items` has push_back.
template <class Items>
struct ListCodec {
  using Item = typename Items::value_type;
  static constexpr Kind kind = Kind::list;
  static constexpr bool nullable = false;
  static Value write(const Items& items) {
    List list;
    list.reserve(static_cast<std::size_t>(items.size()));
    for (const Item& item : items) list.push_back(Codec<Item>::write(item));
    return list;
  }
  static std::optional<Items> read(const Value& value, ReadProblem& problem) {
    const auto* list = value.get_if<List>();
    if (!list) return std::nullopt;
    Items items;
    for (const Value& each : *list) {
      ReadProblem inner;
      auto item = Codec<Item>::read(each, inner);
      if (!item) {
        problem = inside("[" + std::to_string(items.size()) + "]", std::move(inner));
        return std::nullopt;
      }
      items.push_back(*std::move(item));
    }
    return items;
  }
};
template <class T>
struct Codec<std::vector<T>> : ListCodec<std::vector<T>> {};

}  // namespace trainyard
