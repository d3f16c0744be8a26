// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/runs_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include "gui/runs/checkpoints_model.h"
#include "gui/runs/messages_model.h"
#include "gui/runs/run_model.h"
#include "gui/forms/quantity_text.h"
#include "gui/runs/run_text.h"
#include "gui/runs/runs_filter_model.h"
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

QStringList order(const QAbstractItemModel& model) {
  QStringList out;
  for (int row = 0; row < model.rowCount(); ++row)
    out << model.index(row, 0).data(RunsModel::RunRole).toString();
  return out;
}

}  // namespace

class RunsModelTest : public QObject {
  Q_OBJECT
 private slots:
  void newRunsComeInTheirPlaceAndSelectionsStay() {
    RunsModel model;
    QAbstractItemModelTester tester(&model);
    model.setRuns({record("c", 3), record("b", 2), record("a", 1)});
    const QPersistentModelIndex b = model.index(1, 0);
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    model.setRuns({record("e", 5), record("d", 4), record("b", 2), record("a", 1)});
    QCOMPARE(reset.count(), 0);
    QCOMPARE(order(model), (QStringList{"e", "d", "b", "a"}));
    QVERIFY(b.isValid());
    QCOMPARE(b.data(RunsModel::RunRole).toString(), "b");
    model.remove("d");
    model.update({record("f", 6)});
    QCOMPARE(order(model), (QStringList{"f", "e", "b", "a"}));
  }

  // Filled at once or one by one, the order is the same, and every run knows its row.
  void manyRunsKnowTheirRows() {
    QList<RunRecord> runs;
    for (int i = 0; i < 400; ++i) {
      runs << record(QString::number(i), 1000 - i / 2);  // two of each moment
      if (i % 40 == 0) {
        for (int index : {7, 2, 5}) {
          RunRecord task = record(QStringLiteral("%1-%2").arg(i).arg(index), 1000 - i / 2);
          task.parent = QString::number(i);
          task.arrayIndex = index;
          runs << task;
        }
      }
    }
    RunsModel atOnce, oneByOne;
    QAbstractItemModelTester tester(&atOnce);
    atOnce.setRuns(runs);
    for (auto run = runs.rbegin(); run != runs.rend(); ++run) oneByOne.update({*run});
    QCOMPARE(order(atOnce), order(oneByOne));
    QCOMPARE(order(atOnce).first(), "0");
    const auto rowsAreRight = [&] {
      for (int row = 0; row < atOnce.rowCount(); ++row)
        if (atOnce.indexOf(order(atOnce)[row]).row() != row) return false;
      return true;
    };
    QVERIFY(rowsAreRight());
    QCOMPARE(atOnce.index(0, 0, atOnce.indexOf("40")).data(RunsModel::RunRole).toString(), "40-2");
    QCOMPARE(oneByOne.index(2, 0, oneByOne.indexOf("40")).data(RunsModel::RunRole).toString(),
             "40-7");
    QVERIFY(atOnce.hasTasks());
    atOnce.remove("7");
    atOnce.update({record("new", 900.5)});
    QVERIFY(rowsAreRight());
    for (int i = 0; i < 400; i += 40) atOnce.remove(QString::number(i));
    QVERIFY(!atOnce.hasTasks());
    QVERIFY(rowsAreRight());
  }

