// SPDX-License-Identifier: GPL-3.0-or-later
// Measures the real window on the display it is given: desktop_speed EXPERIMENT POINTS GO EVENTS
// [TARGET] EXPERIMENT is submitted to TARGET, this computer when there is none. It reports POINTS
// steps, waits for the file GO, then reports EVENTS further steps, each with the Unix time at which
// it was written as the metric "bench/sent". Prints JSON: the milliseconds from that time until
// every picture on the screen has been painted with the step, and those from a keystroke until its
// diagnostics are painted.
#include <QApplication>
#include <QDateTime>
#include <QDeadlineTimer>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QKeyEvent>
#include <QSlider>
#include <QTimer>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <vector>

#include "gui/app/main_window.h"
#include "gui/charts/plot_grid.h"
#include "gui/experiments/experiment_page.h"
#include "gui/experiments/experiment_tabs.h"
#include "gui/experiments/checks/submission.h"
#include "gui/experiments/yaml/yaml_editor.h"
#include "gui/look/theme.h"
#include "gui/runs/run/run_view.h"
#include "gui/runs/runs_page.h"
#include "gui/targets/target_list.h"
#include "remote/store/run_store.h"

using namespace Qt::StringLiterals;
using namespace trainyard;

namespace {

constexpr int numKeys = 200;
constexpr int numMetrics = 8;
constexpr int smoothing = 90;
constexpr qint64 maxMilliseconds = 240'000;
constexpr int wakeMilliseconds = 50;

double nowMilliseconds() { return static_cast<double>(QDateTime::currentMSecsSinceEpoch()); }

[[noreturn]] void giveUp(const char* what) {
  std::fprintf(stderr, "desktop_speed: %s\n", what);
  std::exit(1);
}

template <class Condition>
void waitUntil(Condition holds, const char* what) {
  const QDeadlineTimer deadline(maxMilliseconds);
  QTimer wake;  // what is waited for may come without an event
  wake.start(wakeMilliseconds);
  while (!holds()) {
    if (deadline.hasExpired()) giveUp(what);
    QApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
  }
}

// Tells when a widget has been painted, after the paint.
class Painted : public QObject {
 public:
  Painted(QWidget* widget, std::function<void()> done) : m_done(std::move(done)) {
    widget->installEventFilter(this);
  }
  bool eventFilter(QObject*, QEvent* event) override {
    if (event->type() == QEvent::Paint)
      QMetaObject::invokeMethod(this, m_done, Qt::QueuedConnection);
    return false;
  }

