// SPDX-License-Identifier: GPL-3.0-or-later
// Curves at a resolution, compared with what every point says.
#include <cmath>
#include <map>
#include <random>

#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>

#include "remote/store/run_store.h"
#include "remote/store/run_writer.h"
#include "tests/qt_tests.h"
#include "tests/remote/store/written_events.h"

using namespace trainyard;

namespace {

constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

bool isSame(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }
bool isSame(const CurveSpot& a, const CurveSpot& b) { return isSame(a.x, b.x) && isSame(a.y, b.y); }
bool isSame(const std::optional<CurveSpot>& a, const std::optional<CurveSpot>& b) {
  return a.has_value() == b.has_value() && (!a || isSame(*a, *b));
}
bool isSame(const CurveBlock& a, const CurveBlock& b) {
  return a.finite == b.finite && a.gaps == b.gaps && a.numbered == b.numbered &&
         std::abs(a.sum - b.sum) <= 1e-9 * (1 + std::abs(b.sum)) && isSame(a.first, b.first) &&
         isSame(a.last, b.last) && isSame(a.lowest, b.lowest) && isSame(a.highest, b.highest) &&
         isSame(a.lowestPositive, b.lowestPositive) && isSame(a.firstGap, b.firstGap) &&
         isSame(a.lastGap, b.lastGap);
}

// What was written, and what of it counts.
class Written {
 public:
  void add(int attempt, std::optional<qint64> step, double value) {
    m_points.push_back({attempt, step, step ? static_cast<double>(*step) : ++m_numbered, value});
  }
  void resume(int attempt, qint64 step) {
    for (int earlier = 1; earlier < attempt; ++earlier)
      m_limits[earlier] =
          std::min(m_limits.contains(earlier) ? m_limits[earlier] : infinity, double(step));
  }
  // Of points with the same step, the last one counts.
  std::map<std::pair<bool, double>, double> line() const {
    std::map<std::pair<bool, double>, double> line;
    for (const Point& point : m_points) {
      const auto limit = m_limits.find(point.attempt);
      if (point.step && limit != m_limits.end() && point.x > limit->second) continue;
      line[{!point.step, point.x}] = point.value;
    }
    return line;
  }
  Curve curve(CurveRange range, int columns) const {
    Curve curve;
    std::map<int, CurveBlock> all;
    for (const auto& [place, y] : line()) {
      const auto& [isNumbered, x] = place;
      curve.whole.add({x, y}, isNumbered);
      const CurveSpot outside{x, std::isfinite(y) ? y : notANumber};
      if (x < range.low) {
        if (!curve.before || x > curve.before->x) curve.before = outside;
      } else if (x > range.high) {
        if (!curve.after || x < curve.after->x) curve.after = outside;
      } else {
        const double share =
            range.low < range.high ? (x - range.low) / (range.high - range.low) : 0;
        const int most = range.low < range.high ? columns : 1;
        all[std::min(static_cast<int>(share * most), most - 1)].add({x, y}, isNumbered);
      }
    }
    for (const auto& [column, block] : all) curve.columns.append(block);
    return curve;
  }

 private:
  struct Point {
    int attempt;
    std::optional<qint64> step;
    double x, value;
  };
  std::vector<Point> m_points;
  std::map<int, double> m_limits;
  double m_numbered = 0;
};

}  // namespace