  void tasksOfAnArrayStandBelowTheirRun() {
    RunsModel model;
    RunsFilterModel filter;
    filter.setSourceModel(&model);
    QAbstractItemModelTester tester(&model), filtered(&filter);
    const auto task = [](const QString& id, int index) {
      RunRecord out = record(id, 2);
      out.parent = "p";
      out.arrayIndex = index;
      return out;
    };
    model.setRuns({record("b", 3), task("t10", 10), task("t2", 2), record("p", 2), record("a", 1)});
    QCOMPARE(order(model), (QStringList{"b", "p", "a"}));
    const QModelIndex above = model.indexOf("p");
    QCOMPARE(model.rowCount(above), 2);
    QCOMPARE(model.index(0, RunsModel::NameColumn, above).data().toString(), "name-t2 [2]");
    QCOMPARE(model.index(1, 0, above).data(RunsModel::RunRole).toString(), "t10");
    QVERIFY(model.hasTasks());
    QCOMPARE(model.count(), 5);
    const QPersistentModelIndex second = model.indexOf("t10");
    model.update({task("t3", 3)});
    model.remove("t2");
    QCOMPARE(second.row(), 1);
    // A filter that only a task passes keeps its run.
    RunRecord failed = task("t3", 3);
    failed.state = RunState::failed;
    model.update({failed});
    filter.setStates(RunsFilterModel::States::stopped);
    QCOMPARE(order(filter), QStringList{"p"});
    QCOMPARE(filter.rowCount(filter.index(0, 0)), 1);
    filter.setStates(RunsFilterModel::States::all);
    model.remove("p");
    QCOMPARE(model.count(), 2);
    QVERIFY(!second.isValid());
    // A task that comes first waits for its run.
    model.update({task("t1", 1)});
    QCOMPARE(model.rowCount(), 3);
    model.update({record("p", 2)});
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.rowCount(model.indexOf("p")), 1);
  }

  void whatTravels() {
    RunsModel model;
    QAbstractItemModelTester tester(&model);
    RunRecord run = record("r", 1, RunState::preparing);
    model.setRuns({run});
    ProgressReport report{"r", {}, "engine", 120 << 20, 480 << 20, 12 << 20, 30};
    model.showTransfer(report);
    const QModelIndex cell = model.index(0, RunsModel::ProgressColumn);
    QCOMPARE(cell.data().toString(), "sent: 25 %");
    QCOMPARE(cell.data(RunsModel::ProgressRole).toDouble(), 0.25);
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
    model.update({run});
    one.showRecord(run);
    QCOMPARE(cell.data().toString(), QString());
    QVERIFY(!one.transfer().has_value());
    QCOMPARE(RunText::expected(run, 1000), "Expected to start in 10 min.");
    QCOMPARE(RunText::expected(run, 1590), "Expected to start any moment.");
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

  void filterAndSort() {
    RunsModel model;
    RunsFilterModel filter;
    filter.setSourceModel(&model);
    QAbstractItemModelTester tester(&filter);
    RunRecord good = record("a", 1), bad = record("b", 2, RunState::failed),
              live = record("c", 3, RunState::running);
    good.trainLoss = 2;
    bad.trainLoss = 10;
    model.setRuns({live, bad, good});
    filter.setStates(RunsFilterModel::States::stopped);
    QCOMPARE(order(filter), QStringList{"b"});
    filter.setStates(RunsFilterModel::States::open);
    QCOMPARE(order(filter), QStringList{"c"});
    filter.setStates(RunsFilterModel::States::all);
    filter.setWords("NAME failed");
    QCOMPARE(order(filter), QStringList{"b"});
    live.tags = {"lr=3e-3", "baseline"};
    model.update({live});
    filter.setWords("baseline lr=3e");
    QCOMPARE(order(filter), QStringList{"c"});
    filter.setWords("");
    filter.sort(RunsModel::LossColumn, Qt::AscendingOrder);
    QCOMPARE(order(filter), (QStringList{"a", "b", "c"}));  // runs without a loss come last
  }

  void aRunInDetail() {
    RunModel model;
    QAbstractItemModelTester messages(&model.messages()), checkpoints(&model.checkpoints()),
        curves(&model.curves());
    RunRecord run = record("r", 1, RunState::running);
    run.started = 100;
    run.totalSteps = 200;
    run.attempt = 1;
    model.choose(run);
    RunDetail detail;
    detail.record = run;
    detail.record.step = 100;
    RunDetail::Metric loss{"train/loss", {}};
    for (int step = 1; step <= 100; ++step) {
      MetricPoint point;
      point.attempt = 1;
      point.sequence = step;
      point.step = step;
      point.time = 100 + step * 0.5;
      point.value = 3;
      loss.points << point;
    }
    detail.metrics << loss;
    CheckpointRecord old, fresh;
    old.step = 50;
    fresh.step = 100;
    detail.checkpoints = {old, fresh};
    model.showDetail(detail);
    QCOMPARE(model.curves().series("train/loss")->line().size(), 100u);
    QCOMPARE(model.checkpoints().index(0, CheckpointsModel::StepColumn).data().toInt(), 100);
    QVERIFY(qAbs(*model.timeLeft(150) - 50) < 1);
    // The same points again do not double the line.
    RunDetail news;
    news.record = detail.record;
    news.record.step = 101;
    MetricPoint next = loss.points.last();
    next.step = 101;
    next.sequence = 101;
    news.metrics = {{"train/loss", {loss.points.last(), next}}};
    model.showCurves(news);
    QCOMPARE(model.curves().series("train/loss")->line().size(), 101u);
    QCOMPARE(*model.record().step, 101);
    // A second attempt long after: the pause is not part of its pace.
    RunDetail resumed;
    resumed.record = news.record;
    resumed.record.step = 104;
    resumed.metrics = {{"train/loss", {}}};
    for (int step : {102, 104}) {
      next.attempt = 2;
      next.step = step;
      next.time = 1000 + (step - 102) * 0.5;
      resumed.metrics.first().points << next;
    }
    model.showCurves(resumed);
    QVERIFY(qAbs(*model.timeLeft(1001) - 48) < 1);
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

TRAINYARD_TEST(RunsModelTest);
#include "runs_model_test.moc"
