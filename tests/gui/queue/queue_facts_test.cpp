// SPDX-License-Identifier: GPL-3.0-or-later
// What is free, limits, storage and waits as rows; jobs as text; and where else a job would fit.
#include "gui/queue/queue_facts.h"

#include <QTest>

#include "gui/queue/other_places.h"
#include "gui/queue/queue_row.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

using Phase = QueuedJob::Phase;

PartitionState partition(const QString& name, int nodes, int idle, int gpus, int free) {
  PartitionState state;
  state.limits.name = name;
  state.limits.state = "UP";
  state.nodes.idle = idle;
  state.nodes.busy = nodes - idle;
  if (gpus > 0) {
    state.limits.gpus = {{"h100", gpus, nodes}};
    state.gpus = {{"h100", gpus * nodes, free, std::min(free, gpus)}};
  }
  return state;
}

QueueEntry running(const QString& qos, int gpus, bool isMine) {
  QueueEntry entry;
  entry.isMine = isMine;
  entry.job.phase = Phase::running;
  entry.job.qos = qos;
  entry.job.gpus = gpus;
  entry.job.partitions = {"big"};
  return entry;
}

QString textOf(const QList<ShareRow>& rows) {
  QStringList texts;
  for (const ShareRow& row : rows)
    texts << QString("%1|%2|%3|%4|%5+%6%7")
                 .arg(row.name, row.aside, row.value, row.rest)
                 .arg(row.first)
                 .arg(row.second)
                 .arg(row.isTight ? "!" : "");
  return texts.join('\n');
}

QString placesText(const ClusterState& state, const QueuedJob& job, bool isItsCluster = false) {
  QStringList texts;
  for (const OtherPlace& place : placesOn("one", state, job, isItsCluster))
    texts << place.partition + (place.fitsNow ? "!" : "");
  return texts.join(' ');
}

}  // namespace

class QueueFactsTest : public QObject {
  Q_OBJECT
 private slots:
  void freeGpusByPartition() {
    ClusterState state;
    state.partitions = {partition("small", 1, 1, 4, 4), partition("big", 4, 0, 8, 0),
                        partition("cpu", 9, 9, 0, 0)};
    const QList<QueueEntry> jobs{running("a", 8, true), running("a", 4, false)};
    QCOMPARE(textOf(QueueFacts::free("one", state, jobs)),
             "one, big|H100|0|of 32 free|0.25+0.75!\none, small|H100|4|of 4 free|0+0");
    ClusterState without;
    without.nodes.idle = 3;
    without.nodes.busy = 1;
    QCOMPARE(textOf(QueueFacts::free("one", without, {})), "one|nodes|3|of 4 free|0+0.25");
    QVERIFY(QueueFacts::free("one", {}, {}).isEmpty());
  }

  void limitsThatAreKnown() {
    ClusterState state;
    ServiceClass normal;
    normal.name = "normal";
    normal.maxJobs = 2;
    normal.maxResources = "cpu=64,gres/gpu=8,gres/gpu:h100=8";
    ServiceClass open;
    open.name = "open";
    open.maxResources = "cpu=64";
    state.qos = {normal, open};
    state.balances = {{"acc", 1000.0, 250.0, "hours"}, {"none", {}, {}, "hours"}};
    const QList<QueueEntry> jobs{running("normal", 6, true), running("normal", 8, false)};
    QCOMPARE(textOf(QueueFacts::limits(state, jobs)),
             "GPUs at once, QOS normal||6|of 8|0.75+0\nJobs at once, QOS normal||1|of 2|0.5+0\n"
             "hours of acc||750|of 1,000|0.75+0");
    QVERIFY(QueueFacts::limits({}, jobs).isEmpty());
    // A limit that is none is no limit.
    state.qos[0].maxResources = "gres/gpu=x";
    state.qos[0].maxJobs = 0;
    state.balances.clear();
    QVERIFY(QueueFacts::limits(state, jobs).isEmpty());
  }