class CurveTest : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> m_folder;
  QString m_path;
  std::mt19937 m_random;

  qint64 upTo(qint64 most) { return std::uniform_int_distribution<qint64>(0, most)(m_random); }
  double value() {
    switch (upTo(40)) {
      case 0:
        return notANumber;
      case 1:
        return upTo(1) == 0 ? infinity : -infinity;
      case 2:
        return 0;
      default:
        return std::normal_distribution<double>(0, 5)(m_random);
    }
  }

  void compare(const Written& written, const char* metric, int times) {
    RunStore store(m_path);
    const auto line = written.line();
    for (int i = 0; i < times; ++i) {
      const double last = line.empty() ? 1 : line.rbegin()->first.second + 5;
      CurveRange range{static_cast<double>(upTo(static_cast<qint64>(last))) - 3, 0};
      range.high = range.low + static_cast<double>(upTo(static_cast<qint64>(last)));
      const int columns = 1 + static_cast<int>(upTo(80));
      const auto read = store.curves().curve(runId, QString::fromLatin1(metric), range, columns);
      QVERIFY(read);
      const Curve wanted = written.curve(range, columns);
      QVERIFY(isSame(read->whole, wanted.whole));
      if (line.empty()) continue;
      QVERIFY(read->columns.size() <= columns);
      QCOMPARE(read->columns.size(), wanted.columns.size());
      for (qsizetype at = 0; at < wanted.columns.size(); ++at)
        QVERIFY2(isSame(read->columns[at], wanted.columns[at]), metric);
      QVERIFY(isSame(read->before, wanted.before));
      QVERIFY(isSame(read->after, wanted.after));
    }
  }

  // The file as the version before blocks left it.
  void takeBlocksAway() {
    {
      QSqlDatabase database =
          QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("fifth"));
      database.setDatabaseName(m_path);
      QVERIFY(database.open());
      for (const char* statement : backToFifthSchema)
        QVERIFY2(QSqlQuery(database).exec(QLatin1String(statement)), statement);
      database.close();
    }
    QSqlDatabase::removeDatabase(QStringLiteral("fifth"));
  }

 private slots:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_path = m_folder->filePath(QStringLiteral("runs.sqlite"));
  }

  void extremaAreThoseOfEveryPoint_data() {
    QTest::addColumn<int>("steps");
    for (int seed = 1; seed <= 12; ++seed)
      QTest::addRow("%d", seed) << (seed <= 10 ? 400 * seed : 25000);
  }
  void extremaAreThoseOfEveryPoint() {
    QFETCH(int, steps);
    m_random.seed(static_cast<unsigned>(QByteArray(QTest::currentDataTag()).toInt()));
    RunWriter writer(m_path);
    QVERIFY(writer.open());
    QVERIFY(writer.addRun(runNamed(runId)));
    Written loss, counted;
    qint64 step = 0;
    for (int attempt = 1; attempt <= 4; ++attempt) {
      HeaderEvent header;
      header.attempt = attempt;
      StartEvent start;
      if (attempt > 1) start.resume_step = step = upTo(step);
      std::vector<Event> events{at(0, header), at(1, start)};
      loss.resume(attempt, step);
      qint64 sequence = 1;
      for (const qint64 end = step + steps / 2; step < end;) {
        MetricsEvent metrics;
        step += 1 + (upTo(20) == 0 ? upTo(40) : 0);
        // Now and then a step is reported again, or late.
        metrics.step = upTo(60) == 0 ? std::max<qint64>(0, step - upTo(50)) : step;
        const double y = value();
        metrics.values = {{"loss", y}};
        loss.add(attempt, metrics.step, y);
        events.push_back(at(++sequence, std::move(metrics)));
        if (upTo(2) == 0) {
          MetricsEvent without;
          const double z = value();
          without.values = {{"counted", z}};
          counted.add(attempt, {}, z);
          events.push_back(at(++sequence, std::move(without)));
        }
        if (upTo(300) > 0 && step < end) continue;
        QVERIFY(writer.importEvents(runId, attempt, events, 100 * sequence, 0));
        events.clear();
        if (upTo(3) == 0) compare(loss, "loss", 1);
      }
      compare(loss, "loss", 8);
      compare(counted, "counted", 8);
      const auto metrics = RunStore(m_path).metrics(runId);
      QCOMPARE(metrics->first().name, QStringLiteral("loss"));
      QCOMPARE(metrics->first().minimum <= loss.curve({0, 1}, 1).whole.lowest.y, true);
    }
  }

  // A few points at a time, while new ones arrive; what has no blocks yet is read all the same.
  void curvesOfAnOlderVersionGetTheirBlocks() {
    m_random.seed(1);
    Written loss, counted;
    qint64 sequence = 1;
    const auto more = [&](int attempt, qint64 from, int points) {
      std::vector<Event> events;
      for (int i = 1; i <= points; ++i) {
        MetricsEvent metrics, without;
        metrics.step = from + i;
        metrics.values = {{"loss", value()}};
        without.values = {{"counted", value()}};
        loss.add(attempt, metrics.step, metrics.values[0].second);
        counted.add(attempt, {}, without.values[0].second);
        events.push_back(at(++sequence, std::move(metrics)));
        events.push_back(at(++sequence, std::move(without)));
      }
      return events;
    };
    {
      RunWriter writer(m_path);
      QVERIFY(writer.open());
      QVERIFY(writer.addRun(runNamed(runId)));
      QVERIFY(writer.importEvents(runId, 1, attemptEvents(1, 0, 0, 1), 10, 0));
      QVERIFY(writer.importEvents(runId, 1, more(1, 0, 2500), 1000, 0));
      sequence = 1;
      QVERIFY(writer.importEvents(runId, 2, attemptEvents(2, 1700, 0, 1), 10, 0));
      loss.resume(2, 1700);
      QVERIFY(writer.importEvents(runId, 2, more(2, 1700, 600), 1000, 0));
    }
    takeBlocksAway();
    RunWriter writer(m_path);
    QVERIFY(writer.open());
    compare(loss, "loss", 10);
    compare(counted, "counted", 10);
    int slices = 0;
    for (bool isMore = true; isMore; ++slices) {
      const auto filled = writer.fillCurves(500);
      QVERIFY(filled);
      isMore = *filled;
      if (slices == 4) QVERIFY(writer.importEvents(runId, 2, more(2, 2300, 50), 2000, 0));
      compare(loss, "loss", 2);
      compare(counted, "counted", 2);
    }
    // Nothing of it is done at once: 3,150 points of each curve.
    QVERIFY2(slices >= 14 && slices <= 16, qPrintable(QString::number(slices)));
    QVERIFY(writer.importEvents(runId, 2, more(2, 2350, 100), 3000, 0));
    compare(loss, "loss", 10);
    compare(counted, "counted", 10);
  }

  // A program that always reports the same step has one point, and takes no longer for it.
  void aStepThatIsAlwaysTheSameIsOnePoint() {
    RunWriter writer(m_path);
    QVERIFY(writer.open());
    QVERIFY(writer.addRun(runNamed(runId)));
    for (int batch = 0; batch < 20; ++batch) {
      std::vector<Event> events;
      for (int i = 1; i <= 100; ++i)
        events.push_back(at(batch * 100 + i, loss(7, batch * 100 + i)));
      QVERIFY(writer.importEvents(runId, 1, events, 1000 * (batch + 1), 0));
    }
    const auto curve =
        RunStore(m_path).curves().curve(runId, QStringLiteral("train/loss"), {}, 100);
    QVERIFY(curve);
    QCOMPARE(curve->columns.size(), 1);
    QCOMPARE(curve->whole.finite, 1.0);
    QCOMPARE(curve->whole.points, 2000.0);
    QCOMPARE(curve->whole.last.y, 2000.0);
  }
};

TRAINYARD_TEST(CurveTest);
#include "curve_test.moc"
