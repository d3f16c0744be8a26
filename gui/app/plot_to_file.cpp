#include "gui/app/plot_to_file.h"

#include <QApplication>
#include <QGridLayout>
#include <QLabel>
#include <QPalette>
#include <QVBoxLayout>

#include "gui/charts/plot_view.h"
#include "gui/runs/run_model.h"
#include "gui/runs/run_words.h"
#include "remote/store/run_store.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr int mostPictures = 9;

class PlotTexts {
  Q_DECLARE_TR_FUNCTIONS(plotToFile)
};

Result<RunDetail> readRun(RunStore& store, const QString& name) {
  const auto record = store.resolve(name);
  if (!record) return record.error();
  RunDetail detail;
  detail.record = *record;
  const auto attempts = store.attempts(record->run);
  if (!attempts) return attempts.error();
  detail.attempts = *attempts;
  const auto metrics = store.metrics(record->run);
  if (!metrics) return metrics.error();
  for (const MetricSummary& metric : *metrics) {
    const auto points = store.series(record->run, metric.name, RunStore::Superseded::include);
    if (!points) return points.error();
    detail.metrics.push_back({metric.name, *points});
  }
  return detail;
}

}  // namespace

Result<void> plotToFile(const QString& run, const QString& path, QSize size) {
  RunStore store;
  const auto detail = readRun(store, run);
  if (!detail) return detail.error();
  RunModel model;
  model.choose(detail->record);
  model.showDetail(*detail);
  const std::vector<PlotPanel> panels = arrangePanels(model.curves().names());
  if (panels.empty())
    return Error{
        "plot.empty",
        {},
        PlotTexts::tr("The run %1 has reported no value yet, so there is no curve to draw.")
            .arg(detail->record.name)
            .toStdString(),
        ExitCode::invalid_input};

  QWidget page;
  page.setPalette(QPalette(Qt::white));
  page.setAutoFillBackground(true);
  auto* column = new QVBoxLayout(&page);
  column->setContentsMargins(16, 12, 16, 12);
  auto* title =
      new QLabel(u"%1   ·   %2"_s.arg(detail->record.name, RunWords::sentence(detail->record)));
  title->setTextFormat(Qt::PlainText);
  column->addWidget(title);
  auto* grid = new QGridLayout;
  column->addLayout(grid, 1);
  std::vector<PlotView*> plots;
  for (std::size_t i = 0; i < panels.size() && i < mostPictures; ++i) {
    auto* plot = new PlotView(&model.curves(), panels[i]);
    plots.push_back(plot);
    // The first, the loss, over the whole width; the others in rows of three below it.
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
    return Error{"plot.write",
                 {},
                 PlotTexts::tr("The picture could not be written to %1. Choose another folder.")
                     .arg(path)
                     .toStdString(),
                 ExitCode::environment};
  return {};
}

}  // namespace trainyard
