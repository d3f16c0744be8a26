// SPDX-License-Identifier: GPL-3.0-or-later
// A day at the real window, before the real service: day_speed EXPERIMENT RUNS CLUSTER HUNG. RUNS
// are so many runs that report all the time; CLUSTER is a target that never answers; HUNG is a run
// whose folder does not answer either. Prints JSON: for each step of the day how long its events
// held the window's thread, in milliseconds, and the longest with who received them.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMouseEvent>
#include <QScrollBar>
#include <QTabWidget>
#include <QTimer>
#include <QWheelEvent>
#include <algorithm>
#include <cstdio>
#include <functional>

#include "gui/app/main_window.h"
#include "gui/charts/plot_grid.h"
#include "gui/experiments/experiment_page.h"
#include "gui/experiments/experiment_tabs.h"
#include "gui/experiments/checks/submission.h"
#include "gui/experiments/yaml/yaml_editor.h"
#include "gui/look/theme.h"
#include "gui/runs/compare/compare_page.h"
#include "gui/runs/run/run_view.h"
#include "gui/runs/runs_page.h"
#include "gui/runs/table/run_table_view.h"
#include "gui/runs/table/run_workspace.h"
#include "gui/targets/target_list.h"
#include "tests/bench/held_thread.h"

using namespace Qt::StringLiterals;
using namespace trainyard;

namespace {

constexpr int numKeys = 80, numCompared = 8, numFrames = 40;
constexpr int frameMilliseconds = 25, lookMilliseconds = 1500, longestWait = 120'000;
constexpr double longHold = 20;  // named in the answer

[[noreturn]] void giveUp(const QString& what) {
  std::fprintf(stderr, "day_speed: %s\n", qPrintable(what));
  std::exit(1);
}

void runEvents(qint64 milliseconds) {
  QEventLoop loop;
  QTimer::singleShot(milliseconds, &loop, &QEventLoop::quit);
  loop.exec();
}

void waitUntil(const std::function<bool()>& holds, const QString& what) {
  QElapsedTimer timer;
  timer.start();
  while (!holds()) {
    if (timer.elapsed() > longestWait) giveUp(what);
    runEvents(50);
  }
}

class Day {
 public:
  Day(WatchedApplication& application, const QStringList& words)
      : m_application(application),
        m_experiment(words[1]),
        m_numRuns(words[2].toInt()),
        m_cluster(words[3]),
        m_hung(words[4]) {}

  void pass() {
    start();
    typing();
    streaming();
    table();
    comparing();
    oneRun(u"a run that reports"_s, m_reporting.first());
    cluster();
    oneRun(u"a run on a hung file system"_s, m_hung);
    step(u"home"_s, [this] { m_window.pages()->goTo(u"home"_s); });
  }

 private:
  // An action as an event of its own, and what follows from it.
  void step(const QString& name, const std::function<void()>& act, qint64 time = lookMilliseconds) {
    m_application.setStep(name);
    QMetaObject::invokeMethod(&m_window, act, Qt::QueuedConnection);
    runEvents(time);
  }

  void start() {
    m_window.resize(1440, 900);
    m_window.show();
    m_window.connectToService();
    waitUntil([this] { return m_client.isConnected(); }, u"the service was not reached"_s);
    m_window.pages()->experiments()->open({m_experiment});
    runEvents(lookMilliseconds);
  }

  void typing() {
    step(u"an experiment is written"_s, [this] { m_window.pages()->goTo(u"experiments"_s); });
    YamlEditor* editor = m_window.pages()->experiment()->sides()->editor();
    editor->moveCursor(QTextCursor::End);
    for (int i = 0; i < numKeys; ++i) {
      const bool erases = i >= numKeys / 2;
      const QString letter = erases ? u"\b"_s : u"x"_s;
      QApplication::postEvent(
          editor,
          new QKeyEvent(QEvent::KeyPress, erases ? Qt::Key_Backspace : Qt::Key_X, {}, letter));
      runEvents(frameMilliseconds);
    }
    runEvents(lookMilliseconds);
  }

  void streaming() {
    QString failure;
    QObject::connect(&m_submission, &Submission::failed, &m_window,
                     [&](const QString& sentence) { failure = sentence; });
    QObject::connect(&m_submission, &Submission::submitted, &m_window,
                     [&](const QString& run) { m_run = run; });
    SubmitRequest request;
    request.path = m_experiment;
    step(u"a run is submitted"_s, [&] { m_submission.submit(request); });
    waitUntil([&] { return !m_run.isEmpty() || !failure.isEmpty(); }, u"no answer"_s);
    if (!failure.isEmpty()) giveUp(failure);
    step(u"the table while they start"_s, [this] { m_window.pages()->goTo(u"runs"_s); });
    waitUntil([this] { return findRuns(); }, u"the runs do not report"_s);
  }

  bool findRuns() {
    m_reporting.clear();
    for (const QString& id : m_window.pages()->runs()->workspace()->model()->runsAndTasks())
      if (const RunRecord* run = m_window.pages()->runs()->runs()->find(id);
          run && run->state == RunState::running && run->step > 5)
        m_reporting << id;
    return m_reporting.size() >= m_numRuns;
  }

