// SPDX-License-Identifier: GPL-3.0-or-later
// One file because each measurement is made with the same stored runs.
// Measures plots over a store: frames of panning, zooming and live points with ten curves of POINTS
// points, the time until pages of many plots are on the screen, and the same lines drawn by
// QtCharts. Usage: plot_speed [POINTS] [STORE, which stays and is used again]. Prints JSON with
// times in milliseconds: of pages until they are seen (of own panels: those of 20 runs of 5,000
// points, each an expression), of frames those that they hold the window's
// thread.
#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMouseEvent>
#include <QThread>
#include <QTemporaryDir>
#include <QTimer>
#include <QWheelEvent>
#include <QtCharts/QChartView>
#include <QtCharts/QLineSeries>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <functional>
#include <utility>

#include "gui/charts/own_panels.h"
#include "gui/charts/plot_grid.h"
#include "gui/look/theme.h"
#include "gui/look/tokens.h"
#include "gui/runs/records/store_reader.h"
#include "remote/store/run_writer.h"

using namespace Qt::StringLiterals;
using namespace trainyard;

namespace {

constexpr int numCurves = 10, numFrames = 200, eventsAtOnce = 20000, plotColumns = 850;
constexpr int numOwnPanels = 60, numOwnMetrics = 20, numOwnRuns = 20;
constexpr QSize plotSize{900, 420};
constexpr double smoothingWeight = 0.9;
constexpr qint64 pauseOfLivePoints = 50;  // milliseconds; that of the service
constexpr int waitMilliseconds = 50, longestFrame = 5000;

// Of the processor, in this thread: how long the window is held, whatever else the machine does.
double heldMilliseconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e6;
}

double millisecondsOf(const QElapsedTimer& timer) {
  return static_cast<double>(timer.nsecsElapsed()) / 1e6;
}

// Shows one stored run as many, each of which is read by itself.
class Copies : public CurveSource {
 public:
  explicit Copies(StoreReader* reader) : m_reader(reader) {
    connect(reader, &CurveSource::runRead, this, [this](quint64 asker, CurvesOfRun run) {
      if (m_runs[asker].isEmpty()) return;
      run.run = m_runs[asker].takeFirst();
      emit runRead(asker, run);
    });
    connect(reader, &CurveSource::curveRead, this, [this](quint64 asker, CurveAnswer answer) {
      if (m_curves[asker].isEmpty()) return;
      answer.key.run = m_curves[asker].takeFirst();
      emit curveRead(asker, answer);
    });
    connect(reader, &CurveSource::curvesRead, this, &CurveSource::curvesRead);
  }
  void readRun(quint64 asker, const QString& run, bool withSteps) override {
    m_runs[asker] << run;
    m_reader->readRun(asker, stored(run), withSteps);
  }
  void readCurves(quint64 asker, const QList<CurveRequest>& requests) override {
    QList<CurveRequest> all = requests;
    for (CurveRequest& request : all) {
      m_curves[asker] << request.key.run;
      request.key.run = stored(request.key.run);
    }
    m_reader->readCurves(asker, all);
  }
  EveryPoint everyPoint() const override { return m_reader->everyPoint(); }

 private:
  static QString stored(const QString& run) { return run.section(u'#', 0, 0); }

  StoreReader* m_reader;
  QHash<quint64, QStringList> m_runs, m_curves;  // in the order of the questions
};

struct StoredRuns {
  explicit StoredRuns(const QString& path) : writer(path) {
    if (!writer.open()) qFatal("the store cannot be opened");
  }

  void add(const QString& run, int metrics, qint64 points) {
    RunRecord record;
    record.run = run;
    record.name = run;
    record.target = u"here"_s;
    record.folder = u"/runs/"_s + run;
    record.created = 1;
    record.state = RunState::running;
    if (!writer.addRun(record)) qFatal("the run cannot be written");
    HeaderEvent header;
    header.attempt = 1;
    write(run, {{0, 0, header}});
    append(run, metrics, 1, points);
  }
  void append(const QString& run, int metrics, qint64 from, qint64 points) {
    std::vector<Event> events;
    for (qint64 step = from; step < from + points; ++step) {
      MetricsEvent event;
      event.step = step;
      event.tokens = step * 512;
      for (int metric = 0; metric < metrics; ++metric)
        event.values.emplace_back(
            "group" + std::to_string(metric / 10) + "/m" + std::to_string(metric),
            1 + 3 * std::exp(-static_cast<double>(step) / 1e5) +
                0.2 * static_cast<double>((step * 7919 + metric) % 101) / 101);
      events.push_back({static_cast<double>(step), step, std::move(event)});
      if (events.size() == eventsAtOnce) write(run, std::exchange(events, {}));
    }
    if (!events.empty()) write(run, events);
  }

