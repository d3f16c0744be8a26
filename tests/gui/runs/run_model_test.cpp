// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/records/run_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include "gui/runs/records/messages_model.h"
#include "gui/forms/quantity_text.h"
#include "gui/runs/records/run_text.h"
#include "gui/runs/records/run_records.h"
#include "gui/runs/table/run_columns.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

RunRecord record(const QString& id, double created, RunState state = RunState::completed) {
  RunRecord run;
  run.run = id;
  run.name = "name-" + id;
  run.created = created;
  run.state = state;
  return run;
}

}  // namespace

class RunModelTest : public QObject {
  Q_OBJECT
 private slots:
  void whatTravels() {
    RunRecords records;
    RunRecord run = record("r", 1, RunState::preparing);
    records.setRuns({run});
    ProgressReport report{"r", {}, "engine", 120 << 20, 480 << 20, 12 << 20, 30};
    records.showTransfer(report);
    QVERIFY(records.transferOf("r"));
    QCOMPARE(RunColumns::progressText(run, records.transferOf("r"), 1000), "sent: 25 %");
    QCOMPARE(RunText::transfer(report),
             "Sending the engine: 120.0 MiB of 480.0 MiB, 12.0 MiB a second, 30 s left");
    RunModel one;
    one.choose(run);
    one.showTransfer(report);
    QVERIFY(one.transfer().has_value());
    one.showTransfer({"another", {}, "code", 1, 2, 0, 0});
    QCOMPARE(one.transfer()->what, "engine");
    run.state = RunState::waiting;
    run.expectedStart = 1600;
    records.update({run});
    one.showRecord(run);
    QVERIFY(!records.transferOf("r"));
    QCOMPARE(RunColumns::progressText(run, nullptr, 1000), "in 10 min");
    QVERIFY(!one.transfer().has_value());
    QCOMPARE(RunText::expected(run, 1000), "Expected to start in 10 min.");
    QCOMPARE(RunText::expected(run, 1590), "Expected to start any moment.");
    // A report of sending that comes late.
    one.showTransfer(report);
    QVERIFY(!one.transfer().has_value());
    // Bringing results of a run that is over.
    run.state = RunState::completed;
    one.showRecord(run);
    one.showTransfer({"r", {}, "results", 1, 2, 0, 0});
    QVERIFY(one.transfer().has_value());
    one.endTransfer("r");
    QVERIFY(!one.transfer().has_value());
    run.state = RunState::failed;
    QVERIFY(!RunText::isLost(run));
    run.code = "node.lost";  // it ran
    QVERIFY(!RunText::isLost(run));
    run.code = "slurm.lost";
    QVERIFY(RunText::isLost(run));
    QCOMPARE(RunText::state(run), "Lost");
  }

  void aRunInDetail() {
    RunModel model;
    QAbstractItemModelTester messages(&model.messages());
    RunRecord run = record("r", 1, RunState::running);
    run.started = 100;
    run.totalSteps = 200;
    run.attempt = 1;
    model.choose(run);
    QCOMPARE(model.curves().runs().size(), 1);
    QCOMPARE(model.curves().runs().first().run, "r");
    RunDetail detail;
    detail.record = run;
    detail.record.step = 100;
    for (int step = 40; step <= 100; ++step) {
      MetricPoint point;
      point.attempt = 1;
      point.sequence = step;
      point.step = step;
      point.time = 100 + step * 0.5;
      point.value = 3;
      detail.latest << point;
    }
    CheckpointRecord old, fresh;
    old.step = 50;
    fresh.step = 100;
    detail.checkpoints = {old, fresh};
    model.showDetail(detail);
    QCOMPARE(model.checkpoints().first().step, 100);
    QCOMPARE(model.lastSaved(), 100);
    QVERIFY(qAbs(*model.timeLeft(150) - 50) < 1);
    // A second attempt long after: the pause is not part of its pace.
    RunDetail resumed;
    resumed.record = detail.record;
    resumed.record.step = 104;
    MetricPoint next = detail.latest.last();
    for (int step : {102, 104}) {
      next.attempt = 2;
      next.step = step;
      next.time = 1000 + (step - 102) * 0.5;
      resumed.latest << next;
    }
    model.showDetail(resumed);
    QCOMPARE(*model.record().step, 104);
    QVERIFY(qAbs(*model.timeLeft(1001) - 48) < 1);
    // The load of its machine is a curve of seconds.
    SystemRecord sample;
    sample.time = 5000;
    sample.node = "n1";
    sample.cpuRatio = 0.5;
    resumed.systems = {sample};
    model.showDetail(resumed);
    QTRY_VERIFY(model.system().metrics().contains("n1/processor (%)"));
    MessageRecord message;
    message.text = "hello";
    model.addMessage("r", message);
    model.addMessage("r", message);
    model.addMessage("another", message);
    QCOMPARE(model.messages().rowCount(), 1);
    // The answer about another run changes nothing.
    RunDetail late;
    late.record = record("other", 1);
    model.showDetail(late);
    QCOMPARE(model.record().run, "r");
  }

  void everyStateHasWords() {
    for (RunState state :
         {RunState::preparing, RunState::waiting, RunState::running, RunState::completed,
          RunState::failed, RunState::cancelled, RunState::preempted, RunState::timed_out}) {
      QVERIFY(!RunText::state(record("x", 1, state)).isEmpty());
      QVERIFY(!RunText::summary(record("x", 1, state)).isEmpty());
    }
    QCOMPARE(QuantityText::duration(5), "5 s");
    QCOMPARE(QuantityText::duration(125), "2 min 5 s");
    QCOMPARE(QuantityText::duration(120), "2 min");
    QCOMPARE(QuantityText::duration(12000), "3 h 20 min");
    QCOMPARE(QuantityText::duration(3600), "1 h");
  }
};

TRAINYARD_TEST(RunModelTest);
#include "run_model_test.moc"
