// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/own_panel.h"

#include <QJsonArray>
#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr qsizetype mostExpressions = 24, longestText = 2000;

const QStringList kinds{u"lines"_s, u"bars"_s, u"scatter"_s, u"number"_s};
const QStringList reductions{u"last"_s, u"least"_s, u"greatest"_s, u"mean"_s};
const QStringList widths{u"third"_s, u"half"_s, u"two_thirds"_s, u"whole"_s};
const QStringList heights{u"small"_s, u"medium"_s, u"large"_s};
const QStringList bands{u"range"_s, u"deviation"_s, u"error"_s, u"none"_s};
const QStringList scales{u"linear"_s, u"logarithmic"_s};

// The entry of `names` that the object has, or what is there already.
template <class Enum>
void readChoice(const QJsonObject& object, const QString& key, const QStringList& names,
                Enum& value) {
  const qsizetype found = names.indexOf(object.value(key).toString());
  if (found >= 0) value = static_cast<Enum>(found);
}

void writeNumber(QJsonObject& object, const QString& key, std::optional<double> value) {
  if (value) object[key] = *value;
}

std::optional<double> readNumber(const QJsonObject& object, const QString& key) {
  const QJsonValue value = object.value(key);
  if (!value.isDouble() || !std::isfinite(value.toDouble())) return std::nullopt;
  return value.toDouble();
}

QString readText(const QJsonObject& object, const QString& key) {
  return object.value(key).toString().left(longestText);
}

}  // namespace

QJsonObject toJson(const OwnPanel& panel) {
  if (!panel.newer.isEmpty()) return panel.newer;
  QJsonObject object{{u"kind"_s, kinds.at(static_cast<int>(panel.kind))},
                     {u"reduction"_s, reductions.at(static_cast<int>(panel.reduction))},
                     {u"name"_s, panel.name},
                     {u"expressions"_s, QJsonArray::fromStringList(panel.expressions)},
                     {u"x"_s, panel.x},
                     {u"log_x"_s, panel.isLogX},
                     {u"band"_s, bands.at(static_cast<int>(panel.band))},
                     {u"width"_s, widths.at(static_cast<int>(panel.width))},
                     {u"height"_s, heights.at(static_cast<int>(panel.height))},
                     {u"section"_s, panel.section}};
  if (panel.scale) object[u"scale"_s] = scales.at(static_cast<int>(*panel.scale));
  writeNumber(object, u"low"_s, panel.low);
  writeNumber(object, u"high"_s, panel.high);
  writeNumber(object, u"x_low"_s, panel.xLow);
  writeNumber(object, u"x_high"_s, panel.xHigh);
  return object;
}

OwnPanel panelFromJson(const QJsonObject& object) {
  OwnPanel panel;
  const QString kind = object.value(u"kind"_s).toString();
  if (!kind.isEmpty() && !kinds.contains(kind)) panel.newer = object;
  readChoice(object, u"kind"_s, kinds, panel.kind);
  readChoice(object, u"reduction"_s, reductions, panel.reduction);
  panel.name = readText(object, u"name"_s);
  for (const QJsonValue& value : object.value(u"expressions"_s).toArray())
    if (value.isString() && panel.expressions.size() < mostExpressions)
      panel.expressions << value.toString().left(longestText);
  panel.x = readText(object, u"x"_s);
  panel.isLogX = object.value(u"log_x"_s).toBool();
  readChoice(object, u"band"_s, bands, panel.band);
  readChoice(object, u"width"_s, widths, panel.width);
  readChoice(object, u"height"_s, heights, panel.height);
  if (object.contains(u"scale"_s)) readChoice(object, u"scale"_s, scales, panel.scale.emplace());
  panel.low = readNumber(object, u"low"_s);
  panel.high = readNumber(object, u"high"_s);
  panel.xLow = readNumber(object, u"x_low"_s);
  panel.xHigh = readNumber(object, u"x_high"_s);
  panel.section = readText(object, u"section"_s);
  return panel;
}

}  // namespace trainyard
