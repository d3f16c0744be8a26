// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of every state and reason.
#include <QSet>
#include <QTest>

#include "remote/schedulers/slurm/slurm_states.h"
#include "tests/remote/schedulers/slurm/slurm_recordings.h"
#include "tests/qt_tests.h"

using namespace trainyard;
using Phase = JobState::Phase;

class SlurmStatesTest : public QObject {
  Q_OBJECT

  static SlurmJobRow row(const QByteArray& state, const QByteArray& reason = {},
                         std::optional<SlurmExit> exit = {}) {
    SlurmJobRow row;
    row.job = 7;
    row.state = state;
    row.reason = reason;
    row.exit = exit;
    return row;
  }

 private slots:
  void everyStateHasAPhase_data() {
    QTest::addColumn<QByteArray>("word");
    QTest::addColumn<int>("phase");
    const auto add = [](Phase phase, std::initializer_list<const char*> words) {
      for (const char* word : words)
        QTest::newRow(word) << QByteArray(word) << static_cast<int>(phase);
    };
    add(Phase::gone, {"BOOT_FAIL", "CANCELLED", "COMPLETED", "DEADLINE", "FAILED", "NODE_FAIL",
                      "OUT_OF_MEMORY", "PREEMPTED", "TIMEOUT", "REVOKED"});
    add(Phase::running, {"RUNNING", "SUSPENDED", "COMPLETING", "RESIZING", "SIGNALING", "STAGE_OUT",
                         "STOPPED", "UPDATE_DB"});
    add(Phase::waiting,
        {"PENDING", "CONFIGURING", "EXPEDITING", "LAUNCH_FAILED", "POWER_UP_NODE", "RECONFIG_FAIL",
         "REQUEUED", "REQUEUE_FED", "REQUEUE_HOLD", "RESV_DEL_HOLD", "SPECIAL_EXIT"});
    add(Phase::unknown, {"", "pending", "RUNNIN", "RUNNINGS", "COMPLETE", "NEW_STATE", "F", "PD"});
  }
  void everyStateHasAPhase() {
    QFETCH(QByteArray, word);
    QFETCH(int, phase);
    const JobState state = jobStateFrom(row(word, "None"));
    QCOMPARE(static_cast<int>(state.phase), phase);
    QCOMPARE(state.end.has_value(), state.phase == Phase::gone);
    QCOMPARE(isFinalState(word).has_value(), state.phase != Phase::unknown);
    if (state.phase == Phase::gone) {
      QCOMPARE(state.end->code, "slurm." + word.toLower().toStdString());
      QVERIFY(state.end->reason.endsWith(QLatin1Char('.')));
      QCOMPARE(state.end->exitCode == 0, word == "COMPLETED");
    } else if (word != "RUNNING") {
      QVERIFY(!state.reason.isEmpty());
    }
    if (state.phase == Phase::unknown) QVERIFY(state.reason.contains(QString::fromLatin1(word)));
  }

  void outcomesAndCodes() {
    const auto endOf = [](const SlurmJobRow& row) { return *jobStateFrom(row).end; };
    QCOMPARE(endOf(row("FAILED", {}, SlurmExit{3, 0})).exitCode, 3);
    QCOMPARE(endOf(row("FAILED", {}, SlurmExit{0, 9})).exitCode, 137);
    QCOMPARE(endOf(row("FAILED")).exitCode, 1);
    QCOMPARE(endOf(row("FAILED", {}, SlurmExit{0, 53})).code, std::string("slurm.no_output"));
    QCOMPARE(endOf(row("OUT_OF_MEMORY", {}, SlurmExit{0, 125})).exitCode, 4);
    QCOMPARE(endOf(row("TIMEOUT", {}, SlurmExit{0, 0})).outcome, Outcome::timed_out);
    QCOMPARE(endOf(row("DEADLINE")).outcome, Outcome::timed_out);
    QCOMPARE(endOf(row("PREEMPTED")).outcome, Outcome::preempted);
    QCOMPARE(endOf(row("CANCELLED")).outcome, Outcome::cancelled);
    QCOMPARE(endOf(row("NODE_FAIL", {}, SlurmExit{1, 0})).outcome, Outcome::failed);
    for (const char* word :
         {"TIMEOUT", "DEADLINE", "PREEMPTED", "CANCELLED", "NODE_FAIL", "BOOT_FAIL"})
      QVERIFY2(endOf(row(word)).wins, word);
    // The run itself says it better.
    for (const char* word : {"COMPLETED", "FAILED", "OUT_OF_MEMORY"})
      QVERIFY2(!endOf(row(word)).wins, word);
  }

