// SPDX-License-Identifier: GPL-3.0-or-later
// Described structs as values, and thus as JSON: what programs write to files and send to each
// other.
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

// The fields of S in the order of their description.
template <Described S>
const std::vector<Field<S>>& fields_of() {
  static const std::vector<Field<S>> all = [] {
    Section<S> section;
    describe(section);
    return with_defaults(section.fields());
  }();
  return all;
}

// The same for those who do not know S.
template <Described S>
const std::vector<FieldDescription>& descriptions_of() {
  static const std::vector<FieldDescription> all(fields_of<S>().begin(), fields_of<S>().end());
  return all;
}

// A problem with the field as a whole: it is not of the described kind.
ReadProblem wrong_kind(const FieldDescription& field);

// Returns the problem of an item or member relative to its container: "start" in "jobs[3]".
ReadProblem inside(const std::string& holder, ReadProblem problem);

// Whether a number is within the field's bounds; true for all other values.
bool is_within_bounds(const FieldDescription& field, const Value& value);

// Returns the map's value for the field, if any; `spelled` holds one that was a number.
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
    const bool is_lenient = problem.is_lenient;
    problem = inside(field.key, inner.expected.empty() ? wrong_kind(field) : std::move(inner));
    problem.is_lenient = is_lenient;
  };
  for (const Field<S>& field : fields) {
    ReadProblem inner = problem.for_part();
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

// Reads the record's fields from the map; the others are unchanged. Null counts as absent, and
// unknown keys are ignored: they may be from a later version. Returns false and the first problem
// if a value has the wrong type or a required field is missing; the rest is read anyway, for
// callers that accept incomplete records.
template <Described S>
bool read_into(S& record, const Map& map, ReadProblem& problem) {
  return read_fields(fields_of<S>(), record, map, problem);
}

// Returns nothing and sets the problem if it is not such a record.
template <Described S>
std::optional<S> read_record(const Value& value, ReadProblem& problem) {
  const auto* map = value.get_if<Map>();
  S record{};
  if (!map) problem = {{}, "kind.object", {}, problem.is_lenient};
  if (!map || (!read_into(record, *map, problem) && !problem.is_lenient)) return std::nullopt;
  return record;
}

// Reads as much as possible.
template <Described S>
S read_leniently(const Value& value) {
  S record{};
  ReadProblem ignored{.is_lenient = true};
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
  static const std::vector<FieldDescription>& members() { return descriptions_of<S>(); }
  static Value write(const S& record) { return to_map(record); }
  static std::optional<S> read(const Value& value, ReadProblem& problem) {
    return read_record<S>(value, problem);
  }
  static bool read_into(S& record, const Value& value, ReadProblem& problem) {
    const auto* map = value.get_if<Map>();
    return map && trainyard::read_into(record, *map, problem);
  }
};

// A container as a list value; `Items` must have push_back.
template <class Items>
struct ListCodec {
  using Item = typename Items::value_type;
  static constexpr Kind kind = Kind::list;
  static constexpr bool nullable = false;
  static const std::vector<FieldDescription>& members()
    requires requires { Codec<Item>::members(); }
  {
    return Codec<Item>::members();
  }
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
      ReadProblem inner = problem.for_part();
      auto item = Codec<Item>::read(each, inner);
      if (!item && problem.is_lenient) continue;
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

// Values of one type by their names, in the order of the document: an object.
template <class T>
using ByName = std::vector<std::pair<std::string, T>>;

template <Described S>
struct Codec<ByName<S>> {
  static constexpr Kind kind = Kind::record;
  static constexpr bool nullable = false;
  static Value write(const ByName<S>& records) {
    Map map;
    for (const auto& [name, record] : records) map.emplace_back(name, to_map(record));
    return map;
  }
  static std::optional<ByName<S>> read(const Value& value, ReadProblem& problem) {
    const auto* map = value.get_if<Map>();
    if (!map) return std::nullopt;
    ByName<S> records;
    for (const auto& [name, each] : *map) {
      ReadProblem inner = problem.for_part();
      auto record = read_record<S>(each, inner);
      if (!record && problem.is_lenient) continue;
      if (!record) {
        problem = inside(name, std::move(inner));
        return std::nullopt;
      }
      records.emplace_back(name, *std::move(record));
    }
    return records;
  }
};

}  // namespace trainyard
