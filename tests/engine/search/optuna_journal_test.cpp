// SPDX-License-Identifier: GPL-3.0-or-later
// What Optuna reads of it, and writes itself, is compared in search_parity.py.
#include "engine/search/optuna_journal.h"

#include <cmath>
#include <gtest/gtest.h>

namespace trainyard::search {
namespace {

// Of four trials, one of each end and one that still runs.
RecordedStudy recorded_study() {
  StudyRecord record{.name = "s"};
  record.search.space = {{"rate", Map{{"low", 1e-5}, {"high", 0.1}, {"log", true}}},
                         {"layers", Map{{"low", 1}, {"high", 4}}},
                         {"kind", List{"sgd", "adamw", Value(), 2, true}}};
  record.search.direction = SearchDirection::maximize;
  RecordedStudy recorded;
  apply_record(recorded, record);
  for (int i = 0; i < 4; ++i)
    apply_record(recorded,
                 TrialRecord{i, {{"rate", 1e-4 * (i + 1)}, {"layers", i + 1}, {"kind", 2}}, 5.25});
  apply_record(recorded, ReportRecord{.trial = 0, .step = 1, .value = 0.5, .rungs = {0.5, 0.25}});
  apply_record(recorded, ReportRecord{.trial = 1, .step = 1, .value = std::nan("")});
  apply_record(recorded, EndRecord{.trial = 0, .value = 0.6});
  apply_record(recorded, EndRecord{.trial = 1, .state = TrialState::pruned});
  apply_record(recorded,
               EndRecord{.trial = 2, .state = TrialState::failed, .cause = "study.not_finite"});
  return recorded;
}

TEST(OptunaJournal, ComesBackAsItWas) {
  const RecordedStudy recorded = recorded_study();
  const auto back = from_optuna_journal(to_optuna_journal(recorded));
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(search_parameters(back->record.search), search_parameters(recorded.record.search));
  EXPECT_EQ(back->study.direction, SearchDirection::maximize);
  ASSERT_EQ(back->study.trials.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) {
    const Trial &own = recorded.study.trials[i], &read = back->study.trials[i];
    EXPECT_EQ(read.values, own.values);
    EXPECT_EQ(read.state, own.state);
    EXPECT_EQ(read.rungs, own.rungs);
    EXPECT_EQ(read.value, own.value);
    EXPECT_NEAR(read.started, own.started, 1e-6);
  }
  EXPECT_TRUE(std::isnan(back->study.trials[1].reports.at(1)));
}

TEST(OptunaJournal, RefusesWhatIsNone) {
  const auto code = [](const std::string& text, const std::string& name = {}) {
    const auto read = from_optuna_journal(text, name);
    return read ? "" : read.error().code;
  };
  const std::string study =
      "{\"op_code\": 0, \"worker_id\": \"w\", \"study_name\": \"a\", \"directions\": [1]}\n";
  EXPECT_EQ(code(study), "");
  EXPECT_EQ(code(study, "b"), "study.optuna_none");
  EXPECT_EQ(code(study + study), "study.optuna_line") << "two studies";
  EXPECT_EQ(code(study + "{\"op_code\": 99}\n"), "study.optuna_line");
  EXPECT_EQ(code(study + "[]\n"), "study.optuna_line");
  EXPECT_EQ(code(study + "{\"op_code\": 4, \"study_id\""), "") << "an unfinished line";
  EXPECT_EQ(code("{\"op_code\": 5, \"param_name\": \"x\", \"trial_id\": 0}\n"),
            "study.optuna_none");
  EXPECT_EQ(code(study + "{\"op_code\": 4, \"study_id\": 0, \"datetime_start\": null}\n" +
                 "{\"op_code\": 5, \"trial_id\": 0, \"param_name\": \"x\"}\n"),
            "study.optuna_line");
}

}  // namespace
}  // namespace trainyard::search
