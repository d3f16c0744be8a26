// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "engine/contract/messages.h"
#include "engine/data/instructions/mix_document.h"
#include "engine/data/instructions/mix_plan.h"
#include "engine/data/instructions/mix_sources.h"
#include "tests/engine/temporary_folder.h"

namespace trainyard {
namespace {

using Texts = std::vector<std::string>;

Texts mix_findings(const std::string& text) {
  Texts lines;
  for (const Diagnostic& diagnostic : read_mix(text, "m.yaml").diagnostics)
    lines.push_back(to_line(diagnostic));
  return lines;
}

TEST(MixDocument, ReadsWhatTheMixerReads) {
  const MixDocument document = read_mix(R"(
datasets:
  - name: json
    data_files: {train: [a.jsonl, b.json], validation: c.json}
    map_fn: alpaca_chat
    num_samples: 100
    splits: [train, validation]
  - name: folder
    config_name: main
    map_fn: copa
    fraction: 2.5
  - {name: json, data_files: d.json, map_fn: news_chat, fraction: 1}
splits: [train, validation]
shuffle_init: false
)",
                                        "m.yaml");
  ASSERT_TRUE(document.diagnostics.empty()) << to_line(document.diagnostics.front());
  const Mix& mix = document.mix;
  EXPECT_EQ(mix.splits, (Texts{"train", "validation"}));
  EXPECT_FALSE(mix.shuffle_init);
  EXPECT_TRUE(mix.shuffle_post);
  ASSERT_EQ(mix.entries.size(), 3u);
  EXPECT_EQ(mix.entries[0].num_samples, 100);
  EXPECT_EQ(mix.entries[0].files,
            (MixFiles{{"train", {"a.jsonl", "b.json"}}, {"validation", {"c.json"}}}));
  EXPECT_EQ(mix.entries[0].splits, (Texts{"train", "validation"}));
  EXPECT_EQ(mix.entries[1].config_name, "main");
  EXPECT_EQ(mix.entries[1].format, "copa");
  EXPECT_EQ(mix.entries[1].fraction, 2.5);
  EXPECT_EQ(mix.entries[1].splits, Texts{"train"});
  EXPECT_EQ(mix.entries[2].fraction, 1.0);
  EXPECT_EQ(mix.entries[2].files, (MixFiles{{"train", {"d.json"}}}));
}

// A key without a value is one that was not given, as in the mixer.
TEST(MixDocument, TakesANullForWhatIsNotGiven) {
  const MixDocument document =
      read_mix("datasets:\n  - {name: json, data_files: d.json, map_fn: null}\n", "m.yaml");
  ASSERT_TRUE(document.diagnostics.empty()) << to_line(document.diagnostics.front());
  const MixDocument without =
      read_mix("datasets:\n  - {name: json, data_files: d.json}\n", "m.yaml");
  ASSERT_EQ(document.mix.entries.size(), 1u);
  EXPECT_EQ(document.mix.entries[0].format, without.mix.entries[0].format);
}

TEST(MixDocument, NamesEverythingThatIsWrong) {
  EXPECT_EQ(mix_findings(R"(shuffle_inti: true
datasets:
  - name: json
    map_fn: alpaca_caht
    fraction: -1
    num_samples: 3
  - fraction: many
    seed: 1
shuffle_post: maybe
)"),
            (Texts{
                "m.yaml:1:1: error: unknown key shuffle_inti; did you mean shuffle_init?",
                "m.yaml:3:5: error: datasets.1: num_samples and fraction are both given; keep one",
                "m.yaml:4:13: error: datasets.1.map_fn: unknown format alpaca_caht; did you mean "
                "alpaca_chat?",
                "m.yaml:5:15: error: datasets.1.fraction must be a number from 0 on, not -1",
                "m.yaml:7:5: error: datasets.2.name is missing; add a line such as `name: json`",
                "m.yaml:7:5: error: datasets.2.map_fn is missing; add a line such as `map_fn: "
                "alpaca_chat`",
                "m.yaml:7:15: error: datasets.2.fraction must be a number from 0 on, not many",
                "m.yaml:8:5: error: unknown key datasets.2.seed; remove it",
                "m.yaml:9:15: error: shuffle_post must be true or false, not maybe",
            }));
}

TEST(MixDocument, RefusesWhatIsNoMix) {
  for (const std::string text : {"", "- a", "text", "datasets: 3", "datasets: []", "a: [", "\xff",
                                 "datasets:\n  - *a", "datasets: [[[[", "datasets: {a: 1}"})
    EXPECT_FALSE(mix_findings(text).empty()) << text;
  EXPECT_FALSE(mix_findings(std::string(100'000, '[')).empty());
  EXPECT_FALSE(mix_findings("datasets: [{name: " + std::string(2 << 20, 'x') + "}]").empty());
}

// Backwards, which is easy to follow.
std::vector<std::int64_t> backwards(std::uint64_t seed, std::int64_t n) {
  EXPECT_EQ(seed, 42u);
  std::vector<std::int64_t> rows(static_cast<std::size_t>(n));
  std::iota(rows.rbegin(), rows.rend(), 0);
  return rows;
}

using RowNumbers = std::vector<std::uint32_t>;

RowNumbers selected_rows(const MixEntry& entry, std::int64_t num_records, bool shuffle = false) {
  const auto rows = select_rows(entry, num_records, shuffle, backwards);
  EXPECT_TRUE(rows);
  return rows ? *rows : RowNumbers();
}

TEST(MixPlan, TakesAmountsAndFractions) {
  MixEntry entry;
  EXPECT_EQ(selected_rows(entry, 3), (RowNumbers{0, 1, 2}));
  EXPECT_EQ(selected_rows(entry, 3, true), (RowNumbers{2, 1, 0}));
  entry.num_samples = 2;
  EXPECT_EQ(selected_rows(entry, 3, true), (RowNumbers{2, 1}));
  EXPECT_EQ(selected_rows(entry, 1), (RowNumbers{0}));
  entry.num_samples.reset();
  entry.fraction = 0.5;
  EXPECT_EQ(selected_rows(entry, 3), (RowNumbers{0}));
  entry.fraction = 2.5;
  EXPECT_EQ(selected_rows(entry, 2, true), (RowNumbers{1, 0, 1, 0, 1}));
  entry.fraction = 0;
  EXPECT_TRUE(selected_rows(entry, 5).empty());
  entry.fraction = 1e18;
  EXPECT_FALSE(select_rows(entry, 1000, false, backwards));
  EXPECT_TRUE(selected_rows(entry, 0).empty());
}

TEST(MixPlan, JoinsWhatIsKeptOfASplit) {
  Mix mix;
  mix.entries.resize(3);
  mix.entries[1].splits = {"validation"};
  const std::vector<std::int64_t> counts = {3, 5, 2};
  const KeepRow keep = [](MixRow row, std::uint64_t number) {
    EXPECT_LT(number, 3u);
    return Result<bool>(row != MixRow{0, 1});
  };
  const auto rows = plan_mix(mix, "train", counts, keep, backwards);
  ASSERT_TRUE(rows);
  EXPECT_EQ(*rows, (std::vector<MixRow>{{2, 0}, {2, 1}, {0, 0}, {0, 2}}));
  mix.shuffle_init = mix.shuffle_post = false;
  const auto in_order = plan_mix(mix, "train", counts, {}, backwards);
  ASSERT_TRUE(in_order);
  EXPECT_EQ(*in_order, (std::vector<MixRow>{{0, 0}, {0, 1}, {0, 2}, {2, 0}, {2, 1}}));
  const KeepRow refuse = [](MixRow, std::uint64_t) -> Result<bool> {
    return make_error("mix.no_entries", {});
  };
  EXPECT_FALSE(plan_mix(mix, "train", counts, refuse, backwards));
  const auto none = plan_mix(mix, "test", counts, refuse, backwards);
  ASSERT_TRUE(none);
  EXPECT_TRUE(none->empty());
}

TEST(MixSources, FindsFilesOfASplit) {
  const TemporaryFolder scratch;
  std::filesystem::create_directories(scratch / "set/main/test");
  scratch.write("set/train.json", "[]");
  scratch.write("set/main/test/b.jsonl", "{}");
  scratch.write("set/main/test/a.json", "{}");
  scratch.write("set/main/test/notes.txt", "");
  MixEntry entry;
  entry.name = "set";
  const auto names = [&](const std::string& split) {
    Texts found;
    const auto files = mix_files(entry, split, scratch.path());
    if (!files) return Texts{files.error().message};
    for (const auto& file : *files)
      found.push_back(file.lexically_relative(scratch.path()).string());
    return found;
  };
  EXPECT_EQ(names("train"), Texts{"set/train.json"});
  EXPECT_EQ(names("test"), Texts{"set: the folder has neither test.jsonl nor test.json, nor such "
                                 "files in test"});
  entry.config_name = "main";
  EXPECT_EQ(names("test"), (Texts{"set/main/test/a.json", "set/main/test/b.jsonl"}));
  entry.files = {{"train", {"x.json"}}};
  EXPECT_EQ(names("train"), Texts{"set/x.json"});
  EXPECT_EQ(names("test"), Texts{"set: data_files has no files for the test split; add them, or "
                                 "remove the split"});
  entry.name = "json";
  EXPECT_EQ(names("train"), Texts{"x.json"});
  entry.files.clear();
  EXPECT_EQ(names("train"), Texts{"the data set json needs data_files, which is missing"});
  entry.name = "hub/set";
  EXPECT_EQ(names("train"), Texts{"hub/set: no such folder; give a folder, or json together with "
                                  "data_files"});
}

}  // namespace
}  // namespace trainyard
