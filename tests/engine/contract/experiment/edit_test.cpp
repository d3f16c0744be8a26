// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/edit.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>

#include "engine/contract/experiment/field_value.h"
#include "engine/contract/experiment/reader.h"
#include "engine/contract/experiment/scalar.h"
#include "engine/contract/experiment/writer.h"

namespace trainyard {
namespace {

std::string edited(std::string_view text, std::string_view path, const Value& value) {
  const auto out = edit(text, path, value);
  return out ? *out : "error: " + out.error().message;
}

std::string without(std::string_view text, std::string_view path) {
  const auto out = reset(text, path);
  return out ? *out : "error: " + out.error().message;
}

TEST(Edit, ChangesOnlyTheCharactersOfTheValue) {
  EXPECT_EQ(edited("name: a  # mine\nseed:   1 # two\n", "seed", 7),
            "name: a  # mine\nseed:   7 # two\n");
  EXPECT_EQ(edited("optimizer: {learning_rate: 5e-5,  beta1: 0.9} # o\n", "optimizer.learning_rate",
                   1e-4),
            "optimizer: {learning_rate: 1.0e-4,  beta1: 0.9} # o\n");
  EXPECT_EQ(edited("name: 'it''s # no comment' # c\n", "name", "b"), "name: b # c\n");
  EXPECT_EQ(edited("notes: |\n  one\n\n  two\nseed: 1\n", "notes", "x\ny"),
            "notes: \"x\\ny\"\nseed: 1\n");
  EXPECT_EQ(edited("notes: one\n  more # c\nseed: 1\n", "notes", "x"), "notes: x # c\nseed: 1\n");
}

TEST(Edit, KeepsTheStyleOfLists) {
  EXPECT_EQ(edited("data:\n  train: # files\n  - a\n  - b # last\n  kind: text\n", "data.train",
                   List{"c", "d e"}),
            "data:\n  train: # files\n  - c\n  - d e # last\n  kind: text\n");
  EXPECT_EQ(edited("tags:\n  - a\n  - b\nseed: 1\n", "tags", List{}), "tags: []\nseed: 1\n");
  EXPECT_EQ(edited("tags: [a,\n  b] # c\n", "tags", List{"x"}), "tags: [x] # c\n");
}

TEST(Edit, CommentsOfListsAndMappingsStay) {
  const std::string overrides =
      "model:\n  overrides:\n    # depth\n    n_layer: 4  # of 12\n    vocab_size: 512 # small\n"
      "    resid_pdrop: 0.0   # none\nseed: 1\n";
  const auto with = [](std::int64_t layers, std::int64_t words) {
    return Map{{"n_layer", layers}, {"vocab_size", words}, {"resid_pdrop", 0.0}};
  };
  EXPECT_EQ(
      edited(overrides, "model.overrides", with(6, 512)),
      "model:\n  overrides:\n    # depth\n    n_layer: 6  # of 12\n    vocab_size: 512 # small\n"
      "    resid_pdrop: 0.0   # none\nseed: 1\n");
  // One more, and one less.
  Map more = with(4, 512);
  more.emplace_back("n_head", 2);
  EXPECT_EQ(
      edited(overrides, "model.overrides", more),
      "model:\n  overrides:\n    # depth\n    n_layer: 4  # of 12\n    vocab_size: 512 # small\n"
      "    resid_pdrop: 0.0   # none\n    n_head: 2\nseed: 1\n");
  EXPECT_EQ(edited(overrides, "model.overrides", Map{{"n_layer", 4}, {"resid_pdrop", 0.0}}),
            "model:\n  overrides:\n    # depth\n    n_layer: 4  # of 12\n    # small\n"
            "    resid_pdrop: 0.0   # none\nseed: 1\n");
  // Another name in the middle.
  EXPECT_EQ(edited(overrides, "model.overrides",
                   Map{{"n_layer", 4}, {"n_ctx", 64}, {"resid_pdrop", 0.0}}),
            "model:\n  overrides:\n    # depth\n    n_layer: 4  # of 12\n    n_ctx: 64 # small\n"
            "    resid_pdrop: 0.0   # none\nseed: 1\n");
  const std::string list =
      "command:\n  arguments: # of train.py\n    - --lr # rate\n    - \"1\" # its value\n    # "
      "more\n"
      "    - --fast\n";
  EXPECT_EQ(edited(list, "command.arguments", List{"--lr", "2", "--fast"}),
            "command:\n  arguments: # of train.py\n    - --lr # rate\n    - \"2\" # its value\n    "
            "# more\n"
            "    - --fast\n");
  EXPECT_EQ(
      edited(list, "command.arguments", List{"x", "--lr", "1", "--fast", "v", "w"}),
      "command:\n  arguments: # of train.py\n    - x\n    - --lr # rate\n    - \"1\" # its value\n"
      "    # more\n    - --fast\n    - v\n    - w\n");
  EXPECT_EQ(edited(list, "command.arguments", List{"--lr", "1"}),
            "command:\n  arguments: # of train.py\n    - --lr # rate\n    - \"1\" # its value\n    "
            "# more\n");
  // In brackets over several lines.
  EXPECT_EQ(edited("model:\n  overrides: {n_layer: 4, # deep\n    n_head: 2} # all\n",
                   "model.overrides", Map{{"n_layer", 6}, {"n_head", 2}, {"n_embd", 64}}),
            "model:\n  overrides: {n_layer: 6, # deep\n    n_head: 2, n_embd: 64} # all\n");
  EXPECT_EQ(edited("tags: [a, # one\n  b, # two\n  c]\n", "tags", List{"a", "c"}),
            "tags: [a, # one\n  # two\n  c]\n");
}

TEST(Edit, AddsOneLineInTheOrderOfTheDocument) {
  EXPECT_EQ(edited("name: a\nworkload: engine\n", "seed", 3),
            "name: a\nseed: 3\nworkload: engine\n");
  EXPECT_EQ(
      edited("name: a\noptimizer:\n  # rate\n  learning_rate: 1\n", "optimizer.kind", "adamw"),
      "name: a\noptimizer:\n  kind: adamw\n  # rate\n  learning_rate: 1\n");
  EXPECT_EQ(edited("optimizer:\n  kind: adamw # k\n  epsilon: 1\n", "optimizer.beta1", 0.5),
            "optimizer:\n  kind: adamw # k\n  beta1: 0.5\n  epsilon: 1\n");
  EXPECT_EQ(edited("name: a\r\ncode: {}\r\n", "schedule.warmup_steps", 5),
            "name: a\r\nschedule:\r\n  warmup_steps: 5\r\ncode: {}\r\n");
  EXPECT_EQ(edited("optimizer:\n", "optimizer.beta1", 0.5), "optimizer:\n  beta1: 0.5\n");
  EXPECT_EQ(edited("name: a", "seed", 1), "name: a\nseed: 1");
  EXPECT_EQ(edited("", "name", "a"), "name: a\n");
  EXPECT_EQ(edited("# only a comment", "name", "a"), "# only a comment\nname: a\n");
}

TEST(Edit, WritesANewSectionAsABlock) {
  std::string text = "format: 1\nname: a\nworkload: command\n";
  text = edited(text, "command.launcher", "none");
  text = edited(text, "command.metrics", "jsonl");
  text = edited(text, "command.program", "a.py");
  text = edited(text, "environment.variables.A", "x");
  EXPECT_EQ(text,
            "format: 1\nname: a\nworkload: command\ncommand:\n  launcher: none\n  program: a.py\n"
            "  metrics: jsonl\nenvironment:\n  variables:\n    A: x\n");
  // Where its key stands there already, with nothing or with a null behind it, too.
  for (const char* empty : {"command: # mine\n", "command: null # mine\n", "command: ~ # mine\n"})
    EXPECT_EQ(edited(empty, "command.launcher", "none"), "command: # mine\n  launcher: none\n");
  EXPECT_EQ(edited("{name: a, command: null}\n", "command.launcher", "none"),
            "{name: a, command: {launcher: none}}\n");
}

TEST(Edit, AddsAnEntryToAFlowMapping) {
  EXPECT_EQ(edited("optimizer: {kind: adamw, epsilon: 1} # c\n", "optimizer.beta2", 0.5),
            "optimizer: {kind: adamw, beta2: 0.5, epsilon: 1} # c\n");
  EXPECT_EQ(edited("optimizer: {}\n", "optimizer.beta2", 0.5), "optimizer: {beta2: 0.5}\n");
  EXPECT_EQ(edited("{name: a}\n", "optimizer.beta2", 0.5), "{name: a, optimizer: {beta2: 0.5}}\n");
}

TEST(Edit, ReachesIntoMappings) {
  EXPECT_EQ(edited("model: {overrides: {n_layer: 4, n_head: 2}}\n", "model.overrides.n_layer", 6),
            "model: {overrides: {n_layer: 6, n_head: 2}}\n");
  EXPECT_EQ(
      edited("environment:\n  variables:\n    A: x # c\n", "environment.variables.B", Value()),
      "environment:\n  variables:\n    A: x # c\n    B: null\n");
}

TEST(Edit, RefusesWhatItCanNotDo) {
  EXPECT_EQ(edit("name: a\n", "optimizer.nothing", 1).error().code, "edit.unknown_path");
  EXPECT_EQ(edit("name: a\n", "seed", "x").error().code, "edit.wrong_kind");
  EXPECT_EQ(edit("name: a\nseed: [1\n", "name", "x").error().code, "edit.not_readable");
  EXPECT_EQ(edit("batch: &x {per_device: 1}\n", "batch.per_device", 2).ok(), true);
  EXPECT_EQ(edit("- a\n", "name", "x").error().code, "edit.not_readable");
}

TEST(Reset, TakesTheValueOut) {
  EXPECT_EQ(without("name: a\nseed: 1\ncode: {}\n", "seed"), "name: a\ncode: {}\n");
  EXPECT_EQ(without("name: a\nseed: 1 # why\ncode: {}\n", "seed"), "name: a\n# why\ncode: {}\n");
  EXPECT_EQ(without("optimizer: {kind: adamw, beta1: 0.5, epsilon: 1}\n", "optimizer.beta1"),
            "optimizer: {kind: adamw, epsilon: 1}\n");
  EXPECT_EQ(without("optimizer: {kind: adamw, beta1: 0.5}\n", "optimizer.beta1"),
            "optimizer: {kind: adamw}\n");
  EXPECT_EQ(without("optimizer:\n  beta1: 0.5\n", "optimizer.beta1"), "optimizer:\n");
  EXPECT_EQ(without("tags:\n- a\n- b\nseed: 1\n", "tags"), "seed: 1\n");
  EXPECT_EQ(without("name: a\n", "seed"), "name: a\n");
}

TEST(RemoveSection, TakesAllOfItAndNothingElse) {
  const std::string text =
      "name: a # b\n# of all\nmodel: # small\n  # depth\n  overrides:\n    n_layer: 4 # of 12\n"
      "seed: 1 # c\ndata: {train: [a]} # mine\n";
  EXPECT_EQ(written_sections(text), (std::vector<std::string>{"model", "data"}));
  const std::string less = *remove_section(text, "model");
  EXPECT_EQ(less, "name: a # b\n# of all\nseed: 1 # c\ndata: {train: [a]} # mine\n");
  EXPECT_EQ(*remove_section(less, "data"), "name: a # b\n# of all\nseed: 1 # c\n");
  EXPECT_EQ(*remove_section("name: a\r\ndata:\r\n  kind: text\r\nseed: 1\r\n", "data"),
            "name: a\r\nseed: 1\r\n");
  EXPECT_EQ(*remove_section("{name: a, data: {kind: text}}\n", "data"), "{name: a}\n");
  EXPECT_EQ(*remove_section("data:\nname: a\n", "data"), "name: a\n");
  EXPECT_EQ(*remove_section("name: a\n", "data"), "name: a\n");
  EXPECT_EQ(remove_section("name: a\n", "name").error().code, "edit.unknown_path");
  EXPECT_EQ(remove_section("name: [\n", "data").error().code, "edit.not_readable");
  EXPECT_TRUE(written_sections("name: [\n").empty());
}

// Every field in documents of many styles.
using Random = std::mt19937;

std::string words(Random& random) {
  static const std::vector<std::string> pool{
      "a",           "x y", "it's",  "\"q\"",  "# no", "a: b", "- dash",     "null",
      "010",         "1e5", "true",  "",       "é ü",  "{b}",  "[c",         "*d",
      "&e",          "!f",  "%g",    "a,b",    "~",    "@h",   "$(touch x)", "`i`",
      "back\\slash", "'",   " lead", "trail ", "yes",  "...",  "---"};
  return pool[random() % pool.size()];
}

Value value_for(const FieldInfo& field, Random& random) {
  if (field.nullable && random() % 4 == 0) return Value();
  switch (field.kind) {
    case Kind::boolean:
      return random() % 2 == 0;
    case Kind::integer:
      return static_cast<std::int64_t>(random() % 100000);
    case Kind::auto_integer:
      return random() % 2 == 0 ? Value("auto") : Value(3);
    case Kind::real:
      return std::ldexp(static_cast<double>(random()), static_cast<int>(random() % 120) - 90);
    case Kind::choice:
      return field.choices[random() % field.choices.size()];
    case Kind::text:
      return random() % 5 == 0 ? words(random) + "\n" + words(random) : words(random);
    case Kind::text_list: {
      List out;
      for (auto count = random() % 4; count > 0; --count) out.emplace_back(words(random));
      return out;
    }
    case Kind::text_map:
      return random() % 3 == 0 ? Value(Map{}) : Value(Map{{"A", words(random)}, {"B_2", Value()}});
    case Kind::value_map:
      return random() % 3 == 0
                 ? Value(Map{})
                 : Value(
                       Map{{"n_layer", 4}, {"p", 0.5}, {"s", words(random)}, {"l", List{1, true}}});
    case Kind::record:
    case Kind::list:
    case Kind::any:
      ADD_FAILURE() << field.path << ": the experiment has no such fields";
  }
  return Value();
}

// A document that holds some of the fields, in a style drawn by chance; every comment has its own
// number.
class Composer {
 public:
  explicit Composer(Random& random) : random_(random) {}
  std::vector<std::string> comments;

