// SPDX-License-Identifier: GPL-3.0-or-later
// study_speed: the page of studies over a journal of 10,000 trials: the time until the study is
// painted, until its table and importance are there, and how long the frames of a brush that is
// drawn along an axis hold the window's thread. Prints JSON.
#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMouseEvent>
#include <QTemporaryDir>
#include <algorithm>
#include <cstdio>
#include <vector>

#include "gui/charts/parallel_plot.h"
#include "gui/look/theme.h"
#include "gui/studies/studies_page.h"
#include "gui/studies/study_head.h"
#include "gui/studies/study_overview.h"
#include "gui/studies/study_view.h"
#include "remote/store/study_reader.h"
#include "tests/gui/studies/study_records.h"

using namespace Qt::StringLiterals;
using namespace trainyard;

namespace {

constexpr QSize windowSize{1232, 900};
constexpr int numTrials = 10'000, reportsEach = 3, numFrames = 400, longestOpening = 60'000;

double milliseconds(const QElapsedTimer& clock) {
  return static_cast<double>(clock.nsecsElapsed()) / 1e6;
}

double share(std::vector<double>& values, double part) {
  std::ranges::sort(values);
  return values[static_cast<std::size_t>(static_cast<double>(values.size() - 1) * part)];
}

void move(ParallelPlot* plot, QEvent::Type type, double height) {
  const QRectF room = plot->room();
  const std::size_t axis = plot->axes()->axes().size() - 1;
  const QPointF at(plot->axisX(axis), room.bottom() - height * room.height());
  QMouseEvent event(
      type, at, plot->mapToGlobal(at), type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton,
      type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(plot, &event);
}

}  // namespace

int main(int argc, char** argv) {
  QApplication app(argc, argv);
  look::install(app);
  const QTemporaryDir folder;
  const QString store = folder.filePath(u"runs.sqlite"_s);
  const QString study = u"5e6f8f6c-0000-4000-8000-000000000002"_s;
  QDir().mkpath(StudyReader::studiesFolder(store));
  QFile journal(StudyReader::journalPath(study, store));
  if (!journal.open(QIODevice::WriteOnly)) return 1;
  for (const auto& record : studyRecords(numTrials, numTrials, reportsEach))
    journal.write(QByteArray::fromStdString(search::to_line(record)) + '\n');
  journal.close();
  ServiceClient client;
  StudiesPage page(&client, store);
  page.resize(windowSize);
  QElapsedTimer clock;
  clock.start();
  page.goTo(study);
  page.show();
  const auto wait = [&](auto holds) {
    while (!holds() && clock.elapsed() < longestOpening)
      QApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents, 50);
    QApplication::processEvents();
    return milliseconds(clock);
  };
  const double painted = wait([&] { return page.study()->content() != nullptr; });
  const double whole = wait([&] { return !page.study()->importance().empty(); });
  ParallelPlot* plot = page.view()->overview()->parallel();
  std::vector<double> frames;
  move(plot, QEvent::MouseButtonPress, 0);
  for (int i = 0; i < numFrames; ++i) {
    QElapsedTimer frame;
    frame.start();
    // Up, then down and up by leaps, as a hand does.
    move(plot, QEvent::MouseMove, i < numFrames / 2 ? 2.0 * i / numFrames : (i * 37 % 100) / 100.0);
    QApplication::processEvents();
    frames.push_back(milliseconds(frame));
  }
  move(plot, QEvent::MouseButtonRelease, 0.5);
  const QJsonObject figures{{u"painted_ms"_s, painted},
                            {u"whole_ms"_s, whole},
                            {u"frame_median_ms"_s, share(frames, 0.5)},
                            {u"frame_99_ms"_s, share(frames, 0.99)},
                            {u"frame_longest_ms"_s, share(frames, 1)}};
  std::printf("%s\n", QJsonDocument(figures).toJson(QJsonDocument::Compact).constData());
  return 0;
}
