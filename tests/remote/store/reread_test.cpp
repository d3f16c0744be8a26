// SPDX-License-Identifier: GPL-3.0-or-later
// Points that were read from output are replaced; those that came in another way stay.
#include <QTemporaryDir>
#include <QTest>

#include "remote/store/run_store.h"
#include "remote/store/run_writer.h"
#include "tests/qt_tests.h"
#include "tests/remote/store/written_events.h"

using namespace trainyard;

namespace {

MetricsEvent printed(std::int64_t step, const char* name, double value) {
  MetricsEvent metrics;
  metrics.step = step;
  metrics.values = {{name, value}};
  metrics.source = PointSource::printed;
  return metrics;
}

}  // namespace

class RereadTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    m_folder.emplace();
    m_path = m_folder->filePath(QStringLiteral("runs.sqlite"));
    m_writer.emplace(m_path);
    QVERIFY(m_writer->open());
    QVERIFY(m_writer->addRun(runNamed(runId)));
  }

  void whatWasPrintedIsReplaced() {
    import(1, {at(0, HeaderEvent()), at(1, printed(1, "train/loss", 4)),
               at(2, printed(2, "train/loss", 3)), at(3, printed(2, "train/mfu", 17)),
               at(4, sent(2, "train/gain", 9))});
    const auto replaced = m_writer->replacePrinted(
        runId, 1,
        {at(0, printed(10, "train/loss", 2)), at(1, printed(20, "train/loss", 1)),
         at(2, printed(20, "train/gain", 1))});
    QVERIFY(replaced);
    QCOMPARE(*replaced, qint64(2));
    QCOMPARE(values(QStringLiteral("train/loss")),
             (QList<std::pair<qint64, double>>{{10, 2}, {20, 1}}));
    QCOMPARE(values(QStringLiteral("train/gain")), (QList<std::pair<qint64, double>>{{2, 9}}));
    RunStore store(m_path);
    const auto metrics = store.metrics(runId);
    QVERIFY(metrics);
    QCOMPARE(metrics->size(), 2);  // no curve is left without a point
    const MetricSummary& loss = metrics->first();
    QCOMPARE(loss.name, QStringLiteral("train/loss"));
    QCOMPARE(loss.points, qint64(2));
    QCOMPARE(loss.last.value, 1.0);
    QCOMPARE(loss.minimum, 1.0);
    QCOMPARE(loss.maximum, 2.0);
    const auto curve = store.curves().curve(runId, QStringLiteral("train/loss"), std::nullopt, 100);
    QVERIFY(curve);
    QCOMPARE(curve->whole.finite, 2.0);
  }

  void otherAttemptsStay() {
    import(1, {at(0, HeaderEvent()), at(1, printed(1, "train/loss", 4)),
               at(2, printed(2, "train/loss", 3)), at(3, printed(3, "train/loss", 2.5))});
    StartEvent start;
    start.resume_step = 2;
    HeaderEvent header;
    header.attempt = 2;
    import(2, {at(0, header), at(1, start), at(2, printed(3, "train/loss", 2))});
    QCOMPARE(values(QStringLiteral("train/loss")),
             (QList<std::pair<qint64, double>>{{1, 4}, {2, 3}, {3, 2}}));
    QVERIFY(m_writer->replacePrinted(
        runId, 1,
        {at(0, printed(1, "train/loss", 40)), at(1, printed(2, "train/loss", 30)),
         at(2, printed(3, "train/loss", 20))}));
    QCOMPARE(values(QStringLiteral("train/loss")),
             (QList<std::pair<qint64, double>>{{1, 40}, {2, 30}, {3, 2}}));
  }

  void aCurveThatIsSentLaterIsNoLongerPrinted() {
    import(1, {at(0, HeaderEvent()), at(1, printed(1, "train/loss", 4)),
               at(2, sent(2, "train/loss", 3))});
    QCOMPARE(*m_writer->replacePrinted(runId, 1, {at(0, printed(5, "train/loss", 1))}), qint64(0));
    QCOMPARE(values(QStringLiteral("train/loss")),
             (QList<std::pair<qint64, double>>{{1, 4}, {2, 3}}));
  }

 private:
  static MetricsEvent sent(std::int64_t step, const char* name, double value) {
    MetricsEvent metrics = printed(step, name, value);
    metrics.source = PointSource::sent;
    return metrics;
  }

  void import(int attempt, const std::vector<Event>& events) {
    QVERIFY(m_writer->importEvents(runId, attempt, events, 100, 0));
  }

  QList<std::pair<qint64, double>> values(const QString& metric) {
    QList<std::pair<qint64, double>> found;
    RunStore store(m_path);
    const auto points = store.curves().series(runId, metric);
    if (!points) return found;
    for (const MetricPoint& point : *points) found.append({point.step.value_or(-1), point.value});
    return found;
  }

  std::optional<QTemporaryDir> m_folder;
  QString m_path;
  std::optional<RunWriter> m_writer;
};

TRAINYARD_TEST(RereadTest);
#include "reread_test.moc"
