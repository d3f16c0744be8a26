// SPDX-License-Identifier: GPL-3.0-or-later
// Descriptions of the members of structs that are written to a file or sent to another program.
// Reading and writing follows from the description: JSON here (record.h), and for the experiment
// also YAML, form, help, schema, command line and translations. A struct declares its members and
// next to it describes each of them once:
//
//   struct Schedule { ScheduleKind kind = ScheduleKind::linear; std::int64_t warmup_steps = 0; };
//   inline void describe(Section<Schedule>& section) {
//     section.field("warmup_steps", &Schedule::warmup_steps)
//         .label("Warm-up steps").unit("steps").minimum(0)
//         .help("Over these steps the learning rate rises from 0.");
//   }
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/contract/describe/names.h"
#include "engine/contract/value.h"

namespace trainyard {

enum class Tier { essential, advanced, expert };
enum class Affects { numerics, speed, bookkeeping };
enum class Kind {
  boolean,
  integer,
  real,
  text,
  choice,
  text_list,
  text_map,
  value_map,
  auto_integer,
  record,  // a described struct
  list,    // of values of one type
  any      // whatever a value can be
};

// Everything known about a field except its member pointer.
struct FieldDescription {
  std::string path;     // "optimizer.learning_rate"
  std::string key;      // "learning_rate"
  std::string section;  // "optimizer"; empty for top-level fields
  Kind kind = Kind::text;
  bool nullable = false;
  std::string label, help, unit;
  std::optional<double> minimum, maximum;
  bool exclusive_minimum = false, exclusive_maximum = false;
  std::vector<std::string> choices;
  std::string
      pattern;  // ECMAScript; must match the whole text; for lists each item, for maps each key
  std::string pattern_words;  // the pattern in words: "lower-case letters and digits"
  bool multiline = false;     // text may hold line breaks
  bool is_path = false;       // a path or list of paths; relative ones are transferred with the run
  Tier tier = Tier::essential;
  Affects affects = Affects::bookkeeping;
  std::string applies_when;  // "workload=engine": the form only shows it then; empty means always
  std::vector<std::string> former_keys;
  std::vector<std::string> hugging_face;  // arguments of its scripts that have the same values
  Value default_value;
  bool required = false;              // of records: it must be there
  bool omitted_when_default = false;  // of records: the value that it has anyway is not written
  bool also_a_number = false;         // of records: a text that older writers wrote as a number
  // Of a record, or of the records in a list: its fields. Null for all others.
  const std::vector<FieldDescription>& (*members)() = nullptr;
};

// The first place inside a value that does not match its description: "jobs[3].start"; empty: the
// whole value.
struct ReadProblem {
  std::string path;
  std::string expected;  // a code of messages.h, "kind.text", with
  Map arguments;
  // Set by who asks: items of lists that cannot be read are left out, and records have what can be.
  bool is_lenient = false;

  // For an item or member of what is read.
  ReadProblem for_part() const { return {{}, {}, {}, is_lenient}; }
};

// A field of the struct S.
template <class S>
struct Field : FieldDescription {
  using Reader = std::function<bool(S&, const Value&, ReadProblem&)>;
  std::function<Value(const S&)> get;
  // Returns false and sets the problem if the value has the wrong type: the member is then
  // unchanged or, if it is a record, has what could be read.
  Reader read;

