// SPDX-License-Identifier: GPL-3.0-or-later
// What the store keeps of runs for people: reasons, times, samples of machines.
#include <cmath>

#include <QTemporaryDir>
#include <QTest>

#include "engine/system/unix_time.h"
#include "remote/store/named_metric.h"
#include "remote/store/run_store.h"
#include "tests/remote/store/written_events.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class HistoryTest : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> m_folder;
  QString m_path;

 private slots:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_path = m_folder->filePath(QStringLiteral("runs.sqlite"));
  }

  void aReasonIsKeptByCodeAndArguments() {
    RunWriter writer(m_path);
    QVERIFY(writer.open());
    QVERIFY(writer.addRun(runNamed(runId)));
    RunStore store(m_path);
    QVERIFY(writer.setReason(runId, makeMessage("run.requeued", {{"why", "a node was lost"}})));
    QCOMPARE(store.run(runId)->reasonCode, std::string("run.requeued"));
    QCOMPARE(get<std::string>(store.run(runId)->reasonArguments, "why"),
             std::string("a node was lost"));
    QVERIFY(!store.run(runId)->reason.isEmpty());
    // A cancel that waits is said around it.
    QVERIFY(writer.openCancel(runId, 1));
    QVERIFY(writer.noteUndelivered(runId));
    QCOMPARE(store.run(runId)->reasonCode, std::string("cancel.waits_too"));
    QVERIFY(writer.closeCancel(runId));
    QVERIFY(writer.closeAttempt(runId, 1, RunState::failed, "job.unknown_end",
                                makeMessage("job.unknown_end"), 1));
    QCOMPARE(store.run(runId)->reasonCode, std::string("job.unknown_end"));
    QCOMPARE(store.attempts(runId)->first().reasonCode, std::string("job.unknown_end"));
    // What an event says by code arrives so too, and a new attempt clears it.
    EndEvent end;
    end.outcome = Outcome::failed;
    end.code = "rank.killed";
    end.arguments = {{"rank", 3}};
    end.reason = "Rank 3 was killed.";
    HeaderEvent header;
    QVERIFY(writer.importEvents(runId, 2, {at(0, header)}, 10, 0));
    QVERIFY(store.run(runId)->reasonCode.empty());
    QVERIFY(writer.importEvents(runId, 2, {at(1, end)}, 20, 0));
    QCOMPARE(store.run(runId)->reasonCode, std::string("rank.killed"));
    QCOMPARE(get<std::int64_t>(store.run(runId)->reasonArguments, "rank"), std::int64_t(3));
  }

  // Times of a run are of its own computer's clock, which may be hours off.
  void theTargetsClockIsKnown() {
    RunWriter writer(m_path);
    QVERIFY(writer.open());
    QVERIFY(writer.addRun(runNamed(runId)));
    HeaderEvent header;
    QVERIFY(writer.importEvents(runId, 1, {Event{unix_time() - 7200, 0, header}}, 10, 0));
    RunStore store(m_path);
    QVERIFY(std::abs(store.run(runId)->clockOffset - 7200) < 5);
    QVERIFY(writer.setEnded(runId, RunState::failed, "job.unknown_end", {}, 1));
    const auto run = store.run(runId);
    QVERIFY(run->ended >= run->started && run->ended - run->started < 5);
  }

  // Of a day with a sample each 5 seconds, the last two hours stay as they are.
  void samplesOfMachinesAreThinned() {
    RunWriter writer(m_path);
    QVERIFY(writer.open());
    QVERIFY(writer.addRun(runNamed(runId)));
    constexpr int samples = 24 * 720;
    std::vector<Event> events;
    for (int i = 0; i < samples; ++i) {
      SystemEvent system;
      system.node = "n1";
      events.push_back({1e6 + 5.0 * i, i, system});
      if (events.size() < 360) continue;
      QVERIFY(writer.importEvents(runId, 1, events, i + 1, 0));
      events.clear();
    }
    RunStore store(m_path);
    const auto systems = store.systems(runId, samples);
    QVERIFY2(systems->size() < 1440 + 22 * 60 + 720, qPrintable(QString::number(systems->size())));
    const double newest = systems->last().time;
    QCOMPARE(std::count_if(systems->begin(), systems->end(),
                           [&](const SystemRecord& system) { return system.time > newest - 7200; }),
             qsizetype(1440));
    QCOMPARE(systems->first().time, 1e6);
  }

  void aLineThatWasPassedOverIsAMessage() {
    RunWriter writer(m_path);
    QVERIFY(writer.open());
    QVERIFY(writer.addRun(runNamed(runId)));
    QVERIFY(writer.importEvents(runId, 1, attemptEvents(1, 0, 2, 1), 100, 0));
    const auto fresh =
        writer.importEvents(runId, 1, {}, 6 << 20, 1, OnEnd::endRun, {qint64(5) << 20});
    QVERIFY(fresh && fresh->size() == 1);
    RunStore store(m_path);
    QCOMPARE(store.messages(runId)->last().code, QStringLiteral("events.line_too_long"));
    // What follows it is not taken for known.
    QCOMPARE(writer.importEvents(runId, 1, {at(4, loss(3, 1))}, 7 << 20, 0)->size(),
             std::size_t(1));
  }

  // Each trial says where it starts; the attempt went on from where the first of them did. And a
  // step that is saved was reached, whether or not it was logged.
  void oneCountOfStepsForAnAttempt() {
    RunWriter writer(m_path);
    QVERIFY(writer.open());
    QVERIFY(writer.addRun(runNamed(runId)));
    const auto start = [](std::int64_t step) {
      StartEvent event;
      event.resume_step = step;
      event.total_steps = 110;
      return event;
    };
    CheckpointEvent saved;
    saved.step = 40;
    saved.path = "checkpoints/40";
    QVERIFY(writer.importEvents(runId, 1,
                                {at(0, HeaderEvent()), at(1, start(0)), at(2, loss(10, 2)),
                                 at(3, start(22)), at(4, loss(32, 1)), at(5, saved)},
                                100, 0));
    RunStore store(m_path);
    QCOMPARE(store.attempts(runId)->first().resumeStep, 0);
    QCOMPARE(store.run(runId)->step, std::optional<qint64>(40));
    QCOMPARE(store.highestSteps(runId)->at(1), 40);
    // The next attempt goes on there, and its second trial takes nothing away.
    QVERIFY(writer.importEvents(
        runId, 2, {at(0, HeaderEvent()), at(1, start(40)), at(2, loss(42, 1)), at(3, start(44))},
        100, 0));
    QCOMPARE(store.attempts(runId)->last().resumeStep, 40);
    QCOMPARE(store.run(runId)->step, std::optional<qint64>(44));
    QCOMPARE(store.metrics(runId)->first().points, 3);
  }

  void lossesAreFoundUnderTheirOtherNames() {
    RunWriter writer(m_path);
    QVERIFY(writer.open());
    QVERIFY(writer.addRun(runNamed(runId)));
    MetricsEvent metrics;
    metrics.step = 1;
    metrics.values = {{"loss", 2.5}, {"eval_loss", 3.5}};
    QVERIFY(writer.importEvents(runId, 1, {at(0, HeaderEvent()), at(1, metrics)}, 100, 0));
    RunStore store(m_path);
    QCOMPARE(store.run(runId)->trainLoss, std::optional<double>(2.5));
    QCOMPARE(store.run(runId)->evalLoss, std::optional<double>(3.5));
    // By the name that any run's loss goes by, too.
    QCOMPARE(store.curves().curve(runId, "eval/loss", std::nullopt, 10)->whole.last.y, 3.5);
    const QList<MetricSummary> read = *store.metrics(runId);
    QCOMPARE(namedMetric(read, "train/loss")->name, "loss");
    QCOMPARE(namedMetric(read, "eval/loss")->name, "eval_loss");
    QCOMPARE(namedMetric(read, "loss")->name, "loss");
    QVERIFY(!namedMetric(read, "eval/accuracy"));
  }

  // Of several losses the one that says most stands for the run.
  void aRunHasOneLossOfTrainingAndOneOfEvaluation() {
    RunWriter writer(m_path);
    QVERIFY(writer.open());
    QVERIFY(writer.addRun(runNamed(runId)));
    MetricsEvent metrics;
    metrics.step = 1;
    metrics.values = {
        {"block_1/aux_loss", 9}, {"kl_loss", 8},    {"accuracy", 0.5}, {"test_loss", 7},
        {"dev/nll", 6},          {"loss_scale", 5}, {"nll", 4},        {"Loss/val", 3},
        {"Loss/train", 2}};
    QVERIFY(writer.importEvents(runId, 1, {at(0, HeaderEvent()), at(1, metrics)}, 100, 0));
    RunStore store(m_path);
    QCOMPARE(store.run(runId)->trainLoss, std::optional<double>(2));
    QCOMPARE(store.run(runId)->evalLoss, std::optional<double>(3));
    metrics.step = 2;
    metrics.values = {{"train/loss", 1.5}};
    QVERIFY(writer.importEvents(runId, 1, {at(2, metrics)}, 200, 0));
    QCOMPARE(store.run(runId)->trainLoss, std::optional<double>(1.5));
    QStringList names;
    const QList<MetricSummary> all = *store.metrics(runId);
    for (const MetricSummary& metric : all) names << metric.name;
    QCOMPARE(names.mid(0, 2), (QStringList{"train/loss", "Loss/train"}));
    QCOMPARE(names.mid(names.size() - 2), (QStringList{"accuracy", "loss_scale"}));
  }
};

TRAINYARD_TEST(HistoryTest);
#include "history_test.moc"
