// SPDX-License-Identifier: GPL-3.0-or-later
// The records of a study that was made up: the same each time.
#pragma once

#include <cmath>
#include <random>
#include <vector>

#include "engine/search/study_record.h"

namespace trainyard {

inline search::StudyRecord studyHeader(int trials) {
  search::StudyRecord header;
  header.name = "fms-pretrain";
  header.search.space = {
      {"optimizer.learning_rate", Map{{"low", 1e-5}, {"high", 1e-3}, {"log", true}}},
      {"optimizer.weight_decay", Map{{"low", 0.0}, {"high", 0.1}}},
      {"batch.gradient_accumulation", Map{{"low", 1}, {"high", 4}}},
      {"schedule.kind", List{"cosine", "linear"}}};
  header.search.trials = trials;
  header.search.pruner = SearchPruner::asha;
  return header;
}

// The number of trials and what becomes of them follows from the seed alone: most are complete,
// every fifth is pruned after half of its reports, and of the seventh of each twenty says why it
// failed. The last one runs.
inline std::vector<search::JournalRecord> studyRecords(int started, int wanted, int reports = 8) {
  std::vector<search::JournalRecord> records{studyHeader(wanted)};
  std::mt19937 random(11);
  std::uniform_real_distribution<double> uniform(0, 1);
  for (int number = 0; number < started; ++number) {
    const double exponent = -5 + 2 * uniform(random);
    const double decay = 0.1 * uniform(random);
    const int accumulation = 1 + static_cast<int>(4 * uniform(random)) % 4;
    const bool isLinear = uniform(random) < 0.5;
    const double begun = 1000 + 100.0 * number;
    records.push_back(search::TrialRecord{number,
                                          {{"optimizer.learning_rate", std::pow(10, exponent)},
                                           {"optimizer.weight_decay", decay},
                                           {"batch.gradient_accumulation", accumulation},
                                           {"schedule.kind", isLinear ? "linear" : "cosine"}},
                                          begun});
    const bool isLast = number == started - 1 && started < wanted;
    const bool isPruned = number % 5 == 4, isFailed = number % 20 == 7;
    const double value = 1.39 + 0.26 * std::pow(exponent + 3.6, 2) + 0.5 * std::abs(decay - 0.04) +
                         0.01 * accumulation + 0.02 * uniform(random);
    const int reported = isFailed ? 1 : isPruned || isLast ? reports / 2 : reports;
    for (int i = 1; i <= reported; ++i)
      records.push_back(search::ReportRecord{
          .trial = number,
          .step = 100 * i,
          .value = value + 0.6 * std::pow(1 - static_cast<double>(i) / reports, 2)});
    if (isLast) continue;
    search::EndRecord end;
    end.trial = number;
    end.time = begun + 60;
    end.steps = 100 * reported;
    end.state = isFailed   ? search::TrialState::failed
                : isPruned ? search::TrialState::pruned
                           : search::TrialState::complete;
    if (end.state == search::TrialState::complete) end.value = value;
    if (isFailed) end.cause = "out_of_memory";
    records.push_back(end);
  }
  return records;
}

}  // namespace trainyard
