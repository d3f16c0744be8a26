// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/search_rules.h"

#include <algorithm>
#include <gtest/gtest.h>

#include "engine/contract/experiment/reader.h"
#include "engine/contract/experiment/rules.h"
#include "engine/contract/experiment/search.h"
#include "engine/contract/experiment/writer.h"

namespace trainyard {
namespace {

// The section begins in line 3.
Document read_search(const std::string& search) {
  return read_experiment("name: a\ndata: {train: [x], validation: [y]}\nsearch:\n" + search,
                         "e.yaml");
}

constexpr const char* kWholeSearch = R"(  space:
    optimizer.learning_rate: {low: 5.0e-5, high: 5.0e-4, log: true}
    batch.gradient_accumulation_steps: {low: 1, high: 3}
    optimizer.weight_decay: {low: 0, high: 0.1, step: 0.01}
    optimizer.kind: [adamw, sgd]
    optimizer.momentum: {low: 0, high: 0.9, when: {optimizer.kind: sgd}}
    model.overrides.n_layer: {low: 2, high: 8, step: 2}
    evaluation.on_start: [true, false]
    training.max_steps: {choices: [100, null], when: {optimizer.kind: [adamw, sgd]}}
  sampler: tpe
  trials: 25
  first:
    optimizer.learning_rate: [1.0e-4, null]
    optimizer.kind: [adamw]
)";

TEST(Search, ReadsEachKindOfParameter) {
  const Document document = read_search(kWholeSearch);
  ASSERT_TRUE(document.diagnostics.empty()) << to_line(document.diagnostics.front());
  const auto parameters = search_parameters(document.experiment.search);
  ASSERT_EQ(parameters.size(), 8u);
  using Kind = SearchDistribution::Kind;
  const SearchDistribution rate{.kind = Kind::real, .low = 5e-5, .high = 5e-4, .log = true};
  EXPECT_EQ(parameters[0].distribution, rate);
  EXPECT_EQ(parameters[1].distribution.kind, Kind::integer);
  EXPECT_EQ(parameters[2].distribution.kind, Kind::real) << "the field is one, whatever is written";
  EXPECT_EQ(parameters[2].distribution.step, 0.01);
  EXPECT_EQ(parameters[3].distribution.choices, (List{"adamw", "sgd"}));
  EXPECT_EQ(parameters[4].conditions, (std::vector<SearchCondition>{{"optimizer.kind", {"sgd"}}}));
  EXPECT_EQ(parameters[5].distribution.kind, Kind::integer);
  EXPECT_EQ(parameters[6].distribution.choices, (List{true, false}));
  EXPECT_EQ(parameters[7].distribution.choices, (List{100, Value()}));
}

TEST(Search, SurvivesBeingWritten) {
  const Document document = read_search(kWholeSearch);
  const Document again = read_experiment(write_resolved(document.experiment), "e.yaml");
  ASSERT_TRUE(again.diagnostics.empty()) << to_line(again.diagnostics.front());
  EXPECT_EQ(search_parameters(again.experiment.search),
            search_parameters(document.experiment.search));
  EXPECT_EQ(again.experiment.search.first, document.experiment.search.first);
}

// In one job, the engine starts its trials one after another with what the job was started with.
TEST(Search, RunsInOneJobOrInJobsOfItsOwn) {
  Experiment experiment;
  experiment.search.space = {{"optimizer.learning_rate", List{Value(0.1), Value(0.2)}}};
  EXPECT_TRUE(is_search_in_one_job(experiment));
  experiment.workload = Workload::command;
  EXPECT_TRUE(is_search_of_jobs(experiment));
  experiment.search.run_as = SearchRunAs::one_job;
  std::vector<Diagnostic> found;
  check_search_rules(experiment, found);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].code, "search.job_of_command");
  experiment.search.space.clear();
  EXPECT_FALSE(is_search_in_one_job(experiment) || is_search_of_jobs(experiment));
}