 private:
  std::function<void()> m_done;
};

QJsonArray keystrokes(ExperimentPage* page) {
  YamlEditor* editor = page->sides()->editor();
  bool painted = false;
  Painted watch(editor->viewport(), [&] { painted = true; });
  const int line = page->model()
                       ->document()
                       ->text()
                       .left(page->model()->document()->text().indexOf(u"learning_rate:"_s))
                       .count(u'\n') +
                   1;
  editor->jumpTo(line, 1);
  editor->moveCursor(QTextCursor::EndOfLine);
  QApplication::processEvents();
  QJsonArray times;
  for (int i = 0; i < numKeys; ++i) {
    const bool erases = i % 2 == 1;
    QKeyEvent key(QEvent::KeyPress, erases ? Qt::Key_Backspace : Qt::Key_X, Qt::NoModifier,
                  erases ? u"\b"_s : u"x"_s);
    painted = false;
    QElapsedTimer timer;
    timer.start();
    QApplication::sendEvent(editor, &key);
    waitUntil([&] { return painted; }, "no paint after a keystroke");
    times.append(static_cast<double>(timer.nsecsElapsed()) / 1e6);
    if ((page->model()->diagnostics()->count(Severity::error) > 0) == erases)
      giveUp("the keystroke had no effect on the diagnostics");
  }
  return times;
}

// What is on the screen of all plots since a moment.
struct Shown {
  double since = 0, step = 0;
};

// The last step that a plot shows; that of the line that is behind.
double lastStepOf(const PlotPanel* panel) {
  double last = std::numeric_limits<double>::infinity();
  for (const PlotPicture::Line& line : panel->shown().lines)
    last = std::min(last, line.drawn.points.empty() ? 0 : line.drawn.points.back().x);
  return panel->shown().lines.empty() ? 0 : last;
}

void waitUntilFull(const CurveSet& curves, const QString& run, qint64 numPoints) {
  const auto isFull = [&] {
    const QStringList metrics = curves.metrics();
    return metrics.size() == numMetrics &&
           std::all_of(metrics.begin(), metrics.end(), [&](const QString& metric) {
             return curves.points({run, metric}) >= numPoints;
           });
  };
  waitUntil(isFull, "the curves did not fill");
  QElapsedTimer settled;
  settled.start();
  waitUntil([&] { return settled.elapsed() > 1000 && !curves.isReading(); }, "");
}

QJsonArray eventsToPixels(RunsPage* page, qint64 numPoints, const QString& go, int numEvents) {
  CurveSet& curves = page->currentRun()->curves();
  const QString run = page->currentRun()->record().run;
  page->view()->showPart(u"curves"_s);
  waitUntilFull(curves, run, numPoints);
  page->view()->curves()->findChild<QSlider*>()->setValue(smoothing);
  std::vector<Shown> shown;
  std::vector<std::unique_ptr<Painted>> watches;
  std::map<PlotPanel*, double> painted;  // the last step that is on the screen
  const auto note = [&] {
    double step = std::numeric_limits<double>::infinity();
    for (const auto& [panel, last] : painted)
      if (!panel->visibleRegion().isEmpty()) step = std::min(step, last);
    if (shown.empty() || step > shown.back().step) shown.push_back({nowMilliseconds(), step});
  };
  for (PlotPanel* panel : page->view()->curves()->panels()) {
    if (panel->visibleRegion().isEmpty()) continue;
    painted[panel] = 0;
    watches.push_back(std::make_unique<Painted>(panel, [&, panel] {
      painted[panel] = lastStepOf(panel);
      note();
    }));
  }
  if (painted.empty()) giveUp("no plot is on the screen");
  QFile file(go);
  if (!file.open(QIODevice::WriteOnly)) giveUp("the file GO cannot be written");
  const double last = static_cast<double>(numPoints) + numEvents;
  waitUntil([&] { return !shown.empty() && shown.back().step >= last; },
            "some events did not reach the screen");
  RunStore store;
  const auto sent = store.curves().series(run, u"bench/sent"_s);
  if (!sent) giveUp("the times at which events were sent cannot be read");
  QJsonArray times;
  for (const MetricPoint& point : *sent) {
    const auto step = static_cast<double>(point.step.value_or(0));
    if (step <= static_cast<double>(numPoints)) continue;
    const auto at = std::ranges::find_if(shown, [&](const Shown& one) { return one.step >= step; });
    times.append(at->since - point.value * 1000);
  }
  std::fprintf(stderr, "desktop_speed: %zu plots on the screen, %zu pictures of %d events\n",
               painted.size(), shown.size(), static_cast<int>(times.size()));
  return times;
}

}  // namespace

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  QApplication::setApplicationName(u"trainyard"_s);
  QApplication::setOrganizationName(u"trainyard"_s);
  QApplication::setApplicationVersion(QStringLiteral(TRAINYARD_VERSION));
  const QStringList words = QApplication::arguments();
  if (words.size() != 5 && words.size() != 6)
    giveUp("four or five arguments are needed: EXPERIMENT POINTS GO EVENTS [TARGET]");
  look::install(application);
  ServiceClient client;
  StoreReader reader;
  MainWindow window(&client, &reader);
  window.pages()->experiments()->open({words[1]});
  window.show();
  window.connectToService();
  waitUntil([&] { return client.isConnected(); }, "the service was not reached");
  QJsonObject out{{u"keystroke_ms"_s, keystrokes(window.pages()->experiment())}};
  QString failure, run;
  TargetList targets(&client);
  Submission submission(&client, &targets);
  QObject::connect(&submission, &Submission::failed, &window,
                   [&](const QString& sentence) { failure = sentence; });
  QObject::connect(&submission, &Submission::begun, &window,
                   [&](const QString& name) { run = name; });
  QObject::connect(&submission, &Submission::submitted, &window,
                   [&](const QString& name) { run = name; });
  SubmitRequest request;
  request.path = words[1];
  if (words.size() == 6) request.target = words[5];
  submission.submit(request);
  waitUntil([&] { return !run.isEmpty() || !failure.isEmpty(); }, "no answer to the submission");
  if (!failure.isEmpty()) giveUp(qPrintable(failure));
  window.pages()->showPage(window.pages()->runs());
  window.pages()->runs()->showRun(run);
  waitUntil([&] { return window.pages()->runs()->currentRun()->record().run == run; },
            "the run was not shown");
  out[u"event_to_pixel_ms"_s] =
      eventsToPixels(window.pages()->runs(), words[2].toLongLong(), words[3], words[4].toInt());
  std::printf("%s\n", QJsonDocument(out).toJson(QJsonDocument::Compact).constData());
  std::fflush(stdout);
  std::_Exit(0);  // the window asks about its unsaved text otherwise
}
