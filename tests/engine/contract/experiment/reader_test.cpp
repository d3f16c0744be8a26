// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/reader.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

#include "engine/contract/experiment/writer.h"
#include "tests/engine/contract/experiment/full_document.h"

namespace trainyard {
namespace {

Document read(std::string_view text, std::vector<std::string> overrides = {}) {
  return read_experiment(text, "e.yaml", overrides);
}

std::string with(const std::string& line) { return "name: a\ndata: {train: [x]}\n" + line + "\n"; }

TEST(Reader, DefaultsAreThoseOfTheDocumentedOne) {
  const Document document = read(kFullDocument);
  EXPECT_TRUE(document.diagnostics.empty()) << to_line(document.diagnostics.front());
  Experiment expected;
  expected.name = "wikitext-gpt2";
  expected.model.overrides = {{"n_layer", 4}};
  expected.data.train = {"corpus.txt"};
  EXPECT_EQ(write_resolved(document.experiment), write_resolved(expected));
}

struct Bad {
  std::string text;
  std::string code;
  std::string path;
  int line, column;
  std::string part;  // of the message
};

void PrintTo(const Bad& bad, std::ostream* out) {
  *out << bad.code << " in " << bad.text.substr(0, 60);
}

class BadInput : public testing::TestWithParam<Bad> {};

TEST_P(BadInput, IsSaidAtItsPlace) {
  const Bad& bad = GetParam();
  const Document document = read(bad.text);
  const auto found = std::find_if(document.diagnostics.begin(), document.diagnostics.end(),
                                  [&](const Diagnostic& d) { return d.code == bad.code; });
  ASSERT_NE(found, document.diagnostics.end())
      << bad.text << (document.diagnostics.empty() ? "" : to_line(document.diagnostics.front()));
  EXPECT_EQ(found->path, bad.path);
  EXPECT_EQ(found->line, bad.line) << to_line(*found);
  EXPECT_EQ(found->column, bad.column) << to_line(*found);
  EXPECT_NE(found->text.find(bad.part), std::string::npos) << found->text;
  EXPECT_EQ(found->text.find('{'), std::string::npos) << found->text;
  EXPECT_EQ(found->text.find('\n'), std::string::npos) << found->text;
  EXPECT_EQ(found->file, "e.yaml");
}

INSTANTIATE_TEST_SUITE_P(
    Documents, BadInput,
    testing::Values(
        Bad{"name: [1\nseed: 2\n", "document.syntax", "", 2, 5, "not valid YAML"},
        Bad{"", "document.empty", "", 1, 1, "name: my-run"},
        Bad{"- a\n", "document.not_mapping", "", 1, 1, "a list"},
        Bad{"hello\n", "document.not_mapping", "", 1, 1, "text"},
        Bad{"name: a\nname: b\n", "document.duplicate_key", "", 2, 1, "first in line 1"},
        Bad{with("batch: &x {per_device: 1}"), "document.anchor", "batch", 3, 8, "anchors"},
        Bad{with("batch: *x"), "document.syntax", "", 3, 8, "anchor"},
        Bad{with("tags: [&x a, *x]"), "document.alias", "tags", 3, 14, "write the value out"},
        Bad{with("seed: !!int 3"), "document.tag", "seed", 3, 7, "tag"},
        Bad{with("seed: !mine 3"), "document.tag", "seed", 3, 7, "!mine"},
        Bad{with("---\nname: b"), "document.second", "", 3, 1, "second document"},
        Bad{with("notes: \"" + std::string(1 << 20, 'a') + "\""), "document.too_large", "", 1, 1,
            "1048576"},
        Bad{"name: \xff\n", "document.not_utf8", "", 1, 7, "0xff"},
        Bad{"name: \xed\xa0\x80\n", "document.not_utf8", "", 1, 7, "0xed"},
        Bad{std::string("name: a\nnotes: \0x\n", 18), "document.control_character", "", 2, 8,
            "0x00"},
        Bad{"name: a\rseed: 1\n", "document.control_character", "", 1, 8, "0x0d"},
        Bad{"a: " + std::string(70, '[') + std::string(70, ']') + "\n", "document.too_deep", "a", 1,
            67, "64"},
        Bad{"? [a]\n: 1\n", "document.bad_key", "", 1, 3, "plain word"},
        Bad{with("format: 2"), "document.format", "format", 3, 9, "newer"},
        Bad{"seed: 1\n", "field.missing", "name", 1, 1, "name: my-run"}));

INSTANTIATE_TEST_SUITE_P(
    Keys, BadInput,
    testing::Values(
        Bad{with("sed: 1"), "key.unknown_near", "sed", 3, 1, "did you mean seed?"},
        Bad{with("optimizer: {lerning_rate: 1}"), "key.unknown_near", "optimizer.lerning_rate", 3,
            13, "optimizer.learning_rate"},
        Bad{with("learning_rate: 1"), "key.unknown_near", "learning_rate", 3, 1,
            "optimizer.learning_rate"},
        Bad{with("batch: {gradient_accumulation: 1}"), "key.unknown_near",
            "batch.gradient_accumulation", 3, 9, "batch.gradient_accumulation_steps"},
        Bad{with("xyzzyplugh: 1"), "key.unknown", "xyzzyplugh", 3, 1, "unknown key xyzzyplugh"},
        Bad{with("optimizer: 3"), "field.section_type", "optimizer", 3, 12, "section"},
        Bad{with("optimizer: [a]"), "field.section_type", "optimizer", 3, 12, "a list"}));

INSTANTIATE_TEST_SUITE_P(
    Values, BadInput,
    testing::Values(
        Bad{with("seed: many"), "field.wrong_type", "seed", 3, 7, "a whole number, not many"},
        Bad{with("seed: \"3\""), "field.wrong_type", "seed", 3, 7, "the text"},
        Bad{with("seed: 1.5"), "field.wrong_type", "seed", 3, 7, "1.5"},
        Bad{with("seed: 010"), "field.leading_zero", "seed", 3, 7, "write 10"},
        Bad{with("seed: 99999999999999999999"), "field.number_too_large", "seed", 3, 7, ""},
        Bad{with("seed: null"), "field.null", "seed", 3, 1, "default 42"},
        Bad{with("seed: -1"), "field.too_small", "seed", 3, 7, "at least 0"},
        Bad{with("optimizer: {learning_rate: .nan}"), "field.non_finite", "optimizer.learning_rate",
            3, 28, ".nan"},
        Bad{with("optimizer: {learning_rate: NaN}"), "field.non_finite", "optimizer.learning_rate",
            3, 28, "NaN"},
        Bad{with("optimizer: {learning_rate: -.inf}"), "field.non_finite",
            "optimizer.learning_rate", 3, 28, "finite"},
        Bad{with("optimizer: {learning_rate: 1e999}"), "field.non_finite",
            "optimizer.learning_rate", 3, 28, "1e999"},
        Bad{with("optimizer: {learning_rate: 0}"), "field.not_above", "optimizer.learning_rate", 3,
            28, "above 0"},
        Bad{with("optimizer:\n  beta1: 1"), "field.not_below", "optimizer.beta1", 4, 10, "below 1"},
        Bad{with("parallel: {zero_stage: 4}"), "field.too_large", "parallel.zero_stage", 3, 24,
            "at most 3"},
        Bad{with("precision: {kind: bf61}"), "field.choice_near", "precision.kind", 3, 19,
            "did you mean bf16?"},
        Bad{with("precision: {kind: int8}"), "field.choice", "precision.kind", 3, 19,
            "fp32, bf16, fp16"},
        Bad{with("tags: a"), "field.wrong_type", "tags", 3, 7, "a list of texts"},
        Bad{with("tags: [a, [b]]"), "field.item_type", "tags", 3, 11, "each item"},
        Bad{with("parallel: {offload_optimizer: 1}"), "field.wrong_type",
            "parallel.offload_optimizer", 3, 31, "true or false"},
        Bad{with("model: {overrides: {n_layer: 010}}"), "field.leading_zero", "model.overrides", 3,
            21, "write 10"},
        Bad{with("model: {overrides: [1]}"), "field.wrong_type", "model.overrides", 3, 20,
            "a mapping"},
        Bad{with("resources: {processes_per_node: 0}"), "field.too_small",
            "resources.processes_per_node", 3, 33, "at least 1"},
        Bad{with("resources: {processes_per_node: all}"), "field.wrong_type",
            "resources.processes_per_node", 3, 33, "or auto"}));

INSTANTIATE_TEST_SUITE_P(
    Shell, BadInput,
    testing::Values(
        Bad{"name: a b\n", "field.pattern", "name", 1, 7, "a b"},
        Bad{"name: \"a'b\"\n", "field.pattern", "name", 1, 7, "lower-case"},
        Bad{"name: $(touch x)\n", "field.pattern", "name", 1, 7, "$(touch x)"},
        Bad{"name: -a\n", "field.leading_dash", "name", 1, 7, "option"},
        Bad{"name: \"a\\nb\"\n", "field.control_character", "name", 1, 7, "one line"},
        Bad{"name: ..\n", "field.pattern", "name", 1, 7, ".."},
        Bad{"name: a/b\n", "field.pattern", "name", 1, 7, "a/b"},
        Bad{"name: \"\"\n", "field.empty", "name", 1, 7, "empty"},
        Bad{"name: " + std::string(65, 'a') + "\n", "field.pattern", "name", 1, 7, "64"},
        Bad{"name: " + std::string(100000, 'a') + "\n", "field.too_long", "name", 1, 7, "100000"},
        Bad{with("resources: {partition: --wrap=x}"), "field.pattern", "resources.partition", 3, 24,
            "letters"},
        Bad{with("resources: {account: -x}"), "field.leading_dash", "resources.account", 3, 22,
            "option"},
        Bad{with("resources: {qos: \"a;b\"}"), "field.pattern", "resources.qos", 3, 18, "a;b"},
        Bad{with("resources: {extra_directives: [\"--x=`y`\"]}"), "field.pattern",
            "resources.extra_directives", 3, 32, "quotes"},
        Bad{with("resources: {time_limit: tomorrow}"), "field.pattern", "resources.time_limit", 3,
            25, "days-hours"},
        Bad{with("resources: {array: 1-}"), "field.pattern", "resources.array", 3, 20, "0-9"},
        Bad{with("resources: {dependency: after}"), "field.pattern", "resources.dependency", 3, 25,
            "afterok:1234"},
        Bad{with("command: {program: --help}"), "field.leading_dash", "command.program", 3, 20,
            "--help"},
        Bad{with("command: {stop_signal: SIGKILL}"), "field.pattern", "command.stop_signal", 3, 24,
            "SIGUSR1"},
        Bad{with("environment: {variables: {\"A B\": x}}"), "field.pattern",
            "environment.variables", 3, 27, "A B"},
        Bad{with("environment: {variables: {A: \"x\\ny\"}}"), "field.control_character",
            "environment.variables", 3, 27, "one line"},
        Bad{with("environment: {modules: [\"a b\"]}"), "field.pattern", "environment.modules", 3,
            25, "a b"},
        Bad{with("code: {source: -x}"), "field.leading_dash", "code.source", 3, 16, "option"},
        Bad{"name: a\ndata: {train: [\"\"]}\n", "field.empty", "data.train", 2, 16, "empty"}));

TEST(Reader, ReportsAllProblemsInTheOrderOfLines) {
  const Document document = read("seed: x\nname: A\nbatch: {per_device: 0}\nfoo: 1\n");
  std::vector<std::string> codes;
  for (const Diagnostic& d : document.diagnostics) codes.push_back(d.code);
  EXPECT_EQ(codes, (std::vector<std::string>{"field.wrong_type", "field.pattern", "field.too_small",
                                             "key.unknown", "rule.data_train"}))
      << to_line(document.diagnostics.back());
  EXPECT_TRUE(std::is_sorted(document.diagnostics.begin(), document.diagnostics.end() - 1,
                             [](auto& a, auto& b) { return a.line < b.line; }));
}

TEST(Reader, KeepsWhatIsRightBesideWhatIsWrong) {
  const Document document = read("name: a\nseed: x\nbatch: {per_device: 3, oops: 1}\n");
  EXPECT_EQ(document.experiment.name, "a");
  EXPECT_EQ(document.experiment.seed, 42);
  EXPECT_EQ(document.experiment.batch.per_device, 3);
}

TEST(Reader, TextIsTakenAsItIsSpelled) {
  const Document document =
      read(with("resources: {partition: 010, time_limit: 1:30:00}\ncommand: {arguments: [--lr, "
                "5e-5, 3, true, 1.10]}\nnotes: 2024-01-01"));
  EXPECT_FALSE(has_errors(document.diagnostics));
  EXPECT_EQ(document.experiment.resources.partition, "010");
  EXPECT_EQ(document.experiment.resources.time_limit, "1:30:00");
  EXPECT_EQ(document.experiment.command.arguments, (TextList{"--lr", "5e-5", "3", "true", "1.10"}));
}

TEST(Reader, NumbersAreReadAsPeopleWriteThem) {
  const auto rate = [](const std::string& text) {
    return read(with("optimizer: {learning_rate: " + text + "}"))
        .experiment.optimizer.learning_rate;
  };
  EXPECT_EQ(rate("5e-5"), 5e-5);
  EXPECT_EQ(rate("5.0E-5"), 5e-5);
  EXPECT_EQ(rate("+.5"), 0.5);
  EXPECT_EQ(rate("1."), 1.0);
  EXPECT_EQ(rate("1"), 1.0);
}

TEST(Reader, EmptySectionsAndListsAreDefaults) {
  const Document document =
      read(with("optimizer:\n  # learning_rate: 1\nenvironment:\n  modules:\n  variables:"));
  EXPECT_FALSE(has_errors(document.diagnostics));
  EXPECT_TRUE(document.experiment.environment.modules.empty());
}

TEST(Reader, ByteOrderMarkAndWindowsLineBreaks) {
  const Document document = read("\xef\xbb\xbfname: a\r\nseed: x\r\ndata: {train: [x]}\r\n");
  ASSERT_EQ(document.diagnostics.size(), 1u);
  EXPECT_EQ(document.diagnostics[0].line, 2);
  EXPECT_EQ(document.diagnostics[0].column, 7);
}

TEST(Reader, AProjectIsAPathOfNames) {
  for (const char* project :
       {"''", "language", "language/my ablations", "\"日本/ä\"", "1/2/3/4/5/6/7/8"}) {
    const Document document = read(with(std::string("project: ") + project));
    EXPECT_TRUE(document.diagnostics.empty()) << to_line(document.diagnostics.front());
    const Document again = read(write_resolved(document.experiment));
    EXPECT_TRUE(again.diagnostics.empty()) << to_line(again.diagnostics.front());
    EXPECT_EQ(again.experiment.project, document.experiment.project);
  }
  for (const char* project :
       {"/language", "language/", "a//b", "' a'", "a/ /b", "1/2/3/4/5/6/7/8/9"})
    EXPECT_FALSE(read(with(std::string("project: ") + project)).diagnostics.empty()) << project;
}

TEST(Overrides, SetValuesOverTheDocument) {
  const Document document =
      read(with("seed: 1"), {"seed=2", "optimizer.learning_rate=1e-3", "data.train=[a, b]",
                             "model.overrides.n_layer=2", "environment.variables.A=b: c",
                             "notes=x: y # z", "seed=3", "resources.partition="});
  EXPECT_FALSE(has_errors(document.diagnostics)) << to_line(document.diagnostics.front());
  EXPECT_EQ(document.experiment.seed, 3);
  EXPECT_EQ(document.experiment.optimizer.learning_rate, 1e-3);
  EXPECT_EQ(document.experiment.data.train, (TextList{"a", "b"}));
  EXPECT_EQ(read(with("seed: 1"), {"data.train=a.txt"}).experiment.data.train, TextList{"a.txt"});
  EXPECT_EQ(*find(document.experiment.model.overrides, "n_layer"), Value(2));
  EXPECT_EQ(document.experiment.environment.variables[0].second, "b: c");
  EXPECT_EQ(document.experiment.notes, "x: y # z");
  EXPECT_EQ(document.experiment.resources.partition, std::nullopt);
  // Null is no text where there may be none.
  const Document without =
      read(with("lora: {pretrained: a}"), {"lora.pretrained=null", "name=null"});
  EXPECT_EQ(without.experiment.lora.pretrained, std::nullopt);
  EXPECT_EQ(without.experiment.name, "null");
}

TEST(Overrides, AreNamedInTheirProblems) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"seed", "override.form"},           {"=3", "override.form"},
      {"sede=3", "override.unknown_near"}, {"learning_rate=3", "override.unknown_near"},
      {"optimizer=3", "override.section"}, {"seed=x", "field.wrong_type"},
      {"seed=[1", "document.syntax"},      {"seed=*a", "document.syntax"},
      {"name=$(x)", "field.pattern"},      {"data.sequence_length=4096", "rule.sequence_length"}};
  for (const auto& [text, code] : cases) {
    const Document document = read(with(""), {text});
    ASSERT_FALSE(document.diagnostics.empty()) << text;
    EXPECT_EQ(document.diagnostics[0].code, code) << text;
    EXPECT_EQ(document.diagnostics[0].file, "--set") << text;
  }
}

TEST(ReaderFile, SaysWhyItCanNotBeRead) {
  const auto folder = std::filesystem::path(testing::TempDir());
  EXPECT_EQ(read_experiment_file((folder / "not-there.yaml").string()).error().code,
            "file.missing");
  EXPECT_EQ(read_experiment_file(folder.string()).error().code, "file.not_file");
  const auto large = folder / "large.yaml";
  std::ofstream(large) << std::string((1 << 20) + 1, '#');
  const auto refused = read_experiment_file(large.string());
  std::filesystem::remove(large);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "file.too_large");
  EXPECT_EQ(refused.error().exit_code, ExitCode::invalid_input);
}

}  // namespace
}  // namespace trainyard
