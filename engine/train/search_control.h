// SPDX-License-Identifier: GPL-3.0-or-later
// What the ranks of a search ask about its trials. On the first rank of a group it is the
// controller itself, or a way to that of the job.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "engine/contract/describe/record.h"
#include "engine/contract/describe/error_record.h"
#include "engine/contract/result.h"

namespace trainyard {

// The next training of a search: a trial, or one of its repetitions with another seed.
struct TrialRun {
  std::int64_t trial = 0;
  Map values;
  std::int64_t seed = 0;
  std::int64_t repetition = 0;  // from 0 on
  std::int64_t first_step = 0;  // the optimizer steps of all trainings before it
  std::int64_t remaining = 1;   // trainings to come, with this one

  // "trials/0007", or "trials/0007/seed-43" for a repetition.
  std::filesystem::path folder() const;
};
void describe(Section<TrialRun>& section);

enum class TrialOutcome { reached_end, pruned, failed, died };
template <>
struct Names<TrialOutcome> {
  static constexpr std::pair<TrialOutcome, std::string_view> all[] = {
      {TrialOutcome::reached_end, "reached_end"},
      {TrialOutcome::pruned, "pruned"},
      {TrialOutcome::failed, "failed"},
      {TrialOutcome::died, "died"}};
};

// How a training has ended.
struct TrialEnd {
  TrialOutcome outcome = TrialOutcome::reached_end;
  std::int64_t steps = 0;
  std::string known;           // the metrics that its evaluations had
  std::optional<Error> cause;  // of a failure; what died will be tried again
};
void describe(Section<TrialEnd>& section);

class SearchControl {
 public:
  virtual ~SearchControl() = default;

  // A training that was interrupted, or the next one; nothing if there are no more.
  virtual Result<std::optional<TrialRun>> next() = 0;

  // The training has evaluated. Returns whether it is to end here; never after its last step.
  virtual Result<bool> report(const TrialRun& run, std::int64_t step, double value,
                              bool is_last) = 0;

  virtual Result<void> end(const TrialRun& run, const TrialEnd& end) = 0;
};

}  // namespace trainyard