  RunWriter writer;

 private:
  void write(const QString& run, const std::vector<Event>& events) {
    if (const auto written = writer.importEvents(run, 1, events, 0, 0); !written)
      qFatal("events cannot be written: %s", written.error().message.c_str());
  }
};

QList<ShownRun> copiesOf(const QString& run, int count) {
  QList<ShownRun> runs;
  for (int i = 0; i < count; ++i)
    runs << ShownRun{u"%1#%2"_s.arg(run).arg(i), u"run %1"_s.arg(i), i, true};
  return runs;
}

class PaintCount : public QObject {
 public:
  explicit PaintCount(QWidget* widget) { widget->installEventFilter(this); }
  bool eventFilter(QObject*, QEvent* event) override {
    paints += event->type() == QEvent::Paint;
    return false;
  }
  int paints = 0;
};

// Until nothing has been read for a while.
void settle(const CurveSet& set) {
  QEventLoop loop;
  do {
    QTimer::singleShot(4 * waitMilliseconds, &loop, &QEventLoop::quit);
    loop.exec();
  } while (set.isReading());
}

// What it takes from an act until the plot has been painted, once for each frame.
QJsonArray frames(PlotPanel* panel, const std::function<void(int)>& act) {
  QJsonArray times;
  PaintCount count(panel);
  for (int i = 0; i < numFrames; ++i) {
    const int before = count.paints;
    QElapsedTimer timer;
    timer.start();
    const double held = heldMilliseconds();
    act(i);
    while (count.paints == before) {
      QApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
      if (timer.elapsed() > longestFrame) qFatal("frame %d was not painted", i);
    }
    times.append(heldMilliseconds() - held);
  }
  return times;
}

// The longest stretch between two times that the window's thread looks for events, once for each
// point.
QJsonArray liveFrames(CurveSet& set, const std::function<void()>& append) {
  QJsonArray times;
  QStringList runs;
  for (const ShownRun& run : set.runs()) runs << run.run;
  for (int i = 0; i < numFrames / 2; ++i) {
    append();
    QElapsedTimer whole;
    whole.start();
    double before = heldMilliseconds();
    set.refresh(runs);
    double longest = heldMilliseconds() - before;
    while (set.isReading() || whole.elapsed() < pauseOfLivePoints) {
      before = heldMilliseconds();
      QApplication::processEvents(QEventLoop::AllEvents);
      longest = std::max(longest, heldMilliseconds() - before);
      QThread::usleep(200);  // the reader needs a core, too
    }
    times.append(longest);
  }
  return times;
}

void sendMouse(PlotPanel* panel, QEvent::Type type, QPointF at, Qt::MouseButton button) {
  QMouseEvent event(type, at, panel->mapToGlobal(at), button,
                    type == QEvent::MouseButtonRelease ? Qt::NoButton : button, Qt::ShiftModifier);
  QApplication::sendEvent(panel, &event);
}

void turnWheel(PlotPanel* panel, QPointF at, int delta) {
  QWheelEvent event(at, panel->mapToGlobal(at), {}, {0, delta}, Qt::NoButton, Qt::ControlModifier,
                    Qt::NoScrollPhase, false);
  QApplication::sendEvent(panel, &event);
}

QJsonObject longCurves(StoredRuns& stored, StoreReader& reader, qint64 points) {
  QJsonObject out;
  Copies copies(&reader);
  CurveSet set(&copies);
  PlotPanel panel(&set, arrangePanels({u"group0/m0"_s}).front());
  panel.setStyle({YScale::linear, smoothingWeight, true});
  panel.resize(plotSize);
  set.setRuns(copiesOf(u"long"_s, numCurves));
  panel.show();
  settle(set);
  const QPointF middle = panel.plotArea().center();
  out[u"zoom_ms"_s] =
      frames(&panel, [&](int i) { turnWheel(&panel, middle, i % 40 < 20 ? 120 : -120); });
  for (int i = 0; i < 6; ++i) turnWheel(&panel, middle, 120);
  settle(set);
  sendMouse(&panel, QEvent::MouseButtonPress, middle, Qt::LeftButton);
  out[u"pan_ms"_s] = frames(&panel, [&](int i) {
    sendMouse(&panel, QEvent::MouseMove, middle + QPointF(2 * i, i % 7), Qt::LeftButton);
  });
  sendMouse(&panel, QEvent::MouseButtonRelease, middle, Qt::LeftButton);
  out[u"pointer_ms"_s] = frames(&panel, [&](int i) {
    const QPointF at = middle + QPointF(i, 0);
    QMouseEvent event(QEvent::MouseMove, at, panel.mapToGlobal(at), Qt::NoButton, Qt::NoButton, {});
    QApplication::sendEvent(&panel, &event);
  });
  panel.setXView(std::nullopt);
  settle(set);
  qint64 next = points + 1;
  out[u"live_ms"_s] = liveFrames(set, [&] { stored.append(u"long"_s, 1, next++, 1); });
  return out;
}

