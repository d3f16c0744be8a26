// SPDX-License-Identifier: GPL-3.0-or-later
// Columns of curves as they are read and drawn, compared with every point.
#include "gui/charts/column_reader.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <map>
#include <random>

#include "gui/charts/plot_scale.h"
#include "tests/qt_tests.h"
#include "tests/remote/store/written_events.h"

using namespace trainyard;

namespace {

const QString metric = QStringLiteral("train/loss");

bool isSame(const CurveSpot& a, const CurveSpot& b) {
  return (a.x == b.x && a.y == b.y) || (std::isnan(a.x) && std::isnan(b.x));
}

}  // namespace

class ColumnReaderTest : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> m_folder;
  QString m_path;
  std::unique_ptr<RunWriter> m_writer;
  std::map<double, double> m_line;  // what counts
  std::int64_t m_sequence = 0;
  std::mt19937 m_random{7};

  void write(int attempt, std::int64_t from, std::int64_t count, std::int64_t every = 1) {
    std::normal_distribution<double> noise(0, 1);
    std::vector<Event> events;
    for (std::int64_t i = 0; i < count; ++i) {
      const std::int64_t step = from + i * every;
      const double value = noise(m_random);
      events.push_back(at(m_sequence++, loss(step, value)));
      m_line[static_cast<double>(step)] = value;
    }
    QVERIFY(m_writer->importEvents(runId, attempt, events, m_sequence, 0));
  }

  void begin(int attempt, std::int64_t resumeStep) {
    m_sequence = 0;
    HeaderEvent header;
    header.attempt = attempt;
    StartEvent start;
    start.resume_step = resumeStep;
    QVERIFY(m_writer->importEvents(runId, attempt, {at(0, header), at(1, start)}, 2, 0));
    m_sequence = 2;
    m_line.erase(m_line.upper_bound(static_cast<double>(resumeStep)), m_line.end());
  }

  // Every column has just the points of its place.
  void compare(const ColumnCurve& curve, XRange range) {
    std::map<double, CurveBlock> expected;
    for (const auto& [x, y] : m_line)
      if (x >= range.low && x < range.high) expected[curve.columnOf(x)].add({x, y}, false);
    QCOMPARE(curve.columns.size(), static_cast<qsizetype>(expected.size()));
    qsizetype i = 0;
    for (const auto& [column, block] : expected) {
      const CurveBlock& read = curve.columns[i++];
      QCOMPARE(read.counted(), block.counted());
      QVERIFY(isSame(read.first, block.first) && isSame(read.last, block.last));
      QVERIFY(isSame(read.lowest, block.lowest) && isSame(read.highest, block.highest));
      QVERIFY(std::abs(read.sum - block.sum) < 1e-6);
    }
  }
  void compareWhole(const ColumnCurve& curve) {
    QCOMPARE(curve.whole.counted(), static_cast<double>(m_line.size()));
    compare(curve, {m_line.begin()->first, m_line.rbegin()->first + 1});
  }

 private slots:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_path = m_folder->filePath("runs.sqlite");
    m_writer = std::make_unique<RunWriter>(m_path);
    m_line.clear();
    QVERIFY(m_writer->open());
    QVERIFY(m_writer->addRun(runNamed(runId)));
    begin(1, 0);
  }

  void ofAFewPointsEachIsAColumn() {
    write(1, 50, 300, 50);
    RunStore store(m_path);
    const auto curve = readWholeCurve(store, runId, metric, nullptr);
    QVERIFY(curve);
    QVERIFY(curve->isExact());
    compareWhole(*curve);
  }

  void aLongCurveIsAThousandColumns() {
    write(1, 1, 70000);
    RunStore store(m_path);
    const auto curve = readWholeCurve(store, runId, metric, nullptr);
    QVERIFY(curve);
    QVERIFY2(curve->columns.size() >= 500 && curve->columns.size() <= 2048,
             qPrintable(QString::number(curve->columns.size())));
    compareWhole(*curve);
  }

  // Read behind what is known, it is what it would be if read anew.
  void aCurveGrows() {
    write(1, 1, 5000);
    RunStore store(m_path);
    auto curve = readWholeCurve(store, runId, metric, nullptr);
    QVERIFY(curve);
    std::int64_t step = 5001;
    for (const std::int64_t more : {1, 40, 7, 3000, 100, 20000, 5}) {
      write(1, step, more);
      step += more;
      const ColumnCurve known = *curve;
      curve = readWholeCurve(store, runId, metric, &known);
      QVERIFY(curve);
      if (more < 20000) QCOMPARE(curve->rewrites, known.rewrites);
      QVERIFY(curve->columns.size() <= 4096);
      compareWhole(*curve);
    }
  }

  void whatChangedBehindIsReadAnew() {
    write(1, 1, 6000);
    RunStore store(m_path);
    const auto first = readWholeCurve(store, runId, metric, nullptr);
    QVERIFY(first);
    write(1, 100, 1);  // reported again, late
    const auto again = readWholeCurve(store, runId, metric, &*first);
    QVERIFY(again);
    QCOMPARE(again->rewrites, 1);
    compareWhole(*again);
    begin(2, 4000);
    write(2, 4001, 2500);
    const auto resumed = readWholeCurve(store, runId, metric, &*again);
    QVERIFY(resumed);
    QCOMPARE(resumed->rewrites, 2);
    compareWhole(*resumed);
  }

  void aPartIsFinerAndBeginsWithAColumnOfTheWhole() {
    write(1, 1, 40000);
    RunStore store(m_path);
    const auto whole = readWholeCurve(store, runId, metric, nullptr);
    QVERIFY(whole);
    const auto part = readCurveRange(store, runId, metric, *whole, {12345, 13345}, 1.4);
    QVERIFY(part);
    QVERIFY(part->width <= 1.4);
    QVERIFY(part->covered.low <= 12345 && part->covered.high >= 13345);
    QCOMPARE(part->covered.low, whole->leftOf(whole->columnOf(12345)));
    compare(*part, part->covered);
  }

  // What is drawn has the extrema of all points in every pixel column.
  void theExtremaOfAllPointsAreDrawn() {
    write(1, 1, 65536);
    RunStore store(m_path);
    const auto whole = readWholeCurve(store, runId, metric, nullptr);
    QVERIFY(whole);
    // Pixel columns of several of the curve's.
    const XRange range{1, 65537};
    const int columns = 512;
    const DrawnCurve drawn = drawCurve(*whole, nullptr, {}, range, columns, {});
    QCOMPARE(drawn.raw.parts.size(), 1u);
    std::map<int, XRange> expected, seen;
    const auto note = [&](std::map<int, XRange>& into, double x, double y) {
      const int column = static_cast<int>((x - range.low) / (range.high - range.low) * columns);
      const auto [found, isNew] = into.try_emplace(column, XRange{y, y});
      found->second = {std::min(found->second.low, y), std::max(found->second.high, y)};
    };
    for (const auto& [x, y] : m_line) note(expected, x, y);
    for (const QPointF& point : drawn.raw.parts[0]) note(seen, point.x(), point.y());
    QCOMPARE(seen.size(), expected.size());
    for (const auto& [column, extrema] : expected) {
      QCOMPARE(seen[column].low, extrema.low);
      QCOMPARE(seen[column].high, extrema.high);
    }
  }

  void aTableOfStepsIsSmall() {
    write(1, 10, 3000, 10);
    begin(2, 20000);
    write(2, 20010, 500, 10);
    RunStore store(m_path);
    const auto places = store.curves().stepPlaces(runId, 200);
    QVERIFY(places);
    QVERIFY2(places->size() >= 50 && places->size() <= 420,
             qPrintable(QString::number(places->size())));
    QCOMPARE(places->first().step, 10.0);
    QCOMPARE(places->last().step, 25000.0);
    for (qsizetype i = 1; i < places->size(); ++i)
      QVERIFY((*places)[i - 1].step < (*places)[i].step);
    const auto all = store.curves().stepPlaces(runId, 100000);
    QVERIFY(all);
    QCOMPARE(all->size(), 2500);
  }
};

TRAINYARD_TEST(ColumnReaderTest);
#include "column_reader_test.moc"
