// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of Optuna's journal: JournalOperation and TrialState.
#pragma once

#include <optional>

#include "engine/search/study.h"

namespace trainyard::search {

enum class OptunaOperation {
  create_study,
  delete_study,
  set_study_user_attribute,
  set_study_system_attribute,
  create_trial,
  set_trial_parameter,
  set_trial_state_values,
  set_trial_intermediate_value,
  set_trial_user_attribute,
  set_trial_system_attribute,
  discard_trials,  // of another program; Optuna ignores it
};

constexpr int optuna_state(TrialState state) {
  constexpr int numbers[] = {0, 1, 2, 3};
  return numbers[static_cast<int>(state)];
}

// Optuna's fifth state is a trial that waits for a worker.
constexpr std::optional<TrialState> trial_state(std::int64_t number) {
  if (number < 0 || number > 3) return std::nullopt;
  return static_cast<TrialState>(number);
}

}  // namespace trainyard::search