  void storageOfTheBase() {
    TargetRecord target;
    target.settings.name = "one";
    target.settings.base = "/scratch";
    QVERIFY(QueueFacts::storage(target).isEmpty());
    target.facts.baseFreeBytes = qint64{1} << 30;
    QCOMPARE(textOf(QueueFacts::storage(target)), "/scratch on one||1.0 GiB|free|0+0");
    target.facts.baseQuotaBytes = qint64{16} << 30;
    QCOMPARE(textOf(QueueFacts::storage(target)),
             "/scratch on one||15.0 GiB|of 16.0 GiB|0.9375+0!");
  }

  void waitsOfTheLastMonth() {
    const double now = 1'000'000'000;
    const auto run = [&](const QString& target, double created, double started) {
      RunRecord record;
      record.target = target;
      record.created = created;
      record.started = started;
      return record;
    };
    const auto waits = QueueFacts::waits(
        {run("one", now - 500, now - 200), run("one", now - 90, 0), run("here", now - 90, now - 10),
         run("two", now - 40 * 86400, now - 39 * 86400), run("two", now - 50, now - 60)},
        now);
    QCOMPARE(waits.value("one"), QList<double>{300});
    QCOMPARE(waits.value("two"), QList<double>{0});
    QCOMPARE(waits.size(), 2);
  }

  void otherPlaces() {
    ClusterState state;
    state.partitions = {partition("mine", 4, 0, 8, 0),  partition("big", 4, 1, 8, 8),
                        partition("busy", 4, 0, 8, 4),  partition("narrow", 8, 8, 4, 32),
                        partition("down", 4, 4, 8, 32), partition("short", 4, 4, 8, 32)};
    state.partitions[4].limits.state = "DRAIN";
    state.partitions[5].limits.maxSeconds = 60;
    QueuedJob job;
    job.partitions = {"mine"};
    job.gpus = 8;
    job.nodeCount = 1;
    job.limitSeconds = 3600;
    QCOMPARE(placesText(state, job, true), "big! busy");
    QCOMPARE(placesText(state, job), "mine big! busy");
    job.nodeCount = 2;  // four on each
    QCOMPARE(placesText(state, job, true), "big busy narrow!");
    job.gpus = 0;
    QCOMPARE(placesText(state, job, true), "big busy narrow!");
  }

  void jobsAsText() {
    QueueRow row;
    row.target = "one";
    row.entry.isMine = row.entry.isRuns = true;
    row.entry.job.id = "7";
    row.entry.job.name = "sft-0a1b2c3d.2";
    row.entry.job.user = "me";
    QCOMPARE(QueueText::name(row), "sft");
    QCOMPARE(QueueText::badge(row), "another computer");
    row.entry.isRuns = false;
    QCOMPARE(QueueText::badge(row), "not a run");
    row.entry.isMine = false;
    row.entry.job.user = "\u202Eme\x07";
    QCOMPARE(QueueText::badge(row), "\uFFFDme\uFFFD");
    RunRecord run;
    run.name = "gpt2";
    run.state = RunState::running;
    run.step = 64;
    run.totalSteps = 100;
    run.started = 1000;
    row.run = run;
    row.entry.job.phase = Phase::running;
    QCOMPARE(QueueText::name(row), "gpt2");
    QCOMPARE(QueueText::badge(row), QString());
    QCOMPARE(QueueText::share(row), 0.64);
    QVERIFY(QueueText::time(row, 1064).startsWith("ends "));
    row.run.reset();
    row.entry.job.start = 1000;
    row.entry.job.limitSeconds = 7200;
    QVERIFY(QueueText::time(row, 2000).startsWith("by "));
    QCOMPARE(QueueText::why(row, 4600), "1 h left");
    row.entry.job.phase = Phase::waiting;
    row.entry.before = 2;
    row.entry.job.why = Message(QString("No node is free."));
    QCOMPARE(QueueText::why(row, 0), "No node is free. Before it: 2.");
    QVERIFY(QueueText::time(row, 500).startsWith("about "));
    QVERIFY(QueueText::time(row, 2000).isEmpty());
  }
};

TRAINYARD_WINDOW_TEST(QueueFactsTest);
#include "queue_facts_test.moc"