  void table() {
    RunWorkspace* workspace = m_window.pages()->runs()->workspace();
    QWidget* view = workspace->table()->viewport();
    const QString name = u"the table while they report"_s;
    step(name, [this] { m_window.pages()->goTo(u"runs"_s); });
    for (int i = 0; i < numFrames; ++i) {
      const QPointF at(60 + i, 40 + 11 * i % std::max(60, view->height() - 50));
      QApplication::postEvent(
          view, new QMouseEvent(QEvent::MouseMove, at, view->mapToGlobal(at), {}, {}, {}));
      QApplication::postEvent(
          view, new QWheelEvent(at, view->mapToGlobal(at), {}, {0, i % 20 < 10 ? -120 : 120}, {},
                                {}, Qt::NoScrollPhase, false));
      runEvents(2 * frameMilliseconds);
    }
    step(u"runs are searched"_s, [=] { workspace->search(u"state:running"_s); });
    step(u"runs are searched"_s, [=] { workspace->search(u"train/loss < 100 day"_s); });
    step(u"runs are searched"_s, [=] { workspace->search({}); });
  }

  void comparing() {
    const QStringList runs = m_reporting.first(numCompared);
    const QString name = u"comparing %1"_s.arg(numCompared);
    step(
        name, [this, runs] { m_window.pages()->goTo(u"runs/compare/"_s + runs.join(u',')); },
        2 * lookMilliseconds);
    auto* tabs = m_window.pages()->runs()->comparison()->findChild<QTabWidget*>();
    for (int tab = 0; tab < tabs->count(); ++tab) step(name, [=] { tabs->setCurrentIndex(tab); });
    const QList<PlotPanel*> panels =
        m_window.pages()->runs()->comparison()->findChildren<PlotPanel*>();
    for (PlotPanel* panel : panels) {
      if (panel->visibleRegion().isEmpty()) continue;
      for (int i = 0; i < numFrames; ++i) {
        const QPointF at(60 + 5 * i, panel->height() / 2);
        QApplication::postEvent(
            panel, new QMouseEvent(QEvent::MouseMove, at, panel->mapToGlobal(at), {}, {}, {}));
        runEvents(frameMilliseconds);
      }
      break;
    }
  }

  void oneRun(const QString& name, const QString& run) {
    for (const char* part : {"", "/curves", "/results", "/logs", "/devices", "/messages",
                             "/checkpoints", "/configuration", "/notes"})
      step(name, [=, this] { m_window.pages()->goTo(u"runs/"_s + run + QLatin1StringView(part)); });
  }

  void cluster() {
    const QString name = u"a cluster that does not answer"_s;
    step(name, [this] { m_window.pages()->goTo(u"clusters"_s); });
    step(name, [this] {
      [](ServiceClient* client, QString cluster) -> QCoro::Task<void> {
        (void)co_await client->call(methods::targetsConnect, {}, cluster);
      }(&m_client, m_cluster);
    });
    step(name, [this] { m_window.pages()->goTo(u"queue"_s); }, 2 * lookMilliseconds);
    step(name, [this] { m_window.pages()->goTo(u"clusters"_s); }, 2 * lookMilliseconds);
  }

  WatchedApplication& m_application;
  QString m_experiment;
  int m_numRuns;
  QString m_cluster, m_hung, m_run;
  QStringList m_reporting;
  ServiceClient m_client;
  StoreReader m_reader;
  MainWindow m_window{&m_client, &m_reader};
  TargetList m_targets{&m_client};
  Submission m_submission{&m_client, &m_targets};
};

QJsonObject summary(const QList<WatchedApplication::Held>& all) {
  QJsonObject steps;
  QJsonArray longest;
  for (const WatchedApplication::Held& held : all) {
    QJsonObject step = steps[held.step].toObject();
    step[u"events"_s] = step[u"events"_s].toInt() + 1;
    step[u"longest_ms"_s] = std::max(step[u"longest_ms"_s].toDouble(), held.milliseconds);
    steps[held.step] = step;
    if (held.milliseconds < longHold) continue;
    longest.append(QJsonObject{{u"ms"_s, held.milliseconds},
                               {u"step"_s, held.step},
                               {u"receiver"_s, held.receiver},
                               {u"event"_s, held.event}});
  }
  return {{u"steps"_s, steps}, {u"long"_s, longest}};
}

}  // namespace

int main(int argc, char** argv) {
  WatchedApplication application(argc, argv);
  QApplication::setApplicationName(u"trainyard"_s);
  QApplication::setOrganizationName(u"trainyard"_s);
  QApplication::setApplicationVersion(QStringLiteral(TRAINYARD_VERSION));
  const QStringList words = QApplication::arguments();
  if (words.size() != 5) giveUp(u"four arguments are needed: EXPERIMENT RUNS CLUSTER HUNG"_s);
  look::install(application);
  Day day(application, words);
  day.pass();
  std::printf(
      "%s\n",
      QJsonDocument(summary(application.held())).toJson(QJsonDocument::Compact).constData());
  std::fflush(stdout);
  std::_Exit(0);  // the window asks about its unsaved text otherwise
}
