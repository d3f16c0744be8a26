// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/plot_to_file.h"

#include <QApplication>
#include <QGridLayout>
#include <QLabel>
#include <QPalette>
#include <QThread>
#include <QVBoxLayout>

#include "engine/contract/messages.h"
#include "gui/charts/plot_panel.h"
#include "gui/look/tokens.h"
#include "gui/runs/records/run_text.h"
#include "gui/runs/records/store_reader.h"
#include "remote/store/run_store.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr int maxPictures = 9;

// What the plots want is read on another thread.
void waitUntilRead(const CurveSet& curves) {
  for (; curves.isReading(); QThread::msleep(1)) QApplication::processEvents();
}

}  // namespace

Result<void> plotToFile(const QString& run, const QString& path, QSize size) {
  RunStore store;
  TRY(const RunRecord record, store.resolve(run));
  StoreReader reader;
  CurveSet curves(&reader);
  curves.setRuns({{record.run, record.name, -1, false}});
  waitUntilRead(curves);
  const std::vector<PanelMetrics> panels = arrangePanels(curves.metrics());
  if (panels.empty()) return make_error("plot.empty", {{"run", record.name.toStdString()}});

  QWidget page;
  page.setPalette(look::paletteOf(look::lightTokens()));
  page.setAutoFillBackground(true);
  auto* column = new QVBoxLayout(&page);
  column->setContentsMargins(16, 12, 16, 12);
  auto* title = new QLabel(u"%1   ·   %2"_s.arg(record.name, RunText::summary(record)));
  title->setTextFormat(Qt::PlainText);
  column->addWidget(title);
  auto* grid = new QGridLayout;
  column->addLayout(grid, 1);
  std::vector<PlotPanel*> plots;
  for (std::size_t i = 0; i < panels.size() && i < maxPictures; ++i) {
    auto* plot = new PlotPanel(&curves, panels[i]);
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
  for (PlotPanel* plot : plots) plot->refreshNow();
  waitUntilRead(curves);
  for (PlotPanel* plot : plots) plot->refreshNow();
  QApplication::processEvents();
  if (!page.grab().save(path, "PNG"))
    return make_error("plot.write", {{"path", path.toStdString()}});
  return {};
}

}  // namespace trainyard
