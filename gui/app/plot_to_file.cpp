// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/plot_to_file.h"

#include <QApplication>
#include <QGridLayout>
#include <QLabel>
#include <QPalette>
#include <QVBoxLayout>

#include "engine/contract/messages.h"
#include "gui/charts/plot_view.h"
#include "gui/look/tokens.h"
#include "gui/runs/run_model.h"
#include "gui/runs/run_text.h"
#include "remote/store/run_store.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr int maxPictures = 9;

Result<RunDetail> readRun(RunStore& store, const QString& name) {
  RunDetail detail;
  TRY(detail.record, store.resolve(name));
  const QString run = detail.record.run;
  TRY(detail.attempts, store.attempts(run));
  TRY(const auto metrics, store.metrics(run));
  for (const MetricSummary& metric : metrics) {
    TRY(const auto points, store.series(run, metric.name, RunStore::Superseded::include));
    detail.metrics.push_back({metric.name, points});
  }
  return detail;
}

}  // namespace

Result<void> plotToFile(const QString& run, const QString& path, QSize size) {
  RunStore store;
  TRY(const auto detail, readRun(store, run));
  RunModel model;
  model.choose(detail.record);
  model.showDetail(detail);
  const std::vector<PlotPanel> panels = arrangePanels(model.curves().names());
  if (panels.empty()) return make_error("plot.empty", {{"run", detail.record.name.toStdString()}});

  QWidget page;
  page.setPalette(look::paletteOf(look::lightTokens()));
  page.setAutoFillBackground(true);
  auto* column = new QVBoxLayout(&page);
  column->setContentsMargins(16, 12, 16, 12);
  auto* title =
      new QLabel(u"%1   ·   %2"_s.arg(detail.record.name, RunText::summary(detail.record)));
  title->setTextFormat(Qt::PlainText);
  column->addWidget(title);
  auto* grid = new QGridLayout;
  column->addLayout(grid, 1);
  std::vector<PlotView*> plots;
  for (std::size_t i = 0; i < panels.size() && i < maxPictures; ++i) {
    auto* plot = new PlotView(&model.curves(), panels[i]);
    plots.push_back(plot);
    // The first, the loss, takes the whole width; the others are in rows of three below it.
    const int row = i == 0 ? 0 : 1 + static_cast<int>(i - 1) / 3;
    grid->addWidget(plot, row, i == 0 ? 0 : static_cast<int>(i - 1) % 3, 1, i == 0 ? 3 : 1);
    grid->setRowStretch(row, i == 0 ? 2 : 1);
  }
  page.resize(size);
  page.setAttribute(Qt::WA_DontShowOnScreen);
  page.show();
  QApplication::processEvents();
  for (PlotView* plot : plots) plot->refreshNow();
  QApplication::processEvents();
  if (!page.grab().save(path, "PNG"))
    return make_error("plot.write", {{"path", path.toStdString()}});
  return {};
}

}  // namespace trainyard