  std::string compose() {
    std::string out = chance(4) ? comment_line(0) : "";
    std::string section;
    bool flow = false, open = false;
    for (const FieldInfo& field : fields()) {
      if (field.section != section) {
        if (open) out += close();
        section = field.section;
        flow = chance(2);
        open = flow && !chance(6);
        if (open)
          out += section + ": {";
        else if (flow)
          section_is_left_out_ = true;
        else
          out += section + ":" + trailing() + "\n";
        is_first_ = true;
        if (!(flow && !open)) section_is_left_out_ = false;
      }
      if (section_is_left_out_ && !section.empty()) continue;
      if (chance(3) && field.key != "name") continue;
      out += open ? flow_entry(field) : block_entry(field);
    }
    if (open) out += close();
    if (chance(3))
      for (std::size_t at = out.find('\n'); at != out.npos; at = out.find('\n', at + 2))
        out.insert(at, "\r");
    return out;
  }

 private:
  bool chance(unsigned one_in) { return random_() % one_in == 0; }
  std::string comment() {
    comments.push_back("#c" + std::to_string(comments.size()) + ";");
    return comments.back();
  }
  std::string comment_line(std::size_t indent) {
    return std::string(indent, ' ') + comment() + "\n";
  }
  std::string trailing() { return chance(3) ? "  " + comment() : ""; }
  std::string close() { return std::string("}") + trailing() + "\n"; }
  std::string flow_entry(const FieldInfo& field) {
    std::string out = is_first_ ? "" : chance(4) ? ",\n   " : ", ";
    is_first_ = false;
    return out + field.key + (chance(5) ? ":  " : ": ") + spell(value_for(field, random_));
  }
  std::string block_entry(const FieldInfo& field) {
    const std::size_t indent = field.section.empty() ? 0 : 2;
    std::string out = chance(4) ? comment_line(indent) : "";
    if (chance(8)) out += "\n";
    const Value value = value_for(field, random_);
    out += std::string(indent, ' ') + field.key + ":";
    const auto* list = value.get_if<List>();
    if (list && !list->empty() && chance(2)) {
      out += trailing() + "\n";
      const std::size_t deeper = indent + (chance(2) ? 2 : 0);
      for (const Value& item : *list) out += std::string(deeper, ' ') + "- " + spell(item) + "\n";
      return out;
    }
    if (field.kind == Kind::text && chance(4))
      return out + (chance(2) ? " |\n" : " >-\n") + std::string(indent + 2, ' ') + "first\n\n" +
             std::string(indent + 2, ' ') + "second\n";
    return out + " " + spell(value) + trailing() + "\n";
  }