  void set(S& holder, const Value& value) const {
    ReadProblem ignored;
    read(holder, value, ignored);
  }
};

// How a member's type is written to a document and read back: kind, nullable, write(value) and
// read(value, problem), which returns nothing if the value has the wrong type. Types of other
// libraries define theirs next to their conversions.
template <class T>
struct Codec;

template <>
struct Codec<bool> {
  static constexpr Kind kind = Kind::boolean;
  static constexpr bool nullable = false;
  static Value write(bool v) { return v; }
  static std::optional<bool> read(const Value& v, ReadProblem&) {
    const auto* truth = v.get_if<bool>();
    return truth ? std::optional(*truth) : std::nullopt;
  }
};

// Returns the integer that a value represents, even if written as a real.
std::optional<std::int64_t> integer_of(const Value& value);

template <class T>
  requires std::is_integral_v<T>
struct Codec<T> {
  static constexpr Kind kind = Kind::integer;
  static constexpr bool nullable = false;
  static Value write(T v) { return static_cast<std::int64_t>(v); }
  static std::optional<T> read(const Value& v, ReadProblem&) {
    const auto number = integer_of(v);
    return number && std::in_range<T>(*number) ? std::optional(static_cast<T>(*number))
                                               : std::nullopt;
  }
};
template <>
struct Codec<double> {
  static constexpr Kind kind = Kind::real;
  static constexpr bool nullable = false;
  static Value write(double v) { return v; }
  static std::optional<double> read(const Value& v, ReadProblem&) {
    if (const auto* integer = v.get_if<std::int64_t>()) return static_cast<double>(*integer);
    const auto* real = v.get_if<double>();
    return real ? std::optional(*real) : std::nullopt;
  }
};
template <>
struct Codec<std::string> {
  static constexpr Kind kind = Kind::text;
  static constexpr bool nullable = false;
  static Value write(const std::string& v) { return v; }
  static std::optional<std::string> read(const Value& v, ReadProblem&);
};
template <>
struct Codec<TextList> {
  static constexpr Kind kind = Kind::text_list;
  static constexpr bool nullable = false;
  static Value write(const TextList& v) { return List(v.begin(), v.end()); }
  static std::optional<TextList> read(const Value& v, ReadProblem& problem);
};
template <>
struct Codec<TextMap> {
  static constexpr Kind kind = Kind::text_map;
  static constexpr bool nullable = false;
  static Value write(const TextMap& v);
  static std::optional<TextMap> read(const Value& v, ReadProblem& problem);
};
template <>
struct Codec<Map> {
  static constexpr Kind kind = Kind::value_map;
  static constexpr bool nullable = false;
  static Value write(const Map& v) { return v; }
  static std::optional<Map> read(const Value& v, ReadProblem&) {
    const auto* map = v.get_if<Map>();
    return map ? std::optional(*map) : std::nullopt;
  }
};
template <>
struct Codec<Value> {
  static constexpr Kind kind = Kind::any;
  static constexpr bool nullable = true;
  static Value write(const Value& v) { return v; }
  static std::optional<Value> read(const Value& v, ReadProblem&) { return v; }
};
template <>
struct Codec<AutoInteger> {
  static constexpr Kind kind = Kind::auto_integer;
  static constexpr bool nullable = false;
  static Value write(const AutoInteger& v) { return v.number ? Value(*v.number) : Value("auto"); }
  static std::optional<AutoInteger> read(const Value& v, ReadProblem&) {
    const auto* text = v.get_if<std::string>();
    if (text && *text == "auto") return AutoInteger{};
    const auto number = integer_of(v);
    return number ? std::optional(AutoInteger{*number}) : std::nullopt;
  }
};
template <class T>
struct Codec<std::optional<T>> {
  static constexpr Kind kind = Codec<T>::kind;
  static constexpr bool nullable = true;
  static Value write(const std::optional<T>& v) { return v ? Codec<T>::write(*v) : Value(); }
  static std::optional<std::optional<T>> read(const Value& v, ReadProblem& problem) {
    if (v.is_null()) return std::optional<std::optional<T>>(std::in_place);
    auto content = Codec<T>::read(v, problem);
    if (!content) return std::nullopt;
    return std::optional<std::optional<T>>(std::move(content));
  }
};
template <class Enum>
  requires std::is_enum_v<Enum>
struct Codec<Enum> {
  static constexpr Kind kind = Kind::choice;
  static constexpr bool nullable = false;
  static Value write(Enum v) { return std::string(name_of(v)); }
  static std::optional<Enum> read(const Value& v, ReadProblem&) {
    const auto* text = v.get_if<std::string>();
    return text ? value_named<Enum>(*text) : std::nullopt;
  }
};

// Adds to a field what its type does not say; every call returns the same object.
class FieldBuilder {
 public:
  explicit FieldBuilder(FieldDescription& info) : info_(info) {}
  FieldBuilder& label(std::string text);
  FieldBuilder& help(std::string text);
  FieldBuilder& unit(std::string text);
  FieldBuilder& minimum(double bound);
  FieldBuilder& maximum(double bound);
  FieldBuilder& above(double bound);
  FieldBuilder& below(double bound);
  FieldBuilder& pattern(std::string expression);
  FieldBuilder& pattern(std::string expression, std::string words);
  FieldBuilder& multiline();
  FieldBuilder& path();
  FieldBuilder& tier(Tier tier);
  FieldBuilder& affects(Affects affects);
  FieldBuilder& when(std::string condition);
  FieldBuilder& formerly(std::string key);
  FieldBuilder& hugging_face(std::vector<std::string> arguments);
  FieldBuilder& required();
  FieldBuilder& also_a_number();
  FieldBuilder& omitted_when_default();

 private:
  FieldDescription& info_;
};

// Collects the fields of one struct.
template <class S>
class Section {
 public:
  explicit Section(std::string name = {}) : name_(std::move(name)) {}

  template <class T>
  FieldBuilder field(const std::string& key, T S::* member) {
    Field<S>& field = fields_.emplace_back();
    field.key = key;
    field.section = name_;
    field.path = name_.empty() ? key : name_ + "." + key;
    field.kind = Codec<T>::kind;
    field.nullable = Codec<T>::nullable;
    if constexpr (requires { Codec<T>::members(); }) field.members = &Codec<T>::members;
    if constexpr (std::is_enum_v<T>)
      for (const auto& [value, text] : Names<T>::all) field.choices.emplace_back(text);
    field.get = [member](const S& holder) { return Codec<T>::write(holder.*member); };
    field.read = [member](S& holder, const Value& value, ReadProblem& problem) {
      if constexpr (requires { Codec<T>::read_into(holder.*member, value, problem); }) {
        return Codec<T>::read_into(holder.*member, value, problem);
      } else {
        auto content = Codec<T>::read(value, problem);
        if (content) holder.*member = *std::move(content);
        return content.has_value();
      }
    };
    return FieldBuilder(field);
  }

  // Adds the fields of a described member: as the section `name`, or without one as if they were
  // S's own.
  template <class T>
  void include(T S::* member, const std::string& name = {}) {
    Section<T> inner(name);
    describe(inner);
    for (const Field<T>& each : inner.fields()) {
      Field<S>& field = fields_.emplace_back();
      static_cast<FieldDescription&>(field) = each;
      field.get = [member, get = each.get](const S& holder) { return get(holder.*member); };
      field.read = [member, read = each.read](S& holder, const Value& value, ReadProblem& problem) {
        return read(holder.*member, value, problem);
      };
    }
  }

  // Fields that are grouped in an object under this key, although they are members of S itself.
  void group(const std::string& key, const std::function<void(Section<S>&)>& describe_group);

  const std::vector<Field<S>>& fields() const { return fields_; }

 private:
  std::string name_;
  std::vector<Field<S>> fields_;
};

}  // namespace trainyard
