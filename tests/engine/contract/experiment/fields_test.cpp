// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cctype>
#include <gtest/gtest.h>
#include <regex>
#include <set>
#include <sstream>

#include "engine/contract/experiment/edit.h"
#include "engine/contract/experiment/experiment.h"
#include "engine/contract/experiment/field_value.h"
#include "engine/contract/experiment/reader.h"
#include "engine/contract/experiment/scalar.h"

namespace trainyard {
namespace {

bool is_number(const FieldInfo& field) {
  return field.kind == Kind::integer || field.kind == Kind::real ||
         field.kind == Kind::auto_integer;
}

TEST(Fields, AreUniqueAndFound) {
  std::set<std::string> paths;
  for (const FieldInfo& field : fields()) {
    EXPECT_TRUE(paths.insert(field.path).second) << field.path;
    EXPECT_EQ(find_field(field.path), &field);
    EXPECT_TRUE(std::regex_match(field.path, std::regex("([a-z]+\\.)?[a-z][a-z0-9_]*")))
        << field.path;
    for (const std::string& former : field.former_keys) {
      const std::string path = field.section.empty() ? former : field.section + "." + former;
      EXPECT_EQ(find_field(path), nullptr) << path;
    }
  }
  EXPECT_EQ(find_field("optimizer"), nullptr);
  EXPECT_EQ(find_field(""), nullptr);
  EXPECT_EQ(fields().front().path, "format");
  EXPECT_EQ(sections().front(), "command");
  EXPECT_EQ(sections().back(), "code");
}

TEST(Fields, AreLabelledAndExplained) {
  for (const FieldInfo& field : fields()) {
    EXPECT_FALSE(field.label.empty()) << field.path;
    ASSERT_GT(field.help.size(), 15u) << field.path;
    EXPECT_EQ(field.help.back(), '.') << field.path;
    EXPECT_TRUE(std::isupper(static_cast<unsigned char>(field.help.front())) ||
                field.help.starts_with("bf16"))
        << field.path;
    EXPECT_EQ(field.kind == Kind::choice, !field.choices.empty()) << field.path;
    EXPECT_EQ(field.pattern.empty(), field.pattern_words.empty()) << field.path;
  }
}

TEST(Fields, NumbersHaveARangeThatHoldsTheirDefault) {
  for (const FieldInfo& field : fields()) {
    if (is_number(field)) {
      EXPECT_TRUE(field.minimum.has_value()) << field.path;
    }
    if (field.path != "name") {
      EXPECT_TRUE(check_field(field, field.default_value).empty()) << field.path;
    }
    EXPECT_TRUE(has_kind(field, field.default_value)) << field.path;
  }
}

TEST(Fields, NamesOfNumbersSayTheirUnit) {
  const std::vector<std::string> suffixes{"_steps", "_seconds", "_gib_per_node", "_ratio",
                                          "_epochs"};
  for (const FieldInfo& field : fields())
    for (const std::string& suffix : suffixes)
      if (field.key.ends_with(suffix)) {
        EXPECT_FALSE(field.unit.empty()) << field.path;
      }
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

TEST(Fields, ApplyWhenAnotherFieldHasOneOfItsValues) {
  for (const FieldInfo& field : fields()) {
    if (field.applies_when.empty()) continue;
    for (const std::string& part : split(field.applies_when, '&')) {
      const auto equals = part.find('=');
      ASSERT_NE(equals, std::string::npos) << field.path;
      const FieldInfo* other = find_field(part.substr(0, equals));
      ASSERT_NE(other, nullptr) << field.path;
      const std::vector<std::string> choices =
          other->kind == Kind::boolean ? std::vector<std::string>{"true", "false"} : other->choices;
      for (const std::string& value : split(part.substr(equals + 1), '|'))
        EXPECT_NE(std::find(choices.begin(), choices.end(), value), choices.end())
            << field.path << ": " << value;
    }
  }
}

// Whether one part of the condition, as "data.kind=text|timelines", allows nothing that `wanted`
// does not.
bool implies(const std::string& condition, const std::string& wanted) {
  const auto key = [](const std::string& part) { return part.substr(0, part.find('=')); };
  const auto values = [](const std::string& part) {
    return split(part.substr(part.find('=') + 1), '|');
  };
  const auto allowed = values(wanted);
  for (const std::string& part : split(condition, '&')) {
    const auto own = values(part);
    const auto is_allowed = [&](const std::string& value) {
      return std::find(allowed.begin(), allowed.end(), value) != allowed.end();
    };
    if (key(part) == key(wanted) && std::all_of(own.begin(), own.end(), is_allowed)) return true;
  }
  return false;
}

TEST(Fields, ApplyOnlyWhereTheFieldsTheyDependOnDo) {
  for (const FieldInfo& field : fields())
    for (const std::string& part : split(field.applies_when, '&'))
      for (const std::string& wanted :
           split(find_field(part.substr(0, part.find('=')))->applies_when, '&'))
        EXPECT_TRUE(implies(field.applies_when, wanted)) << field.path << " lacks " << wanted;
}

TEST(Fields, DataIsOfTheEngineAlone) {
  for (const FieldInfo& field : fields())
    if (field.section == "data") {
      EXPECT_TRUE(implies(field.applies_when, "workload=engine")) << field.path;
    }
}

TEST(Fields, WhatANewCommandNeedsIsEssential) {
  for (const char* path : {"command.launcher", "command.program", "command.arguments",
                           "command.metrics", "environment.venv"})
    EXPECT_EQ(find_field(path)->tier, Tier::essential) << path;
}

// A value other than the default, inside the range.
Value other_value(const FieldInfo& field) {
  const Value& now = field.default_value;
  if (field.path == "format") return now;
  switch (field.kind) {
    case Kind::boolean:
      return !*now.get_if<bool>();
    case Kind::integer: {
      const std::int64_t low = static_cast<std::int64_t>(*field.minimum);
      return now == Value(low) ? low + 1 : low;
    }
    case Kind::real:
      return *field.minimum + 0.25;
    case Kind::auto_integer:
      return 2;
    case Kind::choice:
      return field.choices.back();
    case Kind::text_list:
      if (field.key == "trackers") return List{"wandb"};
      if (field.path == "logging.rules") return List{"loss > 3"};
      if (field.key == "directives") return List{"#SBATCH -n 2"};
      return List{field.key == "extra_directives" ? "--x=1" : "a1"};
    case Kind::text_map:
      return Map{{"A", "b c"}, {"B", Value()}};
    case Kind::value_map:
      return Map{{"n_layer", 2}, {"x", List{1.5, true, Value()}}};
    case Kind::record:
    case Kind::list:
    case Kind::any:
      ADD_FAILURE() << field.path << ": the experiment has no such fields";
      break;
    case Kind::text:
      break;
  }
  const std::vector<std::pair<std::string, std::string>> special{
      {"resources.time_limit", "1:00:00"},         {"search.time_limit", "1:00:00"},
      {"search.controller_time_limit", "1:00:00"}, {"resources.array", "0-3"},
      {"resources.dependency", "afterok:12"},      {"command.stop_signal", "SIGINT"},
      {"evaluation.metric", "eval/accuracy"}};
  for (const auto& [path, text] : special)
    if (path == field.path) return text;
  return "x1";
}

TEST(Fields, RoundTripThroughTheDocument) {
  for (const FieldInfo& field : fields()) {
    const Value value = other_value(field);
    const auto text = edit("name: a\n", field.path, value);
    ASSERT_TRUE(text) << field.path;
    const Document document = read_experiment(*text, "e");
    for (const Diagnostic& d : document.diagnostics)
      EXPECT_FALSE(d.code.starts_with("field.") || d.code.starts_with("key.")) << to_line(d);
    EXPECT_EQ(spell(field.get(document.experiment)), spell(value)) << *text;
  }
}

// A section of its own: what one declaration and one line of description give.
struct Small {
  std::int64_t old_steps = 1;
  double added_ratio = 0.5;
};
void describe(Section<Small>& section) {
  section.field("added_ratio", &Small::added_ratio)
      .label("Added")
      .help("A field that was added.")
      .minimum(0)
      .below(1)
      .formerly("added");
}

TEST(Fields, OneMemberAndOneLineMakeAField) {
  Section<Small> section("small");
  describe(section);
  ASSERT_EQ(section.fields().size(), 1u);
  const Field<Small>& field = section.fields().front();
  EXPECT_EQ(field.path, "small.added_ratio");
  EXPECT_EQ(field.former_keys, std::vector<std::string>{"added"});
  Small small;
  field.set(small, 0.25);
  EXPECT_EQ(small.added_ratio, 0.25);
  EXPECT_EQ(field.get(small), Value(0.25));
  EXPECT_EQ(check_field(field, 1.0).at(0).code, "field.not_below");
}

}  // namespace
}  // namespace trainyard
