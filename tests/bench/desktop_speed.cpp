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
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "gui/app/main_window.h"
#include "gui/charts/plot_grid.h"
#include "gui/charts/plot_view.h"
#include "gui/experiments/experiment_page.h"
#include "gui/experiments/submission.h"
#include "gui/experiments/yaml_editor.h"
#include "gui/runs/run_view.h"
#include "gui/runs/runs_page.h"
#include "gui/targets/target_list.h"

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
  YamlEditor* editor = page->editor();
  bool painted = false;
  Painted watch(editor->viewport(), [&] { painted = true; });
  const int line = page->document()
                       ->text()
                       .left(page->document()->text().indexOf(u"learning_rate:"_s))
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
    if ((page->diagnostics()->count(Severity::error) > 0) == erases)
      giveUp("the keystroke had no effect on the diagnostics");
  }
  return times;
}

// One step on its way to the screen.
struct Step {
  double sent = 0, arrived = 0;
};

QJsonArray eventsToPixels(RunsPage* page, std::size_t numPoints, const QString& go, int numEvents) {
  auto& curves = page->currentRun()->curves();
  const auto isFull = [&] {
    for (int row = 0; row < curves.rowCount(); ++row)
      if (curves.index(row).data(CurvesModel::PointCountRole).toULongLong() < numPoints)
        return false;
    return curves.rowCount() == numMetrics;
  };
  waitUntil(isFull, "the curves did not fill");
  QElapsedTimer settled;  // a new metric makes the pictures again
  settled.start();
  waitUntil([&] { return settled.elapsed() > 1000; }, "");
  page->view()->curves()->findChild<QSlider*>()->setValue(smoothing);
  std::vector<Step> open;
  QJsonArray times;
  std::vector<std::unique_ptr<Painted>> watches;
  std::map<PlotView*, double>
      drawn;  // the points that a picture on the screen holds are those until then
  const auto check = [&] {
    std::erase_if(open, [&](const Step& step) {
      for (const auto& [plot, until] : drawn)
        if (until < step.arrived && !plot->viewport()->visibleRegion().isEmpty())
          return false;  // the head above may have grown
      times.append(nowMilliseconds() - step.sent);
      return true;
    });
  };
  for (PlotView* plot : page->view()->curves()->plots()) {
    if (plot->viewport()->visibleRegion().isEmpty()) continue;
    drawn[plot] = 0;
    watches.push_back(std::make_unique<Painted>(plot->viewport(), [&, plot] {
      drawn[plot] = static_cast<double>(plot->lastDrawn());
      check();
    }));
  }
  // Whichever way a step comes: live, or read from the store.
  std::size_t known = numPoints;
  QObject::connect(&curves, &CurvesModel::pointsChanged, page, [&] {
    const Series* sent = curves.series(u"bench/sent"_s);
    for (; sent && known < sent->line().size(); ++known)
      open.push_back({sent->line()[known].y * 1000, nowMilliseconds()});
  });
  QFile file(go);
  if (!file.open(QIODevice::WriteOnly)) giveUp("the file GO cannot be written");
  waitUntil([&] { return times.size() >= numEvents; }, "some events did not reach the screen");
  std::fprintf(stderr, "desktop_speed: %zu pictures on the screen\n", drawn.size());
  curves.disconnect(page);
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
  ServiceClient client;
  StoreReader reader;
  MainWindow window(&client, &reader);
  window.experimentPage()->files()->open(words[1]);
  window.show();
  window.connectToService();
  waitUntil([&] { return client.isConnected(); }, "the service was not reached");
  QJsonObject out{{u"keystroke_ms"_s, keystrokes(window.experimentPage())}};
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
  window.showPage(window.runsPage());
  window.runsPage()->showRun(run);
  waitUntil([&] { return window.runsPage()->currentRun()->record().run == run; },
            "the run was not shown");
  out[u"event_to_pixel_ms"_s] =
      eventsToPixels(window.runsPage(), words[2].toULongLong(), words[3], words[4].toInt());
  std::printf("%s\n", QJsonDocument(out).toJson(QJsonDocument::Compact).constData());
  std::fflush(stdout);
  std::_Exit(0);  // the window asks about its unsaved text otherwise
}
