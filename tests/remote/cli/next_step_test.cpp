// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "engine/contract/messages.h"
#include "remote/cli/next_step.h"
#include "remote/schedulers/slurm/slurm_states.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class NextStepTest : public QObject {
  Q_OBJECT

  static RunRecord run(RunState state) {
    RunRecord run;
    run.run = QStringLiteral("0123456789abcdef");
    run.target = QStringLiteral("cluster");
    run.state = state;
    return run;
  }
  static QString next(const RunRecord& run) {
    return nextCommand(run, [] { return QStringLiteral("42"); });
  }
  static QString nextOfReason(const char* word, const char* state = "PENDING") {
    SlurmJobRow row;
    row.state = state;
    row.reason = word;
    const JobState now = jobStateFrom(row);
    RunRecord waiting = run(RunState::waiting);
    waiting.reasonCode = now.code;
    waiting.reasonArguments = now.arguments;
    return next(waiting);
  }
  static QString nextOfEnd(RunState state, const char* code) {
    RunRecord ended = run(state);
    ended.code = QLatin1String(code);
    return next(ended);
  }

 private slots:
  void aJobThatDoesNotStartByItself() {
    QCOMPARE(nextOfReason("JobHeldUser"),
             QStringLiteral("yard run cluster -- scontrol release 42"));
    QCOMPARE(nextOfReason("JobHoldMaxRequeue", "REQUEUE_HOLD"),
             QStringLiteral("yard run cluster -- scontrol release 42"));
    QCOMPARE(nextOfReason("JobHeldAdmin"), QString());
    QCOMPARE(nextOfReason("DependencyNeverSatisfied"), QStringLiteral("yard cancel 01234567"));
    QCOMPARE(nextOfReason("BadConstraints"), QStringLiteral("yard cancel 01234567"));
    QCOMPARE(nextOfReason("Resources"), QString());
    QCOMPARE(nextOfReason("Dependency"), QString());
  }

  void aRunThatWaitedForOneThatFailed() {
    RunRecord ended = run(RunState::cancelled);
    ended.reasonCode = "after.not_completed";
    ended.reasonArguments = {{"run", std::string("first-fedcba98")}};
    QCOMPARE(next(ended), QStringLiteral("yard resume first-fedcba98 && yard resume 01234567"));
    ended.reasonCode = "after.not_failed";
    QCOMPARE(next(ended), QString());
  }

  void aLostLogin() {
    RunRecord stale = run(RunState::running);
    stale.reasonCode = "run.unreachable_since";
    stale.reasonArguments = {{"why", as_argument(make_error("host.needs_person", {}))}};
    QCOMPARE(next(stale), QStringLiteral("yard targets check cluster"));
    // This one comes back by itself.
    stale.reasonArguments = {{"why", as_argument(make_error("host.unreachable", {}))}};
    QCOMPARE(next(stale), QString());
    const Map cause = as_argument(make_error("login.key_changed", {}));
    stale.reasonArguments = {{"why", as_argument(make_error("host.refused", {{"why", cause}}))}};
    QCOMPARE(next(stale), QString());
  }

  void anEndThatAResumeMayCure() {
    const QString resume = QStringLiteral("yard resume 01234567 --watch");
    QCOMPARE(nextOfEnd(RunState::preempted, "slurm.preempted"), resume);
    QCOMPARE(nextOfEnd(RunState::timed_out, ""), resume);
    QCOMPARE(nextOfEnd(RunState::failed, "slurm.node_fail"), resume);
    QCOMPARE(nextOfEnd(RunState::failed, "slurm.failed_with_code"), QString());
    QCOMPARE(nextOfEnd(RunState::completed, ""), QString());
    QCOMPARE(nextOfEnd(RunState::cancelled, "cancelled"), QString());
    // With what makes it fit.
    RunRecord small = run(RunState::failed);
    small.workload = QStringLiteral("engine");
    small.code = QStringLiteral("rank.out_of_memory");
    const auto changes = changesFor(
        small, {{QStringLiteral("batch.per_device"), 8.0}, {QStringLiteral("seed"), 1.0}});
    QCOMPARE(nextCommand(
                 small, [] { return QString(); }, changes),
             QStringLiteral("yard resume 01234567 --set batch.per_device=4 --set "
                            "batch.gradient_accumulation_steps=2 --watch"));
    small.code = QStringLiteral("rank.exit");
    QVERIFY(changesFor(small, {{QStringLiteral("batch.per_device"), 8.0}}).isEmpty());
    RunRecord task = run(RunState::preempted);
    task.parent = QStringLiteral("fedcba9876543210");
    QCOMPARE(next(task), QString());
  }
};

TRAINYARD_TEST(NextStepTest);
#include "next_step_test.moc"
