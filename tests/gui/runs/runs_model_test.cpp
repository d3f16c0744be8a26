#include "gui/runs/runs_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include "gui/runs/checkpoints_model.h"
#include "gui/runs/messages_model.h"
#include "gui/runs/run_model.h"
#include "gui/forms/quantity_words.h"
#include "gui/runs/run_words.h"
#include "gui/runs/runs_filter_model.h"

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
  for (int row = 0; row < model.rowCount(); ++row) out << model.index(row, 0).data(RunsModel::RunRole).toString();
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

  void filterAndSort() {
    RunsModel model;
    RunsFilterModel filter;
    filter.setSourceModel(&model);
    QAbstractItemModelTester tester(&filter);
    RunRecord good = record("a", 1), bad = record("b", 2, RunState::failed), live = record("c", 3, RunState::running);
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
    filter.setWords("");
    filter.sort(RunsModel::LossColumn, Qt::AscendingOrder);
    QCOMPARE(order(filter), (QStringList{"a", "b", "c"}));  // runs without a loss come last
  }

  void aRunInDetail() {
    RunModel model;
    QAbstractItemModelTester messages(&model.messages()), checkpoints(&model.checkpoints()), curves(&model.curves());
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
    // The same points again, live, do not double the line.
    MetricBatch batch{"r", {{"train/loss", loss.points.last()}}};
    MetricPoint next = loss.points.last();
    next.step = 101;
    next.sequence = 101;
    batch.entries << MetricBatch::Entry{"train/loss", next};
    model.addLive(batch);
    QCOMPARE(model.curves().series("train/loss")->line().size(), 101u);
    QCOMPARE(*model.record().step, 101);
    // A second attempt long after: the pause is not part of its pace.
    MetricBatch resumed{"r", {}};
    for (int step : {102, 104}) {
      next.attempt = 2;
      next.step = step;
      next.time = 1000 + (step - 102) * 0.5;
      resumed.entries << MetricBatch::Entry{"train/loss", next};
    }
    model.addLive(resumed);
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
    for (RunState state : {RunState::preparing, RunState::waiting, RunState::running, RunState::completed, RunState::failed, RunState::cancelled, RunState::preempted, RunState::timed_out}) {
      QVERIFY(!RunWords::state(state).isEmpty());
      QVERIFY(!RunWords::sentence(record("x", 1, state)).isEmpty());
    }
    QCOMPARE(QuantityWords::duration(5), "5 s");
    QCOMPARE(QuantityWords::duration(125), "2 min 5 s");
    QCOMPARE(QuantityWords::duration(12000), "3 h 20 min");
  }
};

QTEST_GUILESS_MAIN(RunsModelTest)
#include "runs_model_test.moc"
