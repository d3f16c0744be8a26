// SPDX-License-Identifier: GPL-3.0-or-later
// Bars in lanes of nodes, from jobs and what a partition has; and names of nodes.
#include "gui/queue/lane_plan.h"

#include <QTest>

#include "gui/queue/host_names.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

using Phase = QueuedJob::Phase;

struct JobRow {
  const char* id;
  Phase phase;
  const char* nodes;
  int nodeCount, gpus;
  int startsAfter;  // seconds from `now`; of a running one it is negative
  int limit;        // seconds; 0: none
  double priority;
  bool isMine;
};

QueueEntry entryOf(const JobRow& row, double now) {
  QueueEntry entry;
  entry.isMine = row.isMine;
  QueuedJob& job = entry.job;
  job.id = job.number = row.id;
  job.user = row.isMine ? "me" : "other";
  job.partitions = {"gpuq"};
  job.phase = row.phase;
  job.nodes = row.nodes;
  job.nodeCount = row.nodeCount;
  job.gpus = row.gpus;
  job.start = row.startsAfter == 0 ? 0 : now + row.startsAfter;
  if (row.limit > 0) job.limitSeconds = row.limit;
  job.priority = row.priority;
  return entry;
}

ClusterState clusterOf(int nodes, int idle, int gpus, int running) {
  ClusterState state;
  PartitionState partition;
  partition.limits.name = "gpuq";
  if (gpus > 0) partition.limits.gpus = {{"a100", gpus, nodes}};
  partition.nodes.idle = idle;
  partition.nodes.busy = nodes - idle;
  partition.running = running;
  state.partitions = {partition};
  return state;
}

constexpr double testNow = 1'000'000;

LanePlan planOf(const QList<JobRow>& rows, const ClusterState& state, const QString& job) {
  QueueAnswer answer;
  for (const JobRow& row : rows) answer.jobs << entryOf(row, testNow);
  return lanePlan(answer, state, job, testNow);
}

// "cn1: o5 0+4 0..3600, e9 0+8 3600..-" with times from now.
QString textOf(const LanePlan& plan) {
  QStringList lanes;
  for (const Lane& lane : plan.lanes) {
    QStringList bars;
    for (const LaneBar& bar : lane.bars)
      bars << QString("%1%2 %3+%4 %5..%6")
                  .arg(QString("ombe")[static_cast<int>(bar.kind)], bar.job)
                  .arg(bar.row)
                  .arg(bar.rows)
                  .arg(bar.begin - testNow)
                  .arg(std::isfinite(bar.end) ? QString::number(bar.end - testNow) : "-");
    lanes << QString("%1/%2: %3").arg(lane.node).arg(lane.size).arg(bars.join(", "));
  }
  return lanes.join("\n");
}

}  // namespace

