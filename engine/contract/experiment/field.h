// SPDX-License-Identifier: GPL-3.0-or-later
// The description beside each member of the experiment, from which reader, writer, form, help,
// schema, command line and translations are derived. A section declares its members and, beside
// them, describes each once:
//
//   struct Schedule { ScheduleKind kind = ScheduleKind::linear; std::int64_t warmup_steps = 0; };
//   inline void describe(Section<Schedule>& section) {
//     section.field("warmup_steps",
//     &Schedule::warmup_steps).label("Warm-up").unit("steps").minimum(0)
//         .help("Steps over which the learning rate rises from
//         0.").tier(Tier::essential).affects(Affects::numerics);
//   }
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/contract/value.h"

namespace trainyard {

struct Experiment;

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
  auto_integer
};

// Everything known about one field but its place in memory.
struct FieldInfo {
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
      pattern;  // ECMAScript; the whole text must match; of a list each item, of a map each key
  std::string pattern_words;  // the pattern in words: "lower-case letters and digits"
  bool multiline = false;     // text may hold line breaks
  bool is_path = false;       // a path or list of paths; relative ones travel
  Tier tier = Tier::essential;
  Affects affects = Affects::bookkeeping;
  std::string applies_when;  // "workload=engine": the form shows it only then; empty means always
  std::vector<std::string> former_keys;
  Value default_value;

  std::function<Value(const Experiment&)> get;
  // The value was checked against kind, range, choices and pattern before.
  std::function<void(Experiment&, const Value&)> set;
};

// Names of an enumeration's values as the document writes them; specialised beside each
// enumeration:
//   template <> struct Names<Launcher> { static constexpr std::pair<Launcher, std::string_view>
//   all[] = {...}; };
template <class Enum>
struct Names;

template <class Enum>
std::string_view name_of(Enum value) {
  for (const auto& [candidate, name] : Names<Enum>::all)
    if (candidate == value) return name;
  return {};
}

// A count that the program may choose itself: written `auto`, held as an absent number.
struct AutoInteger {
  std::optional<std::int64_t> number;
};

using TextList = std::vector<std::string>;
// Values may be null: taken from the target's own environment.
using TextMap = std::vector<std::pair<std::string, std::optional<std::string>>>;

// How a member's type is written in the document and read back. Codec<T>::kind, ::nullable,
// ::write, ::read.
template <class T>
struct Codec;

template <>
struct Codec<bool> {
  static constexpr Kind kind = Kind::boolean;
  static constexpr bool nullable = false;
  static Value write(bool v) { return v; }
  static bool read(const Value& v) { return *v.get_if<bool>(); }
};
template <>
struct Codec<std::int64_t> {
  static constexpr Kind kind = Kind::integer;
  static constexpr bool nullable = false;
  static Value write(std::int64_t v) { return v; }
  static std::int64_t read(const Value& v) { return *v.get_if<std::int64_t>(); }
};
template <>
struct Codec<double> {
  static constexpr Kind kind = Kind::real;
  static constexpr bool nullable = false;
  static Value write(double v) { return v; }
  static double read(const Value& v) {
    if (const auto* whole = v.get_if<std::int64_t>()) return static_cast<double>(*whole);
    return *v.get_if<double>();
  }
};
template <>
struct Codec<std::string> {
  static constexpr Kind kind = Kind::text;
  static constexpr bool nullable = false;
  static Value write(const std::string& v) { return v; }
  static std::string read(const Value& v) { return *v.get_if<std::string>(); }
};
template <>
struct Codec<TextList> {
  static constexpr Kind kind = Kind::text_list;
  static constexpr bool nullable = false;
  static Value write(const TextList& v) { return List(v.begin(), v.end()); }
  static TextList read(const Value& v) {
    TextList out;
    for (const Value& item : *v.get_if<List>()) out.push_back(*item.get_if<std::string>());
    return out;
  }
};
template <>
struct Codec<TextMap> {
  static constexpr Kind kind = Kind::text_map;
  static constexpr bool nullable = false;
  static Value write(const TextMap& v) {
    Map out;
    for (const auto& [key, text] : v) out.emplace_back(key, text ? Value(*text) : Value());
    return out;
  }
  static TextMap read(const Value& v) {
    TextMap out;
    for (const auto& [key, item] : *v.get_if<Map>())
      out.emplace_back(key,
                       item.is_null() ? std::nullopt : std::optional(*item.get_if<std::string>()));
    return out;
  }
};
template <>
struct Codec<Map> {
  static constexpr Kind kind = Kind::value_map;
  static constexpr bool nullable = false;
  static Value write(const Map& v) { return v; }
  static Map read(const Value& v) { return *v.get_if<Map>(); }
};
template <>
struct Codec<AutoInteger> {
  static constexpr Kind kind = Kind::auto_integer;
  static constexpr bool nullable = false;
  static Value write(const AutoInteger& v) { return v.number ? Value(*v.number) : Value("auto"); }
  static AutoInteger read(const Value& v) {
    if (const auto* number = v.get_if<std::int64_t>()) return {*number};
    return {};
  }
};
template <class T>
struct Codec<std::optional<T>> {
  static constexpr Kind kind = Codec<T>::kind;
  static constexpr bool nullable = true;
  static Value write(const std::optional<T>& v) { return v ? Codec<T>::write(*v) : Value(); }
  static std::optional<T> read(const Value& v) {
    if (v.is_null()) return std::nullopt;
    return Codec<T>::read(v);
  }
};
template <class Enum>
  requires std::is_enum_v<Enum>