// Frames of zooming into an expression over ten curves, which is calculated by the reader's thread.
QJsonArray expressionFrames(StoreReader& reader) {
  Copies copies(&reader);
  CurveSet set(&copies);
  OwnPanel own;
  own.expressions = {u"ema(group0/m0, 0.9) / max(group0/m0) - log10(group0/m0)"_s};
  PlotPanel panel(&set, resolvePanel(own, 0, {u"group0/m0"_s}));
  panel.resize(plotSize);
  set.setRuns(copiesOf(u"long"_s, numCurves));
  panel.show();
  settle(set);
  const QPointF middle = panel.plotArea().center();
  const QJsonArray times =
      frames(&panel, [&](int i) { turnWheel(&panel, middle, i % 40 < 20 ? 120 : -120); });
  settle(set);
  return times;
}

QList<ShownRun> ownRuns() {
  QList<ShownRun> runs;
  for (int i = 0; i < numOwnRuns; ++i)
    runs << ShownRun{u"own-%1"_s.arg(i), u"run %1"_s.arg(i), i, true};
  return runs;
}

QList<OwnPanel> ownPanels(int count) {
  QList<OwnPanel> panels;
  for (int i = 0; i < count; ++i) {
    OwnPanel panel;
    panel.expressions = {u"group%1/m%2 - group0/m0"_s.arg(i % 20 / 10).arg(i % 20)};
    panels << panel;
  }
  return panels;
}

bool isDrawn(const PlotPanel* panel) {
  const PlotPicture& picture = panel->shown();
  return !picture.lines.empty() &&
         std::all_of(picture.lines.begin(), picture.lines.end(),
                     [](const auto& line) { return !line.drawn.raw.parts.empty(); });
}

// Until every plot that can be seen has all of its lines.
double pageUntilSeen(CurveSource& source, const QList<ShownRun>& runs, std::size_t numPanels) {
  const std::size_t numRuns = static_cast<std::size_t>(runs.size());
  CurveSet set(&source);
  QElapsedTimer timer;
  timer.start();
  PlotGrid grid(&set);
  grid.resize(1300, 900);
  grid.show();
  set.setRuns(runs);
  const auto isSeen = [&] {
    return grid.panels().size() == numPanels &&
           std::all_of(grid.panels().begin(), grid.panels().end(), [&](const PlotPanel* panel) {
             return panel->visibleRegion().isEmpty() ||
                    (isDrawn(panel) && panel->shown().lines.size() == numRuns);
           });
  };
  while (!isSeen())
    QApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
  QApplication::processEvents();
  const double milliseconds = millisecondsOf(timer);
  settle(set);
  return milliseconds;
}

// Some lines as a plot of this width has them, each frame a little elsewhere.
std::vector<LinePart> linesOfFrame(const LinePart& line, int frame) {
  std::vector<LinePart> lines(numCurves, line);
  for (int i = 0; i < numCurves; ++i)
    for (QPointF& point : lines[static_cast<std::size_t>(i)])
      point += QPointF(0, i + 0.001 * frame);
  return lines;
}

QJsonArray framesOfQtCharts(const LinePart& line, bool isSmooth) {
  QChartView view;
  view.setRenderHint(QPainter::Antialiasing, isSmooth);
  view.chart()->legend()->hide();
  std::vector<QLineSeries*> series;
  for (int i = 0; i < numCurves; ++i) {
    series.push_back(new QLineSeries);
    series.back()->setPen(QPen(look::curveColour(i, view.palette()), isSmooth ? 1.6 : 0));
    series.back()->replace(QList<QPointF>(line.begin(), line.end()));
    view.chart()->addSeries(series.back());
  }
  view.chart()->createDefaultAxes();
  view.chart()->axes(Qt::Vertical).first()->setRange(0, numCurves + 4);
  view.resize(plotSize);
  view.show();
  QApplication::processEvents();
  QJsonArray times;
  for (int frame = 0; frame < numFrames / 4; ++frame) {
    const std::vector<LinePart> lines = linesOfFrame(line, frame);
    const double before = heldMilliseconds();
    for (std::size_t i = 0; i < lines.size(); ++i)
      series[i]->replace(QList<QPointF>(lines[i].begin(), lines[i].end()));
    view.grab();
    times.append(heldMilliseconds() - before);
  }
  return times;
}

