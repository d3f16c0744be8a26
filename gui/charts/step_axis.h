// SPDX-License-Identifier: GPL-3.0-or-later
// Along what a curve is drawn: its steps, or what a run had seen or taken at a step.
#pragma once

#include <QList>
#include <optional>

#include "remote/store/records.h"

namespace trainyard {

enum class Along { steps, tokens, time, epochs };

// A small table of a run's steps, interpolated between them and continued at its ends.
class StepTable {
 public:
  StepTable() = default;
  // Ascending in the step.
  explicit StepTable(const QList<StepPlace>& places);

  bool isEmpty() const { return m_places.isEmpty(); }
  // Whether the run reports it; it always has steps.
  bool has(Along along) const;
  // The place of a step: tokens, seconds since the first step, epochs. NaN if the run has none.
  double placeOf(Along along, double step) const;
  // The step of a place.
  double stepOf(Along along, double place) const;
  // The place of a step between the first and the last one of the table, and nothing elsewhere.
  std::optional<double> known(Along along, double step) const;

 private:
  QList<StepPlace> m_places;
};

}  // namespace trainyard