  void reasonsHaveAGroup_data() {
    QTest::addColumn<QByteArray>("reason");
    QTest::addColumn<int>("group");
    const auto add = [](ReasonGroup group, std::initializer_list<const char*> reasons) {
      for (const char* reason : reasons)
        QTest::newRow(reason) << QByteArray(reason) << static_cast<int>(group);
    };
    add(ReasonGroup::wait, {"None", "Priority", "Resources", "BeginTime", "Dependency",
                            "JobArrayTaskLimit", "Licenses", "Cleaning", "Prolog", "Reservation"});
    add(ReasonGroup::limit,
        {"AssocGrpGRES", "AssocGrpCPUMinutesLimit", "AssocGrpBillingMinutes", "QOSGrpNodeLimit",
         "QOSGrpCpuLimit", "AssocMaxJobsLimit", "QOSMaxJobsPerUserLimit", "QOSMaxGRESPerUser",
         "QOSMaxCpuPerUserLimit", "AssocMaxSubmitJobLimit", "MaxBillingPerAccount"});
    add(ReasonGroup::never,
        {"AssocMaxNodePerJobLimit", "AssocMaxCpuPerJobLimit", "AssocMaxWallDurationPerJobLimit",
         "QOSMaxNodePerJobLimit", "QOSMaxWallDurationPerJobLimit", "QOSMaxGRESPerNode",
         "QOSMinGRES", "PartitionTimeLimit", "PartitionNodeLimit", "BadConstraints",
         "DependencyNeverSatisfied", "InvalidAccount", "InvalidQOS", "AccountNotAllowed",
         "MaxMemPerLimit", "ReservationDeleted"});
    add(ReasonGroup::held, {"JobHeldUser", "JobHeldAdmin", "JobHoldMaxRequeue", "JobLaunchFailure",
                            "job requeued in held state", "job_requeued_in_held_state",
                            "launch failed requeued held"});
    add(ReasonGroup::node, {"PartitionDown", "PartitionInactive", "NodeDown",
                            "ReqNodeNotAvail, UnavailableNodes:gpu[3-4]",
                            "Nodes required for job are DOWN, DRAINED or reserved for jobs in "
                            "higher priority partitions",
                            "Nodes_required_for_job_are_DOWN,_DRAINED"});
    add(ReasonGroup::unknown, {"", "SomethingNew", "\xff\xfe"});
  }
  void reasonsHaveAGroup() {
    QFETCH(QByteArray, reason);
    QFETCH(int, group);
    const ReasonMeaning meaning = reasonMeaning(reason);
    QCOMPARE(static_cast<int>(meaning.group), group);
    QVERIFY(meaning.text.contains(QString::fromUtf8(reason)));
    QVERIFY(meaning.code.starts_with("slurm.reason."));
  }

  void everyRecordedWordIsKnown_data() {
    QTest::addColumn<QString>("version");
    for (const QString& version : recordings::versions())
      QTest::newRow(qPrintable(version)) << version;
  }
  void everyRecordedWordIsKnown() {
    QFETCH(QString, version);
    using enum SlurmColumn;
    const SlurmLayout layout{{shownId, other, arrayId, task, other, name, state, reason, start,
                              elapsed, limit, number, nodes},
                             '|'};
    int waiting = 0;
    for (const char* file :
         {"squeue_me_pipe", "squeue_me_pipe_r", "squeue_me_pipe_node_down", "squeue_with_node_down",
          "squeue_completing", "squeue_j_finished_all_states"})
      for (const SlurmJobRow& row :
           readJobRows(recordings::stream(version, QLatin1String(file), "stdout").text, layout)
               .rows) {
        const JobState state = jobStateFrom(row);
        QVERIFY2(state.phase != Phase::unknown, row.state.constData());
        if (state.phase != Phase::waiting) continue;
        ++waiting;
        QVERIFY2(reasonMeaning(row.reason).group != ReasonGroup::unknown, row.reason.constData());
        // A state that says something itself, such as CONFIGURING, holds the reason inside it.
        const Map inside = get<Map>(state.arguments, "reason");
        const std::string why =
            state.code == "slurm.state_and_reason" ? get<std::string>(inside, "code") : state.code;
        const bool hasReason = row.state == "PENDING" || row.state == "PD" || row.reason != "None";
        QVERIFY2(!hasReason || why.starts_with("slurm.reason."), why.c_str());
        QVERIFY(!state.reason.isEmpty());
      }
    QVERIFY(waiting > 20);
  }

  void aWaitingJobSaysWhyAndWhen() {
    SlurmJobRow waiting = row("PENDING", "Priority");
    waiting.start = 1795264318;
    const JobState state = jobStateFrom(waiting);
    QCOMPARE(state.code, std::string("slurm.reason.Priority"));
    QCOMPARE(
        state.reason,
        QStringLiteral("Jobs of higher priority are ahead of it; it starts by itself. (Priority)"));
    QCOMPARE(state.expectedStart, 1795264318.0);
  }

  // Slurm prints a start for jobs that do not start by themselves, too.
  void aHeldJobHasNoStart() {
    SlurmJobRow held = row("PENDING", "JobHeldAdmin");
    held.start = 1795264318;
    const JobState state = jobStateFrom(held);
    QCOMPARE(state.code, std::string("slurm.reason.JobHeldAdmin"));
    QCOMPARE(state.expectedStart, 0.0);
  }
};

TRAINYARD_TEST(SlurmStatesTest);
#include "slurm_states_test.moc"
