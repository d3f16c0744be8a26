// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of a training from the counters that its lines print: those that begin again with each
// epoch, those of epochs alone, and lines without a counter.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "engine/agent/output/metric_words.h"

namespace trainyard::agent {

// What one line says. `epoch` may be that of an earlier line.
struct LineCounts {
  std::int64_t line = 0;  // its number in the output
  std::optional<std::int64_t> step, total;
  std::optional<double> epoch;
  Counter kind = Counter::none;  // of the step
  bool has_own_epoch = false;
  bool is_evaluation = false;
  std::optional<std::int64_t> heading_step;  // of a line before that says nothing but its step
};

// The steps that the lines of a program have told so far, by the number of the line.
class Timeline {
 public:
  void add(std::int64_t line, std::int64_t step);
  // The step that was reached when this line was printed; nothing before the first one.
  std::optional<std::int64_t> at(std::int64_t line) const;
  bool is_empty() const { return steps_.empty(); }

 private:
  std::vector<std::pair<std::int64_t, std::int64_t>> steps_;  // by line; the latest ones
};

// Of the lines of one shape.
class StepAxis {
 public:
  // `is_of_epochs`: a counter that only ever stands at its total says nothing of the step.
  void set_of_epochs(bool is_of_epochs) { is_of_epochs_ = is_of_epochs; }
  // Lines of the same place are told apart by their order.
  void set_by_order(bool is_by_order) { is_by_order_ = is_by_order; }

  std::int64_t place(const LineCounts& counts, const Timeline& timeline);
  // The line tells of a step of training, which lines without one may take.
  bool tells_step() const { return tells_step_; }

 private:
  std::int64_t counted(const LineCounts& counts);

  bool is_of_epochs_ = false, is_by_order_ = false, is_global_ = false, tells_step_ = false;
  std::int64_t order_ = 0, offset_ = 0, last_step_ = -1;
  std::optional<double> first_epoch_, last_epoch_;
};

}  // namespace trainyard::agent
