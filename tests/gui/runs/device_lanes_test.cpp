// SPDX-License-Identifier: GPL-3.0-or-later
// What GPUs did over time as lanes and cells, when they stood still, and where the output has a
// moment.
#include "gui/runs/devices/device_lanes.h"

#include <QTest>

#include "gui/runs/devices/device_text.h"
#include "gui/runs/logs/log_moment.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

SystemRecord sampledNode(double time, const QString& node, const QList<double>& loads,
                         int attempt = 1) {
  SystemRecord record;
  record.attempt = attempt;
  record.time = time;
  record.node = node;
  record.cpuRatio = 0.5;
  record.memoryGib = 20;
  int index = 0;
  for (const double load : loads)
    record.devices << DeviceRecord{index++, "A100", load, 40 * load, 80, 400 * load, 60};
  return record;
}

// A sample a minute of one GPU.
QList<SystemRecord> eachMinute(const QList<double>& loads, const QString& node = "n1") {
  QList<SystemRecord> out;
  for (int i = 0; i < loads.size(); ++i) out << sampledNode(60 * i, node, {loads[i]});
  return out;
}

QString spanTexts(const QList<DeviceSpan>& spans) {
  QStringList out;
  for (const DeviceSpan& span : spans) out << QString("%1-%2").arg(span.begin).arg(span.end);
  return out.join(' ');
}

}  // namespace

class DeviceLanesTest : public QObject {
  Q_OBJECT
 private slots:
  void aLaneAGpuThenTheProcessorsNodeByNode() {
    const QList<DeviceLane> lanes =
        deviceLanes({sampledNode(0, "n2", {0.5, 0.6}), sampledNode(1, "n1", {0.7}),
                     sampledNode(5, "n2", {0.5, 0.6})});
    QStringList names;
    for (const DeviceLane& lane : lanes) names << lane.node + ' ' + DeviceText::laneName(lane);
    QCOMPARE(names,
             QStringList({"n1 GPU 0", "n1 Processors", "n2 GPU 0", "n2 GPU 1", "n2 Processors"}));
    QCOMPARE(lanes[2].samples.size(), 2);
    QCOMPARE(lanes[2].samples[0].end, 5.0);
    QCOMPARE(lanes[2].memoryTotalGib, 80.0);
    QVERIFY(spanOf(lanes) == (DeviceSpan{0, 10}));
    QVERIFY(!spanOf({}));
  }

  // What was not watched is no load of before: between attempts, and where samples are missing.
  void aSampleLastsUntilTheNextOfItsAttempt() {
    const QList<DeviceLane> lanes = deviceLanes(
        {sampledNode(0, "n1", {1}), sampledNode(60, "n1", {1}), sampledNode(3660, "n1", {1}),
         sampledNode(3700, "n1", {1}, 2), sampledNode(3700, "n1", {0}, 2)});
    QStringList spans;
    for (const LaneSample& sample : lanes[0].samples)
      spans << QString("%1-%2").arg(sample.begin).arg(sample.end);
    QCOMPARE(spans, QStringList({"0-60", "60-65", "3660-3665", "3700-3705"}));
  }

  void idleTimes_data() {
    QTest::addColumn<QList<double>>("loads");
    QTest::addColumn<QString>("expected");
    QTest::newRow("busy") << QList<double>{0.9, 0.05, 0.8} << "";
    QTest::newRow("one minute") << QList<double>{0.9, 0.04, 0.8} << "60-120";
    QTest::newRow("several in a row") << QList<double>{0, 0, 0.9, 0.01, 0.01, 1} << "0-120 180-300";
    QTest::newRow("the last sample is short") << QList<double>{0.9, 0} << "";
  }

  void idleTimes() {
    QFETCH(QList<double>, loads);
    QTEST(spanTexts(idleSpans(deviceLanes(eachMinute(loads))[0])), "expected");
  }

  void allAreIdleOnlyTogether() {
    const QList<DeviceLane> lanes =
        deviceLanes(eachMinute({0, 0, 0, 0.9, 0, 1}) + eachMinute({0.9, 0, 0, 0, 0, 1}, "n2"));
    QCOMPARE(spanTexts(allIdleSpans(lanes)), "60-180 240-300");
    QVERIFY(allIdleSpans({}).isEmpty());
    QCOMPARE(DeviceText::idle(lanes, {0, 36000}), "0.1 of 0.2 GPU-hours idle");
  }

