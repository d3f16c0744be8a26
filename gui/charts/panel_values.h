// SPDX-License-Identifier: GPL-3.0-or-later
// One value of each run, for the panels that show bars, a scatter or a number: what is left of a
// curve, groups as their mean, and which is best.
#pragma once

#include <QCoreApplication>
#include <QString>
#include <optional>
#include <vector>

#include "engine/contract/run/metric_meaning.h"
#include "gui/charts/curve_set.h"
#include "gui/charts/own_panel.h"

namespace trainyard {

struct PanelValue {
  QString run;  // empty: the mean of a group
  QString label;
  int colour = 0;
  double x = 0, y = 0;              // as they are, whatever the scales; x of a scatter only
  std::optional<XRange> band = {};  // around a mean
  int runs = 1;

  bool operator==(const PanelValue& other) const {
    return run == other.run && label == other.label && colour == other.colour && x == other.x &&
           y == other.y && runs == other.runs;
  }
};

// NaN without a finite value. Values that are not finite do not count: the last one is the last
// that is finite.
double reducedValue(const CurveBlock& whole, OwnPanel::Reduction reduction);

// Each group of runs as their mean, in the place of its first; x as the mean, too. Other runs as
// they are.
std::vector<PanelValue> groupedValues(const std::vector<PanelValue>& values,
                                      const QList<MeanGroup>& groups, Band band);

// Whether the best of the values is the lowest: by what is left of the curve, and otherwise by
// what the metric is. Where neither says it, the lowest.
bool isLowestBest(OwnPanel::Reduction reduction, const QString& metric);

// The best one that is finite, of equal ones the first; null: none is.
const PanelValue* bestOf(const std::vector<PanelValue>& values, bool isLowest);

class PanelValues {
  Q_DECLARE_TR_FUNCTIONS(trainyard::PanelValues)
 public:
  // Of the set's runs that have been read and have a finite value: of `metrics` the first is y, and
  // the second, if there is one, x.
  static std::vector<PanelValue> of(const CurveSet& set, const QStringList& metrics,
                                    OwnPanel::Reduction reduction, Band band);
  static QString name(OwnPanel::Reduction reduction);
  // "eval/loss, last".
  static QString title(const QString& text, OwnPanel::Reduction reduction);
  // "0.719", and of a mean "0.719 ± 0.0092" or "0.719 (0.701 to 0.73)".
  static QString text(const PanelValue& value, Band band);
};

}  // namespace trainyard
