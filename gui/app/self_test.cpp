// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/self_test.h"

#include <QApplication>
#include <QImage>
#include <QTemporaryDir>
#include <QThread>
#include <cmath>
#include <cstdio>

#include "gui/app/main_window.h"
#include "gui/charts/plot_grid.h"
#include "gui/charts/point_curves.h"
#include "gui/experiments/experiment_page.h"
#include "gui/forms/field_editor.h"
#include "gui/forms/form_view.h"
#include "gui/forms/presets.h"
#include "gui/look/tokens.h"
#include "gui/runs/run/run_view.h"
#include "gui/runs/runs_page.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

class Checks {
 public:
  void that(bool holds, const char* what) {
    std::printf("%s %s\n", holds ? "ok    " : "FAILED", what);
    m_failed = m_failed || !holds;
  }
  int result() const { return m_failed ? 1 : 0; }

 private:
  bool m_failed = false;
};

bool showsColour(const QImage& image, const QColor& colour) {
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x)
      if (const QColor pixel = image.pixelColor(x, y);
          std::abs(pixel.red() - colour.red()) + std::abs(pixel.green() - colour.green()) +
              std::abs(pixel.blue() - colour.blue()) <
          40)
        return true;
  return false;
}

void checkExperiment(Checks& checks, ExperimentPage* page) {
  const std::vector<Preset> all = presets();
  checks.that(!all.empty(), "presets are there");
  for (const Preset& preset : all) {
    page->model()->openPreset(preset);
    checks.that(page->model()->document()->text().size() > 0,
                ("preset opens: " + preset.name.toStdString()).c_str());
    checks.that(page->model()->diagnostics()->count(Severity::error) == 0,
                ("preset has no error: " + preset.name.toStdString()).c_str());
  }
  checks.that(page->sides()->formView()->editors().size() == fields().size(),
              "the form has every field");
  const QString before = page->model()->document()->text();
  page->model()->form()->enter(page->model()->form()->rowOf(u"seed"_s), u"7"_s);
  checks.that(page->model()->document()->content().experiment.seed == 7,
              "an entry in the form changes the document");
  page->model()->form()->enter(page->model()->form()->rowOf(u"batch.per_device"_s), u"-1"_s);
  checks.that(page->model()->diagnostics()->count(Severity::error) > 0,
              "a value out of range is found");
  while (page->model()->document()->history().canUndo())
    page->model()->document()->history().undo();
  checks.that(page->model()->document()->text() == before, "undo brings back every character");
}

void checkCurves(Checks& checks, RunsPage* page) {
  RunRecord run;
  run.run = u"self-test"_s;
  run.name = u"self-test"_s;
  run.state = RunState::running;
  page->runs()->update({run});
  page->showRun(run.run);
  std::vector<CurvePoint> points;
  for (int step = 1; step <= 1000; ++step)
    points.push_back({static_cast<double>(step), 2 + 5 * std::exp(-step / 150.0)});
  PointCurves source;
  source.append({run.run, u"train/loss"_s}, points);
  CurveSet curves(&source);
  curves.setRuns({{run.run, run.name, 0, true}});
  PlotGrid grid(&curves);
  grid.resize(page->size());
  for (; curves.isReading(); QThread::msleep(1)) QApplication::processEvents();
  checks.that(grid.panels().size() == 1, "a metric gets a plot");
  if (grid.panels().empty()) return;
  PlotPanel* panel = grid.panels().front();
  panel->refreshNow();
  for (; curves.isReading(); QThread::msleep(1)) QApplication::processEvents();
  panel->refreshNow();
  checks.that(showsColour(panel->grab().toImage(), look::curveColour(0, panel->palette())),
              "the curve is on the screen");
}

}  // namespace

int selfTest() {
  Checks checks;
  QTemporaryDir folder;
  ServiceClient client({folder.filePath(u"no-program"_s), folder.filePath(u"no-socket"_s)});
  StoreReader reader(folder.filePath(u"runs.sqlite"_s));
  MainWindow window(&client, &reader);
  window.show();
  QApplication::processEvents();
  checks.that(window.isVisible() && window.windowHandle(), "the window opens");
  checkExperiment(checks, window.pages()->experiment());
  window.pages()->showPage(window.pages()->runs());
  checkCurves(checks, window.pages()->runs());
  return checks.result();
}

}  // namespace trainyard
