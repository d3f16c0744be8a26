// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/compare/comparison_plots.h"

#include <QVariant>
#include <algorithm>
#include <cmath>

#include "gui/charts/parallel_axes.h"
#include "gui/charts/parallel_plot.h"
#include "gui/look/card.h"
#include "gui/look/layouts.h"
#include "gui/look/style.h"
#include "gui/runs/compare/scatter_plot.h"
#include "gui/runs/records/comparison.h"

namespace trainyard {
namespace {

constexpr int shortestBox = 8;  // in characters

void addCard(QVBoxLayout* column, QWidget* plot, std::initializer_list<look::Part> head) {
  auto* card = new look::Card;
  auto* row = new QHBoxLayout;
  look::addAll(row, head);
  look::addAll(card->column(), {row, {plot, 1}});
  column->addWidget(card, 1);
}

constexpr int mostSettings = 4, mostMetrics = 3;
constexpr double wideRange = 8;  // numbers that are this many times apart stand on a log axis

void addAxisOf(ParallelAxes& axes, const QString& title, const std::vector<QVariant>& values) {
  std::vector<double> numbers;
  bool areNumbers = true;
  double low = INFINITY, high = -INFINITY;
  for (const QVariant& value : values) {
    bool isNumber = false;
    const double number = value.toString().toDouble(&isNumber);
    areNumbers = areNumbers && (isNumber || !value.isValid());
    numbers.push_back(isNumber ? number : NAN);
    if (!isNumber) continue;
    low = std::min(low, number);
    high = std::max(high, number);
  }
  if (areNumbers) return axes.add(title, numbers, low > 0 && high / low >= wideRange);
  QStringList names;
  for (const QVariant& value : values)
    if (value.isValid() && !names.contains(value.toString())) names << value.toString();
  names.sort();
  for (std::size_t i = 0; i < values.size(); ++i)
    numbers[i] =
        values[i].isValid() ? static_cast<double>(names.indexOf(values[i].toString())) : NAN;
  axes.add(title, numbers, false, names);
}

// Compared runs on the axes of parallel coordinates: some of the settings in which they differ, and
// their best values of some metrics.
ParallelAxes comparisonAxes(const Comparison& comparison) {
  ParallelAxes axes;
  axes.begin(static_cast<std::size_t>(comparison.runs().size()));
  const auto over = [&](auto&& of) {
    std::vector<QVariant> values;
    for (const ComparedRun& run : comparison.runs()) values.push_back(of(run));
    return values;
  };
  for (const QString& path :
       comparison.varying().first(std::min<qsizetype>(mostSettings, comparison.varying().size())))
    addAxisOf(axes, path.section(u'.', -1),
              over([&](const ComparedRun& run) { return run.settings.value(path); }));
  // The objective is the last axis.
  QStringList metrics =
      comparison.metrics().first(std::min<qsizetype>(mostMetrics, comparison.metrics().size()));
  std::ranges::reverse(metrics);
  for (const QString& metric : metrics)
    addAxisOf(axes, metric, over([&](const ComparedRun& run) {
                const auto best = Comparison::bestOf(run, metric);
                return best ? QVariant(*best) : QVariant();
              }));
  return axes;
}

}  // namespace

ComparisonPlots::ComparisonPlots() : m_scatter(new ScatterPlot), m_parallel(new ParallelPlot) {
  for (QComboBox* box : {m_path, m_metric}) {
    look::setSmall(box);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(shortestBox);
    connect(box, &QComboBox::activated, this, &ComparisonPlots::showScatter);
  }
  auto* column = look::columnIn(this, look::px(14));
  addCard(column, m_scatter, {m_scatterTitle, look::gap(), m_path, m_metric});
  addCard(column, m_parallel, {m_parallelTitle, look::gap()});
  connect(m_scatter, &ScatterPlot::runChosen, this, &ComparisonPlots::runChosen);
  connect(m_parallel, &ParallelPlot::brushed, this, &ComparisonPlots::showBrush);
}

void ComparisonPlots::show(const Comparison& comparison) {
  m_comparison = comparison;
  m_path->setAccessibleName(tr("Setting along the horizontal axis"));
  m_metric->setAccessibleName(tr("Metric along the vertical axis"));
  m_scatterTitle->setText(tr("Best value by setting"));
  const QString path = m_path->currentText(), metric = m_metric->currentText();
  m_path->clear();
  m_metric->clear();
  for (const QString& each : comparison.varying())
    if (ScatterPlot::isNumeric(comparison, each)) m_path->addItem(each);
  m_metric->addItems(comparison.metrics());
  m_path->setCurrentIndex(std::max(0, m_path->findText(path)));
  m_metric->setCurrentIndex(std::max(0, m_metric->findText(metric)));
  showScatter();
  m_axes = comparisonAxes(comparison);
  ParallelLines lines{.words = tr("Parallel coordinates of %n runs", nullptr,
                                  static_cast<int>(comparison.runs().size())),
                      .nothing = tr("There is nothing in which these runs differ.")};
  for (const ComparedRun& run : comparison.runs()) lines.curves.push_back(run.colour);
  if (const auto leader = comparison.leader()) lines.best = static_cast<std::size_t>(*leader);
  m_parallel->show(&m_axes, std::move(lines));
  showBrush();
}

void ComparisonPlots::showBrush() {
  m_parallelTitle->setText(m_axes.isBrushed() ? tr("Parallel coordinates: %1 of %2 in the brush")
                                                    .arg(m_axes.numWithin())
                                                    .arg(m_axes.numLines())
                                              : tr("Parallel coordinates"));
}

void ComparisonPlots::showScatter() {
  m_scatter->show(m_comparison, m_path->currentText(), m_metric->currentText());
}

}  // namespace trainyard