QJsonArray framesOfOwnPainting(const LinePart& line, XRange range) {
  QPalette palette = QApplication::palette();
  QJsonArray times;
  for (int frame = 0; frame < numFrames / 4; ++frame) {
    const std::vector<LinePart> lines = linesOfFrame(line, frame);
    const double before = heldMilliseconds();
    PlotPicture picture;
    picture.title = u"loss"_s;
    picture.x = range;
    picture.y = {0, numCurves + 4.0};
    picture.gutter = 44;
    picture.xTicks = linearTicks(range.low, range.high, 7);
    picture.yTicks = linearTicks(0, numCurves + 4, 6);
    for (int i = 0; i < numCurves; ++i) {
      DrawnCurve drawn;
      drawn.raw.parts = {lines[static_cast<std::size_t>(i)]};
      picture.lines.push_back({{}, i, Stress::normal, std::move(drawn)});
    }
    QImage image(plotSize, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    picture.draw(painter, QRectF(QPointF(), plotSize), palette);
    painter.end();
    (void)QPixmap::fromImage(std::move(image));
    times.append(heldMilliseconds() - before);
  }
  return times;
}

// The same reduced lines, drawn by both.
QJsonObject besideQtCharts() {
  constexpr int pointsPerColumn = 50;
  const XRange range{0, static_cast<double>(plotColumns) * pointsPerColumn};
  std::vector<CurvePoint> points;
  for (int x = 0; x < plotColumns * pointsPerColumn; ++x)
    points.push_back({static_cast<double>(x), 2 + std::sin(x * 0.0003) + (x * 7919 % 101) / 250.0});
  const LinePart line = reduceToColumns(points, range, plotColumns).parts[0];
  return {{u"qtcharts_ms"_s, framesOfQtCharts(line, true)},
          {u"qtcharts_thin_ms"_s, framesOfQtCharts(line, false)},
          {u"own_painting_ms"_s, framesOfOwnPainting(line, range)}};
}

}  // namespace

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  QApplication::setApplicationName(u"trainyard"_s);
  look::install(application);
  const qint64 points = QApplication::arguments().value(1, u"1000000"_s).toLongLong();
  QTemporaryDir folder;
  const QString path = QApplication::arguments().value(2, folder.filePath(u"runs.sqlite"_s));
  const bool isThere = QFile::exists(path);
  StoredRuns stored(path);
  if (!isThere) {
    stored.add(u"long"_s, 1, points);
    stored.add(u"wide"_s, 100, 1000);
    stored.add(u"study"_s, 30, 2000);
    for (int i = 0; i < numOwnRuns; ++i) stored.add(u"own-%1"_s.arg(i), numOwnMetrics, 5000);
  }
  StoreReader reader(path);
  QJsonObject out = longCurves(stored, reader, points);
  out[u"expression_ms"_s] = expressionFrames(reader);
  QJsonArray panels, compared, own;
  for (int round = 0; round < 5; ++round) {
    Copies copies(&reader);
    panels.append(pageUntilSeen(copies, copiesOf(u"wide"_s, 1), 100));
    compared.append(pageUntilSeen(copies, copiesOf(u"study"_s, 20), 30));
  }
  const auto kept = OwnPanels::shared();
  kept->replace(ownPanels(numOwnPanels));
  for (int round = 0; round < 5; ++round)
    own.append(pageUntilSeen(reader, ownRuns(), numOwnPanels + numOwnMetrics));
  kept->replace({});
  out[u"own_panels_ms"_s] = own;
  out[u"panels_100_ms"_s] = panels;
  out[u"runs_20_metrics_30_ms"_s] = compared;
  const QJsonObject beside = besideQtCharts();
  for (auto figure = beside.begin(); figure != beside.end(); ++figure)
    out[figure.key()] = figure.value();
  std::printf("%s\n", QJsonDocument(out).toJson(QJsonDocument::Compact).constData());
  return 0;
}