TEST(Search, OneJobRefusesWhatNeedsJobsOfTheirOwn) {
  const auto has = [](const Document& document, std::string_view code) {
    return std::ranges::find(document.diagnostics, code, &Diagnostic::code) !=
           document.diagnostics.end();
  };
  const Document uneven =
      read_search("  parallel: 3\n  space: {seed: [1, 2]}\nresources: {nodes: 4}\n");
  EXPECT_TRUE(has(uneven, "search.parallel_in_job"));
  const Document even =
      read_search("  parallel: 2\n  space: {seed: [1, 2]}\nresources: {nodes: 4}\n");
  EXPECT_FALSE(has(even, "search.parallel_in_job"));
  const Document nodes = read_search("  space: {resources.nodes: [1, 2]}\n");
  EXPECT_TRUE(has(nodes, "search.fixed_in_job"));
  const Document jobs =
      read_search("  run_as: job_each\n  parallel: 2\n  space: {resources.nodes: [1, 2]}\n");
  EXPECT_FALSE(has(jobs, "search.parallel_in_job") || has(jobs, "search.fixed_in_job"));
}

struct SearchCase {
  std::string line;  // 5, below space
  std::string code;
  std::string says;
};

void PrintTo(const SearchCase& one, std::ostream* out) { *out << one.line; }

class SearchSpace : public testing::TestWithParam<SearchCase> {};

TEST_P(SearchSpace, ErrorsAreAtTheirLine) {
  const auto found =
      read_search("  space:\n    " + GetParam().line + "\n    seed: [1, 2]\n").diagnostics;
  const auto one = std::ranges::find(found, GetParam().code, &Diagnostic::code);
  ASSERT_NE(one, found.end()) << (found.empty() ? "nothing found" : to_line(found.front()));
  EXPECT_EQ(one->line, 5) << to_line(*one);
  EXPECT_EQ(one->severity, Severity::error);
  EXPECT_NE(one->text.find(GetParam().says), std::string::npos) << one->text;
  EXPECT_EQ(one->text.find('{' + std::string("p")), std::string::npos) << one->text;
}

INSTANTIATE_TEST_SUITE_P(
    All, SearchSpace,
    testing::Values(
        SearchCase{"learning_rate: [1]", "search.unknown_path_near", "optimizer.learning_rate"},
        SearchCase{"optimizer.lerning_rate: [1.0]", "search.unknown_path_near",
                   "optimizer.learning_rate"},
        SearchCase{"zzzzzzzz: [1]", "search.unknown_path", "zzzzzzzz"},
        SearchCase{"search.trials: [1]", "search.fixed", "search.trials"},
        SearchCase{"data.train: [a]", "search.not_searchable", "data.train"},
        SearchCase{"model.overrides: [1]", "search.not_searchable", "model.overrides"},
        SearchCase{"optimizer.learning_rate: 0.1", "search.form", "0.1"},
        SearchCase{"optimizer.learning_rate: {choices: [0.1], low: 1}", "search.form", "range"},
        SearchCase{"optimizer.learning_rate: {low: 1, high: 2, stp: 1}", "search.key_near", "step"},
        SearchCase{"optimizer.learning_rate: {low: 1, high: 2, abcdefg: 1}", "search.key",
                   "abcdefg"},
        SearchCase{"optimizer.learning_rate: {low: 1}", "search.bound", "high"},
        SearchCase{"optimizer.learning_rate: {low: a, high: 2}", "search.bound", "low"},
        SearchCase{"optimizer.learning_rate: {low: 1, high: 2, log: 1}", "search.log_flag", "log"},
        SearchCase{"optimizer.learning_rate: {low: 2, high: 1}", "search.order", "swap"},
        SearchCase{"optimizer.learning_rate: {low: 0, high: 1, log: true}", "search.log_low",
                   "above 0"},
        SearchCase{"optimizer.learning_rate: {low: 1, high: 2, log: true, step: 1}",
                   "search.log_step", "step"},
        SearchCase{"optimizer.learning_rate: {low: 1, high: 2, step: 5}", "search.step", "5"},
        SearchCase{"batch.per_device: {low: 0.5, high: 2}", "search.whole", "0.5"},
        SearchCase{"batch.per_device: {low: 0, high: 2, log: true}", "search.log_low",
                   "at least 1"},
        SearchCase{"optimizer.kind: {low: 1, high: 2}", "search.no_range", "list"},
        SearchCase{"optimizer.kind: []", "search.no_choices", "optimizer.kind"},
        SearchCase{"optimizer.kind: [adamw, adamw]", "search.choice_twice", "adamw"},
        SearchCase{"optimizer.kind: [[adamw]]", "search.choice_kind", "adamw"},
        SearchCase{"optimizer.kind: [adamw, adam_w]", "field.choice_near", "adam_w"},
        SearchCase{"optimizer.kind: [1]", "field.wrong_type", "optimizer.kind"},
        SearchCase{"optimizer.learning_rate: {low: 1, high: 200}", "field.too_large", "100"},
        SearchCase{"batch.per_device: {low: 0, high: 2}", "field.too_small", "at least 1"},
        SearchCase{"batch.per_device: [0, 1]", "field.too_small", "at least 1"},
        SearchCase{"optimizer.momentum: {low: 0, high: 0.5, when: 1}", "search.when", "when"},
        SearchCase{"optimizer.momentum: {low: 0, high: 0.5, when: {optimizer.kind: sgd}}",
                   "search.when_unknown", "optimizer.kind"},
        SearchCase{"optimizer.momentum: {low: 0, high: 0.5, when: {seeed: 1}}",
                   "search.when_unknown_near", "seed"},
        SearchCase{"optimizer.momentum: {low: 0, high: 0.5, when: {seed: 3}}", "search.when_value",
                   "3"},
        SearchCase{"optimizer.momentum: {low: 0, high: 0.5, when: {optimizer.momentum: 0.1}}",
                   "search.when_cycle", "itself"}));

