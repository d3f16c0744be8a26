// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/studies/trial_curves_plot.h"

#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>

#include "gui/charts/line_density.h"
#include "gui/look/paint.h"
#include "gui/look/type.h"

namespace trainyard {
namespace {

using look::px;

constexpr double seenPart = 0.85;  // of the reports; the first ones of a training are far away
constexpr double trialCurveWidth = 1.2, chosenCurveWidth = 2.2, nearCurve = 8;
constexpr double outsideBrush = 0.25;
constexpr int dashPixels = 3;
constexpr double fewCurves = 60;  // of as many, each is as strong as it can be

}  // namespace

TrialCurvesPlot::TrialCurvesPlot(StudyModel* study) : TrialPlot(study, nullptr) {
  connect(study, &StudyModel::changed, this, &TrialCurvesPlot::measure);
  if (study->content()) measure();
}

void TrialCurvesPlot::measure() {
  if (!study()->content()) return;
  std::vector<double> losses;
  double last = 0;
  const bool isMinimized = content().summary.direction == SearchDirection::minimize;
  for (std::size_t i = 0; i < content().reportSteps.size(); ++i) {
    last = std::max(last, content().reportSteps[i]);
    if (std::isfinite(content().reportValues[i]))
      losses.push_back(isMinimized ? content().reportValues[i] : -content().reportValues[i]);
  }
  m_steps = {.low = 0, .high = std::max(last, 1.0), .unit = tr("step")};
  m_objective = objectiveScale();
  if (losses.empty()) return renew();
  const auto most = losses.begin() +
                    static_cast<std::ptrdiff_t>(static_cast<double>(losses.size() - 1) * seenPart);
  std::ranges::nth_element(losses, most);
  const double high = *most, low = *std::ranges::min_element(losses);
  const double room = std::max((high - low) * 0.06, std::abs(low) * 1e-3 + 1e-12);
  m_objective = {.low = low - room, .high = high + room};
  if (!isMinimized) m_objective = {.low = -high - room, .high = -low + room};
  renew();
}

QString TrialCurvesPlot::title() const {
  return tr("While they train, %1").arg(content().summary.objective);
}

QList<TrialPlot::LegendEntry> TrialCurvesPlot::legend() const {
  return {{Mark::dashes, [](const look::Tokens& t) { return t.text3; }, tr("pruned")},
          {Mark::line, [](const look::Tokens& t) { return t.accent; }, tr("chosen")}};
}

bool TrialCurvesPlot::isEmpty() const { return content().reportSteps.empty(); }

QString TrialCurvesPlot::nothing() const { return tr("No trial has been evaluated yet."); }

std::optional<QPointF> TrialCurvesPlot::pointOf(int trial) const {
  const auto at = static_cast<std::size_t>(trial);
  const std::size_t end = content().firstReport[at + 1];
  if (end == content().firstReport[at]) return std::nullopt;
  return QPointF(content().reportSteps[end - 1], content().reportValues[end - 1]);
}

// From its first report to its last, column by column.
void TrialCurvesPlot::addTo(LineDensity& lines, std::vector<float>& heights, const PlotMap& map,
                            int trial) const {
  const auto at = static_cast<std::size_t>(trial);
  const std::size_t first = content().firstReport[at], end = content().firstReport[at + 1];
  const double width = lines.size().width(), height = lines.size().height();
  const auto column = [&](std::size_t report) {
    return (content().reportSteps[report] - map.x.low) / (map.x.high - map.x.low) * (width - 1);
  };
  const auto row = [&](std::size_t report) {
    return (map.y.high - content().reportValues[report]) / (map.y.high - map.y.low) * height;
  };
  if (first == end) return;
  const bool isPruned = content().states[at] == search::TrialState::pruned;
  const auto from = static_cast<int>(column(first)), to = static_cast<int>(column(end - 1));
  heights.assign(static_cast<std::size_t>(to - from + 1), NAN);
  const int dash = static_cast<int>(std::ceil(dashPixels * devicePixelRatioF()));
  std::size_t report = first;
  for (int i = from; i <= to; ++i) {
    while (report + 1 < end && column(report + 1) < i) ++report;
    const std::size_t next = std::min(report + 1, end - 1);
    const double length = column(next) - column(report);
    const double share = length > 0 ? std::clamp((i - column(report)) / length, 0.0, 1.0) : 0;
    if (isPruned && (i / dash) % 2 == 1) continue;
    heights[static_cast<std::size_t>(i - from)] =
        static_cast<float>(row(report) + share * (row(next) - row(report)));
  }
  lines.add({.firstColumn = from,
             .heights = heights,
             .share = 0,
             .width = trialCurveWidth * devicePixelRatioF()});
}

void TrialCurvesPlot::paintRungs(QPainter& painter, const PlotMap& map) const {
  const look::Tokens& now = look::tokens(palette());
  QPen pen(now.axis, 1);
  pen.setDashPattern({2, 3});
  double right = map.area.left();
  for (const double rung : content().rungs) {
    right = map.toScreen({rung, map.y.low}).x();
    painter.setPen(pen);
    painter.drawLine(QPointF(right, map.area.top()), QPointF(right, map.area.bottom()));
  }
  if (!content().rungs.empty())
    look::paintWords(painter, QRectF(right + px(6), map.area.top(), px(160), px(18)),
                     tr("rung %1 of ASHA").arg(content().rungs.size()), look::Role::caption,
                     now.text3);
}

void TrialCurvesPlot::paintTrials(QPainter& painter, const PlotMap& map) const {
  const look::Tokens& now = look::tokens(palette());
  paintRungs(painter, map);
  const double ratio = devicePixelRatioF();
  const QSize size(static_cast<int>(map.area.width() * ratio),
                   static_cast<int>(map.area.height() * ratio));
  struct Layer {
    search::TrialState state;
    QColor colour;
    double strength;
  };
  const std::array layers{Layer{search::TrialState::failed, now.tone(look::Tone::failed).word, 0.5},
                          Layer{search::TrialState::pruned, now.text3, 0.6},
                          Layer{search::TrialState::complete, now.curves[7], 0.36},
                          Layer{search::TrialState::running, now.curves[0], 0.85}};
  std::vector<float> heights;
  const auto num = static_cast<int>(content().numTrials());
  const double each = std::max(std::min(1.0, fewCurves / std::max(num, 1)), 0.02);
  LineDensity lines;
  for (const bool isWithin : {false, true})
    for (const Layer& layer : layers) {
      bool isAny = false;
      for (int trial = 0; trial < num; ++trial)
        if (content().states[static_cast<std::size_t>(trial)] == layer.state &&
            study()->isWithin(trial) == isWithin) {
          if (!isAny) lines.reset(size);
          isAny = true;
          addTo(lines, heights, map, trial);
        }
      if (!isAny) continue;
      const std::array<QRgb, 1> colour{layer.colour.rgb()};
      QImage picture = lines.picture(colour, layer.strength * each * (isWithin ? 1 : outsideBrush));
      picture.setDevicePixelRatio(ratio);
      painter.drawImage(map.area.topLeft(), picture);
    }
}

void TrialCurvesPlot::paintChosen(QPainter& painter, const PlotMap& map, int trial) const {
  const auto at = static_cast<std::size_t>(trial);
  painter.save();
  painter.setClipRect(map.area.adjusted(0, 0, 0, px(1)));
  painter.setPen(QPen(look::tokens(palette()).accent, chosenCurveWidth, Qt::SolidLine, Qt::RoundCap,
                      Qt::RoundJoin));
  QPointF last;
  for (std::size_t i = content().firstReport[at]; i < content().firstReport[at + 1]; ++i) {
    const QPointF point = map.toScreen({content().reportSteps[i], content().reportValues[i]});
    if (i > content().firstReport[at]) painter.drawLine(last, point);
    last = point;
  }
  painter.restore();
}

std::optional<double> TrialCurvesPlot::valueAt(int trial, double step) const {
  const auto at = static_cast<std::size_t>(trial);
  const auto begin = content().reportSteps.begin();
  const auto first = begin + static_cast<std::ptrdiff_t>(content().firstReport[at]);
  const auto end = begin + static_cast<std::ptrdiff_t>(content().firstReport[at + 1]);
  const auto next = std::lower_bound(first, end, step);
  if (next == end) return std::nullopt;
  const auto value = [&](auto report) {
    return content().reportValues[static_cast<std::size_t>(report - begin)];
  };
  if (next == first) return *next == step ? std::optional(value(next)) : std::nullopt;
  const double share = (step - *(next - 1)) / (*next - *(next - 1));
  return value(next - 1) + share * (value(next) - value(next - 1));
}

std::optional<int> TrialCurvesPlot::trialNear(QPointF position) const {
  const PlotMap to = map();
  const double step = to.toPlot(position).x();
  std::optional<int> nearest;
  double least = nearCurve;
  const auto num = static_cast<int>(content().numTrials());
  for (int trial = 0; trial < num; ++trial) {
    if (!study()->isWithin(trial)) continue;
    const auto value = valueAt(trial, step);
    if (!value) continue;
    const double away = std::abs(to.toScreen({step, *value}).y() - position.y());
    if (away < least) {
      least = away;
      nearest = trial;
    }
  }
  return nearest;
}

}  // namespace trainyard
