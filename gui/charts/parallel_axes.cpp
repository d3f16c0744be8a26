// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/parallel_axes.h"

#include <algorithm>
#include <cmath>

#include "gui/charts/axis_ticks.h"

namespace trainyard {
namespace {

constexpr float brushSlack = 1e-5F;  // the ends of a range belong to it

double onAxis(double value, bool isLogarithmic) {
  return isLogarithmic ? std::log10(value) : value;
}

}  // namespace

double ParallelAxes::Axis::valueAt(double share) const {
  const double from = onAxis(low, isLogarithmic), to = onAxis(high, isLogarithmic);
  const double at = from + share * (to - from);
  return isLogarithmic ? std::pow(10, at) : at;
}

double ParallelAxes::Axis::shareOf(double value) const {
  const double from = onAxis(low, isLogarithmic), to = onAxis(high, isLogarithmic);
  return to > from ? (onAxis(value, isLogarithmic) - from) / (to - from) : 0.5;
}

QString ParallelAxes::Axis::words(double share) const {
  const double value = valueAt(share);
  return names.isEmpty() ? shortText(value) : names.value(static_cast<int>(std::lround(value)));
}

void ParallelAxes::begin(std::size_t numLines) {
  m_axes.clear();
  m_within.assign(numLines, 1);
  m_numWithin = numLines;
}

void ParallelAxes::add(const QString& title, const std::vector<double>& values, bool isLogarithmic,
                       const QStringList& names) {
  Axis axis{.title = title, .names = names};
  bool isFirst = true;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    axis.low = isFirst ? value : std::min(axis.low, value);
    axis.high = isFirst ? value : std::max(axis.high, value);
    isFirst = false;
  }
  if (!names.isEmpty()) {
    axis.low = 0;
    axis.high = static_cast<double>(names.size()) - 1;
  }
  axis.isLogarithmic = isLogarithmic && axis.low > 0;
  axis.shares.reserve(m_within.size());
  for (const double value : values)
    axis.shares.push_back(std::isfinite(value) ? static_cast<float>(axis.shareOf(value)) : NAN);
  m_axes.push_back(std::move(axis));
}

void ParallelAxes::brushLike(const ParallelAxes& other) {
  for (Axis& axis : m_axes)
    for (const Axis& model : other.m_axes)
      if (model.brush && model.title == axis.title) {
        const auto same = [&](double share) {
          // The end of an axis stays its end, though what is there may have changed.
          return share <= 0 || share >= 1
                     ? share
                     : std::clamp(axis.shareOf(model.valueAt(share)), 0.0, 1.0);
        };
        axis.brush = {same(model.brush->first), same(model.brush->second)};
      }
  choose();
}

void ParallelAxes::setBrush(std::size_t axis, std::optional<Range> range) {
  m_axes[axis].brush = range;
  choose();
}

void ParallelAxes::clearBrushes() {
  for (Axis& axis : m_axes) axis.brush.reset();
  choose();
}

bool ParallelAxes::isBrushed() const {
  return std::ranges::any_of(m_axes, [](const Axis& axis) { return axis.brush.has_value(); });
}

// Axis by axis, each of them one pass over a column.
void ParallelAxes::choose() {
  std::ranges::fill(m_within, 1);
  for (const Axis& axis : m_axes) {
    if (!axis.brush) continue;
    const float low = static_cast<float>(axis.brush->first) - brushSlack;
    const float high = static_cast<float>(axis.brush->second) + brushSlack;
    for (std::size_t i = 0; i < m_within.size(); ++i)
      m_within[i] &= static_cast<char>(axis.shares[i] >= low && axis.shares[i] <= high);
  }
  m_numWithin = static_cast<std::size_t>(std::ranges::count(m_within, 1));
}

}  // namespace trainyard