std::vector<std::string> codes_of(const std::string& search) {
  std::vector<std::string> codes;
  for (const Diagnostic& found : read_search(search).diagnostics)
    codes.push_back(found.code + ":" + std::to_string(found.line));
  return codes;
}

TEST(Search, ChecksTheOtherKeysAgainstTheSpace) {
  const std::string space =
      "  space:\n    optimizer.learning_rate: {low: 0.1, high: 0.2}\n    seed: [1, 2]\n";
  using Codes = std::vector<std::string>;
  EXPECT_EQ(codes_of("  trials: 5\n"), (Codes{"search.unused:3"}));
  EXPECT_EQ(codes_of(space), (Codes{"search.seed:6"})) << "only a warning";
  EXPECT_EQ(codes_of(space + "  sampler: grid\n"), (Codes{"search.grid:5", "search.seed:6"}));
  EXPECT_EQ(codes_of(space + "  objective: eval/accurcy\n"),
            (Codes{"search.seed:6", "search.objective:7"}));
  EXPECT_EQ(codes_of(space + "  direction: maximize\n"),
            (Codes{"search.seed:6", "search.maximized:7"}));
  EXPECT_EQ(codes_of(space + "  objective: eval/accuracy\n"),
            (Codes{"search.minimized:3", "search.seed:6"}));
  EXPECT_EQ(codes_of(space + "  first:\n    optimizer.learning_rat: [1]\n"),
            (Codes{"search.seed:6", "search.first_unknown_near:8"}));
  EXPECT_EQ(codes_of(space + "  first:\n    optimizer.learning_rate: 0.1\n"),
            (Codes{"search.seed:6", "search.first_list:8"}));
  EXPECT_EQ(codes_of(space + "  first:\n    optimizer.learning_rate: [0.15, 0.3, null]\n"),
            (Codes{"search.seed:6", "search.first_value:8"}));
  EXPECT_EQ(codes_of(space + "evaluation: {every_steps: null}\ncheckpoint: {save_best: false}\n"),
            (Codes{"search.not_evaluated:3", "search.seed:6"}));
}

TEST(Search, SaysWhereTheSpaceHasFewerCombinationsThanTrials) {
  using Codes = std::vector<std::string>;
  const std::string space =
      "  space:\n    batch.per_device: [2, 4]\n    optimizer.kind: [adamw, sgd]\n";
  EXPECT_EQ(codes_of(space + "  trials: 9\n"), (Codes{"search.used_up:7"}));
  EXPECT_EQ(codes_of(space + "  trials: 4\n"), (Codes{}));
  EXPECT_EQ(codes_of(space + "  trials: 9\n  sampler: grid\n"), (Codes{}));
  EXPECT_EQ(codes_of(space + "    optimizer.weight_decay: {low: 0.1, high: 0.2}\n  trials: 9\n"),
            (Codes{}));
  EXPECT_EQ(codes_of("  space:\n    batch.per_device: {low: 2, high: 6, step: 2}\n  trials: 4\n"),
            (Codes{"search.used_up:6"}));
}

TEST(Search, OfAnotherProgramMayHaveAnyObjective) {
  const Document document = read_experiment(
      "name: a\nworkload: command\nsearch:\n  space:\n    optimizer.learning_rate: [0.1, 0.2]\n"
      "  objective: val/score\n",
      "e.yaml");
  EXPECT_TRUE(document.diagnostics.empty()) << to_line(document.diagnostics.front());
}

}  // namespace
}  // namespace trainyard
