// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/yaml_record.h"

#include <gtest/gtest.h>

namespace trainyard {
namespace {

struct Part {
  std::string name;
  std::optional<std::int64_t> cores;
};
void describe(Section<Part>& section) {
  section.field("name", &Part::name).required().pattern("[a-z]+", "lower-case letters");
  section.field("cores", &Part::cores).minimum(0);
}

struct Whole {
  std::string title;
  double share = 0.5;
  std::vector<std::string> modules;
  std::vector<Part> parts;
  Part main;
};
void describe(Section<Whole>& section) {
  section.field("title", &Whole::title);
  section.field("share", &Whole::share).above(0);
  section.field("modules", &Whole::modules).pattern("[a-z]+", "lower-case letters");
  section.field("parts", &Whole::parts);
  section.field("main", &Whole::main);
}

Whole read(const std::string& text, std::vector<std::string>& lines) {
  std::vector<Diagnostic> problems;
  const auto whole = read_yaml_record<Whole>(parse_yaml(text).root, problems);
  for (const Diagnostic& problem : problems)
    lines.push_back(std::to_string(problem.line) + " " + problem.path + " " + problem.code);
  return whole;
}

TEST(YamlRecord, ReadsRecordsAndListsOfThem) {
  std::vector<std::string> lines;
  const Whole whole = read(
      "title: a title\nshare: 1\nmodules: [a, b]\nparts:\n  - name: x\n    cores: 3\n  - name: y\n"
      "main: {name: z, cores: }\n",
      lines);
  EXPECT_TRUE(lines.empty()) << lines.front();
  EXPECT_EQ(whole.title, "a title");
  EXPECT_EQ(whole.share, 1);
  EXPECT_EQ(whole.modules, (std::vector<std::string>{"a", "b"}));
  ASSERT_EQ(whole.parts.size(), 2u);
  EXPECT_EQ(whole.parts[0].cores, 3);
  EXPECT_EQ(whole.parts[1].name, "y");
  EXPECT_EQ(whole.main.name, "z");
  EXPECT_FALSE(whole.main.cores);
}

TEST(YamlRecord, NamesEachProblemAtItsPlace) {
  std::vector<std::string> lines;
  read(
      "module: x\nshare: 0\nmodules:\n  - a\n  - B\nparts:\n  - cores: -1\n  - three\nmain: [1]\n"
      "nothing_like_it: 1\n",
      lines);
  EXPECT_EQ(lines, (std::vector<std::string>{
                       "1 module key.unknown_near", "2 share field.not_above",
                       "5 modules field.pattern", "7 parts[0].cores field.too_small",
                       "7 parts[0].name field.missing", "8 parts[1] field.not_mapping",
                       "9 main field.not_mapping", "10 nothing_like_it key.unknown"}));
  lines.clear();
  read("- a\n", lines);
  EXPECT_EQ(lines, std::vector<std::string>{"1  field.not_mapping"});
  lines.clear();
  read("", lines);
  EXPECT_TRUE(lines.empty());
}

}  // namespace
}  // namespace trainyard