struct Codec<Enum> {
  static constexpr Kind kind = Kind::choice;
  static constexpr bool nullable = false;
  static Value write(Enum v) { return std::string(name_of(v)); }
  static Enum read(const Value& v) {
    const std::string& text = *v.get_if<std::string>();
    for (const auto& [candidate, name] : Names<Enum>::all)
      if (name == text) return candidate;
    return {};
  }
};

template <class T>
struct is_optional : std::false_type {};
template <class T>
struct is_optional<std::optional<T>> : std::true_type {};

// Adds to one field what its type does not say; every call returns the same object.
class FieldWords {
 public:
  explicit FieldWords(FieldInfo& info) : info_(info) {}
  FieldWords& label(std::string text) {
    info_.label = std::move(text);
    return *this;
  }
  FieldWords& help(std::string text) {
    info_.help = std::move(text);
    return *this;
  }
  FieldWords& unit(std::string text) {
    info_.unit = std::move(text);
    return *this;
  }
  FieldWords& minimum(double bound) {
    info_.minimum = bound;
    return *this;
  }
  FieldWords& maximum(double bound) {
    info_.maximum = bound;
    return *this;
  }
  FieldWords& above(double bound) {
    info_.minimum = bound;
    info_.exclusive_minimum = true;
    return *this;
  }
  FieldWords& below(double bound) {
    info_.maximum = bound;
    info_.exclusive_maximum = true;
    return *this;
  }
  FieldWords& pattern(std::string expression) {
    info_.pattern = std::move(expression);
    return *this;
  }
  FieldWords& pattern(std::string expression, std::string words) {
    info_.pattern_words = std::move(words);
    return pattern(std::move(expression));
  }
  FieldWords& multiline() {
    info_.multiline = true;
    return *this;
  }
  FieldWords& path() {
    info_.is_path = true;
    return *this;
  }
  FieldWords& tier(Tier tier) {
    info_.tier = tier;
    return *this;
  }
  FieldWords& affects(Affects affects) {
    info_.affects = affects;
    return *this;
  }
  FieldWords& when(std::string condition) {
    info_.applies_when = std::move(condition);
    return *this;
  }
  FieldWords& formerly(std::string key) {
    info_.former_keys.push_back(std::move(key));
    return *this;
  }

 private:
  FieldInfo& info_;
};

// Collects the fields of one section. `Access` finds the section inside an experiment.
template <class S>
class Section {
 public:
  using Access = std::function<S&(Experiment&)>;
  Section(std::string name, Access access, std::vector<FieldInfo>& fields)
      : name_(std::move(name)), access_(std::move(access)), fields_(fields) {}

  template <class T>
  FieldWords field(const std::string& key, T S::* member) {
    using Plain = T;
    FieldInfo& info = fields_.emplace_back();
    info.key = key;
    info.section = name_;
    info.path = name_.empty() ? key : name_ + "." + key;
    info.kind = Codec<Plain>::kind;
    info.nullable = Codec<Plain>::nullable;
    if constexpr (std::is_enum_v<Plain>)
      for (const auto& [value, text] : Names<Plain>::all) info.choices.emplace_back(text);
    info.get = [access = access_, member](const Experiment& experiment) {
      return Codec<Plain>::write(access(const_cast<Experiment&>(experiment)).*member);
    };
    info.set = [access = access_, member](Experiment& experiment, const Value& value) {
      access(experiment).*member = Codec<Plain>::read(value);
    };
    return FieldWords(info);
  }

 private:
  std::string name_;
  Access access_;
  std::vector<FieldInfo>& fields_;
};

}  // namespace trainyard