class LanePlanTest : public QObject {
  Q_OBJECT
 private slots:
  void names_data() {
    QTest::addColumn<QString>("list");
    QTest::addColumn<QString>("hosts");
    QTest::newRow("one") << "cn101" << "cn101";
    QTest::newRow("pbs") << "n1,n2" << "n1 n2";
    QTest::newRow("ranges") << "cn[101-103,105],gpu7" << "cn101 cn102 cn103 cn105 gpu7";
    QTest::newRow("width") << "n[008-010]" << "n008 n009 n010";
    QTest::newRow("behind") << "r[1-2]-ib" << "r1-ib r2-ib";
    QTest::newRow("none") << "" << "";
    QTest::newRow("not understood") << "n[a-b]" << "n[a-b]";
    QTest::newRow("backwards") << "n[5-1]" << "n[5-1]";
    QTest::newRow("cut") << "cn7,n[1-3" << "cn7";
  }
  void names() {
    QFETCH(QString, list);
    QFETCH(QString, hosts);
    QCOMPARE(hostNames(list).join(' '), hosts);
  }
  void aHostileListIsBounded() {
    QCOMPARE(hostNames("n[0-999999999]").size(), 2000);
    QCOMPARE(hostNames("n[0-999999999],m[0-999999999]", 5).size(), 5);
    QVERIFY(hostNames(QString("x").repeated(100'000)).first().size() <= 200);
  }

  void plans_data() {
    QTest::addColumn<QList<JobRow>>("jobs");
    QTest::addColumn<ClusterState>("state");
    QTest::addColumn<QString>("lanes");
    QTest::addColumn<double>("startsAfter");
    const JobRow full{"1", Phase::running, "cn1", 1, 8, -3600, 7200, 0, false};
    const JobRow half{"2", Phase::running, "cn2", 1, 4, -60, 1860, 0, false};
    const JobRow mine{"9", Phase::waiting, "", 1, 8, 0, 7200, 5, true};
    QTest::newRow("behind the one that ends first")
        << QList<JobRow>{full, half, mine} << clusterOf(2, 0, 8, 2)
        << "cn1/8: o1 0+8 0..3600\ncn2/8: o2 0+4 0..1800, e9 0+8 1800..9000" << 1800.0;
    QTest::newRow("another before it")
        << QList<JobRow>{full, half, {"8", Phase::waiting, "", 1, 8, 0, 3600, 9, false}, mine}
        << clusterOf(2, 0, 8, 2)
        << "cn1/8: o1 0+8 0..3600, e9 0+8 3600..10800\n"
           "cn2/8: o2 0+4 0..1800, b8 0+8 1800..5400"
        << 3600.0;
    QTest::newRow("two nodes at once")
        << QList<JobRow>{full, half, {"9", Phase::waiting, "", 2, 16, 0, 7200, 5, true}}
        << clusterOf(2, 0, 8, 2)
        << "cn1/8: o1 0+8 0..3600, e9 0+8 3600..10800\n"
           "cn2/8: o2 0+4 0..1800, e9 0+8 3600..10800"
        << 3600.0;
    QTest::newRow("beside a job on the same node")
        << QList<JobRow>{full, half, {"9", Phase::waiting, "", 1, 4, 0, 7200, 5, true}}
        << clusterOf(2, 0, 8, 2) << "cn1/8: o1 0+8 0..3600\ncn2/8: o2 0+4 0..1800, e9 4+4 0..7200"
        << 0.0;
    QTest::newRow("an idle node has no name") << QList<JobRow>{full, mine} << clusterOf(2, 1, 8, 1)
                                              << "cn1/8: o1 0+8 0..3600\n/8: e9 0+8 0..7200" << 0.0;
    QTest::newRow("no limit never ends")
        << QList<JobRow>{{"1", Phase::running, "cn1", 1, 8, -60, 0, 0, false}, mine}
        << clusterOf(1, 0, 8, 1) << "cn1/8: o1 0+8 0..-" << -1.0;
    QTest::newRow("jobs that are not listed")
        << QList<JobRow>{full, mine} << clusterOf(2, 0, 8, 5) << "cn1/8: o1 0+8 0..3600" << -1.0;
    QTest::newRow("the scheduler named the node")
        << QList<JobRow>{full, {"9", Phase::waiting, "cn7", 1, 8, 600, 7200, 5, true}}
        << clusterOf(2, 0, 8, 5) << "cn1/8: o1 0+8 0..3600\ncn7/8: e9 0+8 600..7800" << 600.0;
    QTest::newRow("its plan counts more than limits")
        << QList<JobRow>{full, half, {"9", Phase::waiting, "cn1", 1, 8, 3000, 7200, 5, true}}
        << clusterOf(2, 0, 8, 2)
        << "cn1/8: o1 0+8 0..3600, e9 0+8 3000..10200\ncn2/8: o2 0+4 0..1800" << 3000.0;
    QTest::newRow("without GPUs only jobs are shown")
        << QList<JobRow>{{"1", Phase::running, "cn1", 1, 0, -60, 660, 0, true},
                         {"2", Phase::running, "cn1", 1, 0, -60, 0, 0, false},
                         {"9", Phase::waiting, "", 1, 0, 900, 60, 5, true}}
        << clusterOf(1, 0, 0, 2) << "cn1/2: m1 0+1 0..600, o2 1+1 0..-" << -1.0;
    QTest::newRow("more than the cluster has")
        << QList<JobRow>{full, {"9", Phase::waiting, "", 3, 24, 0, 7200, 5, true}}
        << clusterOf(1, 0, 8, 1) << "cn1/8: o1 0+8 0..3600" << -1.0;
  }
  void plans() {
    QFETCH(QList<JobRow>, jobs);
    QFETCH(ClusterState, state);
    QFETCH(QString, lanes);
    QFETCH(double, startsAfter);
    const LanePlan plan = planOf(jobs, state, "9");
    QCOMPARE(textOf(plan), lanes);
    QCOMPARE(plan.start, startsAfter < 0 ? 0 : testNow + startsAfter);
    QVERIFY(plan.end > plan.now);
  }

  void lanesThatMatterAreKept() {
    QList<JobRow> jobs;
    QList<QByteArray> nodes;
    for (int i = 0; i < 40; ++i) nodes << "n" + QByteArray::number(100 + i);
    for (int i = 0; i < 40; ++i)
      jobs << JobRow{"1", Phase::running, nodes[i].constData(), 1, 8, -60, 4000 + i, 0, i == 30};
    jobs << JobRow{"9", Phase::waiting, "", 1, 8, 0, 600, 5, true};
    const LanePlan plan = planOf(jobs, clusterOf(60, 0, 8, 40), "9");
    QCOMPARE(plan.lanes.size(), 8);
    QCOMPARE(plan.omitted, 52);
    QCOMPARE(plan.startNodes, QStringList{"n100"});
    QStringList shown;
    for (const Lane& lane : plan.lanes) shown << lane.node;
    QVERIFY(shown.contains("n100") && shown.contains("n130"));
  }

  void aJobThatWaitsForAnotherHasNoPlace() {
    QueueAnswer answer;
    answer.jobs << entryOf({"1", Phase::running, "cn1", 1, 8, -60, 600, 0, false}, testNow)
                << entryOf({"9", Phase::waiting, "", 1, 8, 0, 600, 5, true}, testNow);
    answer.jobs[1].job.isEligible = false;
    const LanePlan plan = lanePlan(answer, clusterOf(1, 0, 8, 1), "9", testNow);
    QCOMPARE(plan.start, 0);
    QCOMPARE(plan.lanes.size(), 1);
    QVERIFY(lanePlan(answer, {}, "none", testNow).lanes.isEmpty());
  }
};

TRAINYARD_WINDOW_TEST(LanePlanTest);
#include "lane_plan_test.moc"
