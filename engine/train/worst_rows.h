// SPDX-License-Identifier: GPL-3.0-or-later
// The rows that an evaluation of a classifier judged worst, as a table that the run shows. They are
// taken from the predictions that the evaluation has anyway, so they cost no further pass and are
// the same for any number of ranks.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/contract/run/events.h"
#include "engine/data/dataset.h"
#include "engine/data/prepared.h"
#include "engine/task/predictions.h"
#include "engine/text/tokenizer.h"

namespace trainyard {

class WorstRows {
 public:
  // Of data whose tokens are to be shown as text; it must outlive this.
  explicit WorstRows(const PreparedData& data) : data_(data) {}

  // One label a row: the rows whose label is not the most probable one, by the probability of their
  // label, lowest first. Several: the rows with a label on the wrong side of one half, by the
  // probability that is given to what they are not, in all labels, highest first. A regression: all
  // rows, by their error. Nothing if there is none, or if tokens have labels. `dataset` is what was
  // evaluated.
  std::optional<SampleEvent> table(const Predictions& predictions, const Dataset& dataset,
                                   std::int64_t step);

 private:
  // The beginning of an example; empty if the data has no tokenizer.
  std::string text_of(const Dataset& dataset, std::int64_t example);

  const PreparedData& data_;
  bool has_looked_ = false;
  std::optional<Tokenizer> tokenizer_;
};

}  // namespace trainyard
