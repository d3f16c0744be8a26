// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/plot_places.h"

#include <cmath>

#include "gui/charts/curve_set.h"
#include "gui/charts/place_text.h"

namespace trainyard {

std::optional<double> placeOfStep(const CurveSet& set, double step) {
  if (set.unit() == CurveSet::Unit::seconds || set.runs().isEmpty()) return std::nullopt;
  const double place = set.steps(set.runs().first().run).placeOf(set.along(), step);
  return std::isfinite(place) ? std::optional(place) : std::nullopt;
}

QString tokensAtStep(const CurveSet& set, double step) {
  if (set.runs().isEmpty()) return {};
  const auto tokens = set.steps(set.runs().first().run).known(Along::tokens, step);
  return tokens ? PlaceText::tokens(*tokens) : QString();
}

}  // namespace trainyard
