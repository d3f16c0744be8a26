// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/search/decisions.h"

#include <gtest/gtest.h>

#include "engine/contract/messages.h"
#include "engine/search/journal.h"
#include "tests/engine/temporary_folder.h"

namespace trainyard::search {
namespace {

StudyRecord record_with(SearchPruner pruner, SearchSampler sampler = SearchSampler::tpe) {
  StudyRecord record{.name = "decided", .seed = 3};
  record.search.space = {{"rate", Map{{"low", 0.0}, {"high", 1.0}}},
                         {"layers", Map{{"low", 1}, {"high", 3}}}};
  record.search.pruner = pruner;
  record.search.sampler = sampler;
  record.search.startup_trials = 2;
  return record;
}

Space space_in(const StudyRecord& record) {
  return *Space::create(search_parameters(record.search));
}

struct Deciders {
  explicit Deciders(const StudyRecord& record)
      : space(space_in(record)),
        sampler(make_sampler(record.search)),
        pruner(make_pruner(record.search)) {}
  std::optional<Map> next(const StudyJournal& journal) const {
    return next_values(journal.recorded(), space, *sampler, *pruner);
  }
  Space space;
  std::unique_ptr<Sampler> sampler;
  std::unique_ptr<Pruner> pruner;
};

// Trials of three reports each.
void run_trials(StudyJournal& journal, const Deciders& deciders, std::int64_t until) {
  while (std::ssize(journal.study().trials) < until) {
    const auto values = deciders.next(journal);
    ASSERT_TRUE(values);
    const auto number = journal.start(*values);
    ASSERT_TRUE(number);
    for (std::int64_t step = 1; step <= 3; ++step) {
      const double value = get<double>(*values, "rate") / static_cast<double>(step);
      ASSERT_TRUE(
          journal.report(*number, step, value,
                         decide_report(*deciders.pruner, journal.study(), *number, step, value)));
    }
    ASSERT_TRUE(journal.complete(*number, get<double>(*values, "rate")));
  }
}

TEST(Decisions, FollowFromTheRecordsAlone) {
  const TemporaryFolder folder;
  const StudyRecord record = record_with(SearchPruner::none);
  const Deciders deciders(record);
  auto whole = StudyJournal::create(folder / "whole.jsonl", record);
  ASSERT_TRUE(whole);
  run_trials(*whole, deciders, 12);
  {
    auto begun = StudyJournal::create(folder / "killed.jsonl", record);
    ASSERT_TRUE(begun);
    run_trials(*begun, deciders, 5);
  }
  auto again = StudyJournal::open(folder / "killed.jsonl");
  ASSERT_TRUE(again);
  run_trials(*again, Deciders(again->record()), 12);
  for (std::size_t i = 0; i < 12; ++i)
    EXPECT_EQ(again->study().trials[i].values, whole->study().trials[i].values) << i;
}

// Hyperband lets a trial compete with some of the others only, but there is one list of first
// values and one grid.
TEST(Decisions, CompetitorsDoNotCountForFirstValuesAndGrids) {
  const TemporaryFolder folder;
  StudyRecord record = record_with(SearchPruner::hyperband);
  record.search.first = {{"layers", List{1, 2, 3, 1, 2, 3, 1, 2}}};
  const Deciders deciders(record);
  auto journal = StudyJournal::create(folder / "first.jsonl", record);
  ASSERT_TRUE(journal);
  run_trials(*journal, deciders, 8);
  ASSERT_TRUE(journal->study().resource) << "it competes";
  for (std::int64_t i = 0; i < 8; ++i)
    EXPECT_EQ(
        get<std::int64_t>(journal->study().trials[static_cast<std::size_t>(i)].values, "layers"),
        i % 3 + 1);
  StudyRecord of_grid = record_with(SearchPruner::hyperband, SearchSampler::grid);
  of_grid.search.space = {{"rate", List{0.25, 0.5, 0.75, 1.0}}, {"layers", List{1, 2, 3}}};
  const Deciders grid(of_grid);
  auto combinations = StudyJournal::create(folder / "grid.jsonl", of_grid);
  ASSERT_TRUE(combinations);
  run_trials(*combinations, grid, 12);
  EXPECT_FALSE(grid.next(*combinations)) << "twelve combinations, each once";
}

TEST(Decisions, SayWhenAStudyIsOverAndWhenItHasNoHope) {
  const TemporaryFolder folder;
  StudyRecord record = record_with(SearchPruner::none);
  record.search.trials = 6;
  auto journal = StudyJournal::create(folder / "study.jsonl", record);
  ASSERT_TRUE(journal);
  const auto over = [&] { return is_over(journal->recorded()); };
  const Error cause = make_error("study.not_finite", {});
  for (int i = 0; i < 5; ++i) {
    EXPECT_FALSE(is_hopeless(journal->study()));
    ASSERT_TRUE(journal->start({{"rate", 0.1 * i}, {"layers", 1}}));
    ASSERT_TRUE(journal->fail(i, cause));
  }
  EXPECT_TRUE(is_hopeless(journal->study()));
  EXPECT_FALSE(over());
  ASSERT_TRUE(journal->start({{"rate", 0.9}, {"layers", 1}}));
  EXPECT_FALSE(over()) << "one runs";
  ASSERT_TRUE(journal->complete(5, 1));
  EXPECT_FALSE(is_hopeless(journal->study()));
  EXPECT_TRUE(over());
  ASSERT_TRUE(journal->set_trials(7));
  EXPECT_FALSE(over());
}

}  // namespace
}  // namespace trainyard::search
