// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/own_axis.h"

#include <cmath>

namespace trainyard {
namespace {

XRange limited(XRange all, std::optional<double> low, std::optional<double> high, YScale scale) {
  XRange out = all;
  if (low && std::isfinite(toAxis(*low, scale))) out.low = toAxis(*low, scale);
  if (high && std::isfinite(toAxis(*high, scale))) out.high = toAxis(*high, scale);
  return out.low < out.high ? out : all;
}

}  // namespace

bool hasOwnAxis(const MaybeOwn& own) {
  return own && (own->hasValues() || own->isLogX || !own->x.trimmed().isEmpty());
}

PlaceUnit ownUnit(const OwnPanel& own) {
  return own.isLogX ? PlaceUnit::powers : PlaceUnit::values;
}

QString ownAxisName(const OwnPanel& own) {
  const QString name = own.x.trimmed();
  return name.isEmpty() ? PlaceText::axisName(PlaceUnit::steps, {}) : name;
}

XRange ownXRange(XRange all, const MaybeOwn& own) {
  if (!own) return all;
  return limited(all, own->xLow, own->xHigh, own->isLogX ? YScale::logarithmic : YScale::linear);
}

XRange ownYRange(XRange all, const MaybeOwn& own, YScale scale) {
  return own ? limited(all, own->low, own->high, scale) : all;
}

}  // namespace trainyard