  void cellsAreMeansOfTheirTime() {
    const DeviceLane lane = deviceLanes(eachMinute({1, 0.5, 0, 0.8, 0.8}))[0];
    const std::vector<LaneCell> cells = laneCells(lane, DeviceMeasure::load, {0, 360}, 3);
    QCOMPARE(cells.size(), 3u);
    QCOMPARE(*cells[0].value, 0.75);
    QVERIFY(!cells[0].isIdle);
    QCOMPARE(*cells[1].value, 0.4);
    QCOMPARE(*cells[2].value, 0.8);  // measured for five of its seconds
    const std::vector<LaneCell> idle = laneCells(lane, DeviceMeasure::power, {120, 180}, 2);
    QVERIFY(!idle[0].value);  // no power was measured
    QVERIFY(laneCells(lane, DeviceMeasure::load, {120, 180}, 2)[1].isIdle);
    QVERIFY(!laneCells(lane, DeviceMeasure::load, {400, 500}, 1)[0].value);
    QVERIFY(laneCells(lane, DeviceMeasure::load, {5, 5}, 1).size() == 1);
  }

  void figuresAreOfTheRange() {
    const DeviceLane lane = deviceLanes(eachMinute({1, 0, 0, 0.5, 0.5}))[0];
    const LaneFigures figures = figuresOf(lane, {0, 240});
    QCOMPARE(figures.load, 0.375);
    QCOMPARE(figures.memoryGib, 40.0);
    QCOMPARE(figures.powerWatts, 150.0);
    QCOMPARE(figures.idleSeconds, 120.0);
    QCOMPARE(figuresOf(lane, {90, 150}).idleSeconds, 60.0);
    QCOMPARE(figuresOf(lane, {1000, 2000}).seconds, 0.0);
    QCOMPARE(sampleAt(lane, 61)->load, 0.0);
    QVERIFY(!sampleAt(lane, -1) && !sampleAt(lane, 900));
  }

  void theZoneOfALog_data() {
    QTest::addColumn<QString>("line");
    QTest::addColumn<qint64>("own");
    QTest::addColumn<qint64>("expected");
    // The attempt began at 10:00:00 UTC.
    QTest::newRow("this computer's")
        << "2026-11-26 11:00:07.123 0 out x" << qint64(3600) << qint64(3600);
    QTest::newRow("late, in this computer's")
        << "2026-11-26 11:20:00.000" << qint64(3600) << qint64(3600);
    QTest::newRow("UTC there") << "2026-11-26 10:00:07.000" << qint64(3600) << qint64(0);
    QTest::newRow("west of here") << "2026-11-26 05:00:00.000" << qint64(0) << qint64(-18000);
    QTest::newRow("half an hour") << "2026-11-26 15:30:09.000" << qint64(0) << qint64(19800);
  }

  void theZoneOfALog() {
    QFETCH(QString, line);
    QFETCH(qint64, own);
    QFETCH(qint64, expected);
    QCOMPARE(logZone(line, 1795687200, own), std::optional(expected));
    QVERIFY(!logZone("no time", 1795687200, own));
  }

  void aMomentIsLookedForInWiderAndWiderTimes() {
    QCOMPARE(logMinutes(1795687200 + 17 * 60 + 5),
             QStringList({"^2026-11-26 10:17", "^2026-11-26 10:1", "^2026-11-26 10:"}));
    const QList<LogHit> hits{{1, 0, "2026-11-26 10:17:00.000 0 out a"},
                             {2, 40, "2026-11-26 10:17:30.000 0 out b"},
                             {3, 80, "no time"}};
    QCOMPARE(nearestHit(hits, 1795687200 + 17 * 60 + 20)->offset, 40);
    QCOMPARE(nearestHit(hits, 1795687200)->offset, 0);
    QVERIFY(!nearestHit({{3, 80, "no time"}}, 0));
  }
};

TRAINYARD_TEST(DeviceLanesTest);
#include "device_lanes_test.moc"