  Random& random_;
  bool is_first_ = true;
  bool section_is_left_out_ = false;
};

YamlTree whole_tree(const std::string& text) {
  YamlTree tree = parse_yaml(text);
  EXPECT_TRUE(tree.diagnostics.empty()) << text;
  return tree;
}

Value read_value(const YamlTree& tree, const FieldInfo& field) {
  const YamlNode* node = &tree.root;
  if (!field.section.empty()) {
    const auto* entry = find_entry(*node, field.section);
    if (entry == nullptr) return "absent";
    node = &entry->second;
  }
  const auto* entry = find_entry(*node, field.key);
  if (entry == nullptr) return "absent";
  return read_field(field, entry->second).value.value_or("wrong");
}

std::string real_spelling(const FieldInfo& field, const Value& value) {
  const auto* whole = value.get_if<std::int64_t>();
  return whole && field.kind == Kind::real ? spell(static_cast<double>(*whole)) : spell(value);
}

TEST(EditAsEntered, TheDocumentHoldsWhatIsNoValueAndSaysSo) {
  const std::string text = "format: 1\nname: x\ntraining:\n  max_steps: 240  # long\n";
  for (const char* entered :
       {"1e3", "-", "", "abc", "a: 1\nb", "#", "\xc3\xa4 \"x\"", "null", "true"}) {
    const auto out = edit_as_entered(text, "training.max_steps", entered);
    ASSERT_TRUE(out) << entered;
    EXPECT_NE(out->find("# long"), out->npos);
    const auto written = written_value(*out, "training.max_steps");
    ASSERT_TRUE(written && written->get_if<std::string>()) << entered;
    EXPECT_EQ(*written->get_if<std::string>(), entered);
    const Document document = read_experiment(*out, "x.yaml");
    ASSERT_TRUE(has_errors(document.diagnostics)) << entered;
    EXPECT_EQ(document.diagnostics.front().path, "training.max_steps");
  }
  EXPECT_FALSE(edit_as_entered("a: [1", "seed", "x"));
  EXPECT_FALSE(edit_as_entered(text, "no.such", "x"));
}

TEST(EditAsEntered, WhatStandsThere) {
  const std::string text = "format: 1\nname: \"x\"\ndata:\n  train: [a, 1]\nseed:\n";
  EXPECT_EQ(spell(*written_value(text, "name")), "x");
  EXPECT_EQ(spell(*written_value(text, "data.train")), "[a, \"1\"]");
  EXPECT_TRUE(written_value(text, "seed")->is_null());
  EXPECT_FALSE(written_value(text, "command.program"));
  EXPECT_TRUE(check_editable(text));
  EXPECT_EQ(check_editable("a: [1").error().code, "edit.not_readable");
  EXPECT_EQ(check_editable("- 1\n").error().code, "edit.not_readable");
}

TEST(EditProperty, EveryFieldInManyStyles) {
  for (unsigned seed = 0; seed < 12; ++seed) {
    Random random(seed);
    Composer composer(random);
    const std::string text = composer.compose();
    ASSERT_TRUE(parse_yaml(text).diagnostics.empty())
        << text << parse_yaml(text).diagnostics.front().text;
    const YamlTree tree = whole_tree(text);
    for (const FieldInfo& field : fields()) {
      const Value value = value_for(field, random);
      const auto out = edit(text, field.path, value);
      ASSERT_TRUE(out) << field.path << " = " << spell(value) << "\n"
                       << out.error().message << "\n"
                       << text;
      const YamlTree changed = whole_tree(*out);
      EXPECT_EQ(spell(read_value(changed, field)), real_spelling(field, value))
          << field.path << "\n"
          << *out;
      for (const std::string& comment : composer.comments)
        EXPECT_NE(out->find(comment), out->npos) << comment << " " << field.path << "\n"
                                                 << text << "----\n"
                                                 << *out;
      EXPECT_EQ(text.find('\r') == text.npos, out->find('\r') == out->npos);
      for (const FieldInfo& other : fields()) {
        if (other.path == field.path || random() % 16 != 0) continue;
        EXPECT_EQ(spell(read_value(tree, other)), spell(read_value(changed, other))) << other.path;
      }

      const auto back = reset(*out, field.path);
      ASSERT_TRUE(back) << field.path << "\n" << back.error().message << "\n" << *out;
      EXPECT_EQ(spell(read_value(whole_tree(*back), field)), "absent");
      for (const std::string& comment : composer.comments)
        EXPECT_NE(back->find(comment), back->npos) << comment << " " << field.path << "\n"
                                                   << *out << "----\n"
                                                   << *back;
    }
  }
}

}  // namespace
}  // namespace trainyard
