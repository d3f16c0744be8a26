// SPDX-License-Identifier: GPL-3.0-or-later
// table_window_speed [STORE]: the page of runs over a store of 10,000: the time until its table is
// painted with its values, how long frames of scrolling it hold the window's thread, and the share
// of a core that it takes while 50 runs are running, without and with news of each once a second.
// Prints JSON.
#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTimer>
#include <cstdio>
#include <ctime>

#include "gui/look/theme.h"
#include "gui/runs/runs_page.h"
#include "gui/runs/table/run_table_view.h"
#include "gui/runs/table/run_workspace.h"
#include "tests/bench/many_runs.h"

using namespace Qt::StringLiterals;
using namespace trainyard;

namespace {

constexpr QSize windowSize{1400, 900};
constexpr int longestFrame = 5000;
constexpr int numFrames = 200, numOpened = 3, idleMilliseconds = 10000, newsAtOnce = 5;

double millisecondsOf(const QElapsedTimer& timer) {
  return static_cast<double>(timer.nsecsElapsed()) / 1e6;
}

double secondsOf(clockid_t clock) {
  timespec now{};
  ::clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

struct Painted : QObject {
  explicit Painted(QWidget* widget) { widget->installEventFilter(this); }
  bool eventFilter(QObject*, QEvent* event) override {
    paints += event->type() == QEvent::Paint;
    return false;
  }
  int paints = 0;
};

struct OpenPage {
  explicit OpenPage(const QString& path) : reader(path), page(&client, &reader, &targets) {
    page.resize(windowSize);
    page.show();
  }

  // All rows are there, with the values of the columns that the first answer named.
  bool isFull() {
    RunTableModel* model = page.workspace()->model();
    const QModelIndex group = model->index(0, 0);
    int rows = 0;
    for (int i = 0; i < model->rowCount(); ++i) rows += model->rowCount(model->index(i, 0));
    if (page.runs()->count() != ManyRuns::runs || rows != ManyRuns::runs) return false;
    const QStringList stored = model->storedKeys();
    for (int column = RunTableModel::nameColumn; column < model->columnCount(); ++column)
      if (stored.contains(model->keys()[column - RunTableModel::nameColumn]) &&
          model->valueAt(model->index(0, column, group)).isValid())
        return true;
    return false;
  }

  ServiceClient client;
  StoreReader reader;
  TargetList targets{&client};
  RunsPage page;
};

void runEvents(qint64 milliseconds) {
  QEventLoop loop;
  QTimer::singleShot(milliseconds, &loop, &QEventLoop::quit);
  loop.exec();
}

double openedAfter(const QString& path) {
  QElapsedTimer timer;
  timer.start();
  OpenPage opened(path);
  while (!opened.isFull())
    QApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
  Painted painted(opened.page.workspace()->table()->viewport());
  opened.page.workspace()->table()->viewport()->update();
  while (painted.paints == 0) QApplication::processEvents(QEventLoop::AllEvents);
  return millisecondsOf(timer);
}

QJsonArray scrolled(RunTableView* table, int rowsAtOnce) {
  QJsonArray times;
  Painted painted(table->viewport());
  QScrollBar* bar = table->verticalScrollBar();
  const int row = table->visualRect(table->indexAt({10, 10})).height();
  for (int i = 0; i < numFrames; ++i) {
    const int before = painted.paints;
    QElapsedTimer timer;
    timer.start();
    const double held = secondsOf(CLOCK_THREAD_CPUTIME_ID);
    bar->setValue((bar->value() + rowsAtOnce * row) % std::max(1, bar->maximum()));
    while (painted.paints == before) {
      QApplication::processEvents(QEventLoop::AllEvents);
      if (timer.elapsed() > longestFrame) qFatal("frame %d was not painted", i);
    }
    times.append(1000 * (secondsOf(CLOCK_THREAD_CPUTIME_ID) - held));
  }
  return times;
}

// Of one core, in percent, without what writing the news takes.
double shareOfCore(const std::function<void()>& tellNews) {
  QTimer news;
  double writing = 0;
  QObject::connect(&news, &QTimer::timeout, &news, [&] {
    const double before = secondsOf(CLOCK_THREAD_CPUTIME_ID);
    tellNews();
    writing += secondsOf(CLOCK_THREAD_CPUTIME_ID) - before;
  });
  if (tellNews) news.start(1000 * newsAtOnce / ManyRuns::running);
  QElapsedTimer timer;
  timer.start();
  const double before = secondsOf(CLOCK_PROCESS_CPUTIME_ID);
  runEvents(idleMilliseconds);
  const double taken = secondsOf(CLOCK_PROCESS_CPUTIME_ID) - before - writing;
  return 100 * taken / (millisecondsOf(timer) / 1000);
}

}  // namespace

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  QApplication::setApplicationName(u"trainyard-bench"_s);
  QTemporaryDir folder;
  qputenv("XDG_CONFIG_HOME", folder.path().toLocal8Bit());
  look::install(application);
  const QString path = QApplication::arguments().value(1, folder.filePath(u"runs.sqlite"_s));
  const bool isThere = QFile::exists(path);
  RunWriter writer(path);
  ManyRuns::must(writer.open());
  if (!isThere) ManyRuns::fill(writer);
  QJsonArray opened;
  for (int i = 0; i < numOpened; ++i) opened.append(openedAfter(path));
  OpenPage shown(path);
  while (!shown.isFull())
    QApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
  runEvents(2000);
  RunTableView* table = shown.page.workspace()->table();
  QJsonObject out{{u"open_ms"_s, opened},
                  {u"scroll_ms"_s, scrolled(table, 3)},
                  {u"scroll_pages_ms"_s, scrolled(table, 25)}};
  runEvents(2000);
  out[u"idle_percent"_s] = shareOfCore({});
  int step = 1000, next = 0;
  out[u"news_percent"_s] = shareOfCore([&] {
    QStringList names;
    for (int i = 0; i < newsAtOnce; ++i) {
      const int run = ManyRuns::runs - 1 - next++ % ManyRuns::running;
      ManyRuns::report(writer, run, ++step);
      names << ManyRuns::idOf(run);
    }
    QMetaObject::invokeMethod(
        &shown.client, [&shown, names] { emit shown.client.runsChanged(names); },
        Qt::QueuedConnection);
  });
  std::printf("%s\n", QJsonDocument(out).toJson(QJsonDocument::Compact).constData());
  return 0;
}
