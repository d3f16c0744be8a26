// SPDX-License-Identifier: GPL-3.0-or-later
// What each fault of tests/end_to_end/exactly_once_test.py leads to, by its name there, and what is
// done next: nothing that may have a job is given up or submitted without being looked for, and a
// run whose target is silent does not end.
#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include "tests/qt_tests.h"
#include "tests/remote/service/life/submission_rows.h"
#include "tests/remote/service/life/watch_rows.h"

namespace trainyard::decide_rows {
namespace {

namespace submitting {
using namespace submission_rows;

const Row rows[] = {
    {"journal_stale_after_sbatch", done(in(State::reached), Step::submit, "submission.unsettled"),
     "wait: submission.unsettled"},
    {"journal_stale_after_sbatch: again", done(in(State::reached), Step::reach),
     "look up or submit"},
    {"journal_io_after_sbatch", done(in(State::reached), Step::submit, "submission.unsettled"),
     "wait: submission.unsettled"},
    {"journal_io_after_sbatch: of a further job",
     done(job(2, State::reached), Step::submit, "submission.unsettled"),
     "wait: submission.unsettled"},
    {"journal_slow_after_sbatch",
     late(done(in(State::reached), Step::submit, "submission.unsettled"), 3),
     "wait: submission.unsettled"},
    {"journal_slow_after_sbatch: even if it never ends",
     late(done(in(State::reached), Step::submit, "program.deadline"), 7),
     "wait: program.deadline (8)"},
    {"journal_slow_after_sbatch: while logging in again",
     late(done(in(State::reached), Step::reach, "program.deadline"), 4),
     "wait: submission.unsettled"},
    {"plugin_rename", done(in(State::reached), Step::submit, "submission.no_word"),
     "wait: submission.no_word"},
    {"plugin_rename: found by its command", done(in(State::settled), Step::submit), "close"},
    {"plugin_prefix", done(in(State::reached), Step::submit, "submission.no_word"),
     "wait: submission.no_word"},
    {"plugin_rename_and_sbatch_fails_after",
     done(in(State::reached), Step::submit, "submission.no_word"), "wait: submission.no_word"},
    {"plugin_rename_and_sbatch_fails_after: again", done(in(State::reached), Step::reach),
     "look up or submit"},
    {"plugin_refuse: its words are not those of a broken link",
     done(in(State::reached), Step::submit, "scheduler.refused"), "removed: scheduler.refused"},
    {"plugin_refuse: of a further job",
     done(job(2, State::reached), Step::submit, "scheduler.refused_account"),
     "as before: scheduler.refused_account"},
    {"client_killed", alone(done(in(State::preparing), Step::reach)), "submit"},
    {"client_killed: a rejection stays",
     alone(done(in(State::reached), Step::submit, "scheduler.refused_silently")),
     "failed: scheduler.refused_silently"},
    {"client_killed: before the target was reached", alone(in(State::requested)),
     "reach the target, as requested"},
    {"client_interrupted", alone(done(in(State::reached), Step::submit, "host.unreachable")),
     "wait: host.unreachable"},
    {"client_interrupted: asked for again", again(in(State::reached)), "reach the target"},
    {"sbatch_delayed", done(in(State::reached), Step::submit, "submission.no_word"),
     "wait: submission.no_word"},
    {"sbatch_late", done(in(State::reached), Step::submit, "submission.no_word"),
     "wait: submission.no_word"},
    {"sbatch_late: the start was not confirmed",
     done(in(State::reached), Step::submit, "submission.start_unknown"),
     "wait: submission.start_unknown"},
    {"sbatch_fails_before", done(in(State::reached), Step::submit, "submission.no_word"),
     "wait: submission.no_word"},
    {"sbatch_fails_before: again", done(in(State::reached), Step::reach), "look up or submit"},
    {"sbatch_fails_after", done(in(State::reached), Step::submit, "submission.no_word"),
     "wait: submission.no_word"},
    {"sbatch_refuses_after: not withdrawn",
     done(in(State::reached), Step::submit, "submission.unsettled"), "wait: submission.unsettled"},
    {"sbatch_refuses_after: withdrawn", done(in(State::reached), Step::submit, "scheduler.refused"),
     "removed: scheduler.refused"},
    {"sbatch_killed_after", done(in(State::reached), Step::submit, "submission.no_word"),
     "wait: submission.no_word"},
    {"sbatch_number_after", done(in(State::settled), Step::submit), "close"},
    {"sbatch_number_before", done(in(State::settled), Step::submit), "close"},
    {"script_killed_before_sbatch", done(in(State::reached), Step::submit, "submission.not_begun"),
     "removed: submission.not_begun"},
    {"script_killed_before_sbatch: started again",
     done(in(State::reached), Step::submit, "submission.not_started"),
     "wait: submission.not_started"},
    {"script_killed_after_sbatch", done(in(State::reached), Step::submit, "submission.no_word"),
     "wait: submission.no_word"},
    {"script_killed_after_sbatch: again", done(in(State::reached), Step::reach),
     "look up or submit"},
    {"shell_after_sbatch", done(in(State::reached), Step::submit, "submission.unsettled"),
     "wait: submission.unsettled"},
    {"shell_after_sbatch: the login fails for good",
     done(in(State::reached), Step::reach, "host.no_shell"), "wait: submission.unsettled"},
    {"shell_after_sbatch: the target has no rsync any more",
     done(in(State::reached), Step::reach, "host.no_rsync"), "wait: submission.unsettled"},
    {"disk_full_after_sbatch", done(in(State::reached), Step::submit, "submission.unsettled"),
     "wait: submission.unsettled"},
    {"disk_full_after_sbatch: a failure is not stored yet",
     failing(in(State::reached), "scheduler.refused"), "removed: scheduler.refused"},
    {"disconnect_while_logging_in", done(in(State::requested), Step::reach, "login.disconnected"),
     "removed: login.disconnected"},
    {"disconnect_while_logging_in: a job may exist",
     done(in(State::reached), Step::reach, "login.disconnected"), "wait: submission.unsettled"},
    {"helper_killed", done(in(State::preparing), Step::submit, "host.unreachable"),
     "wait: host.unreachable"},
    {"helper_killed: a job may exist", done(in(State::reached), Step::submit, "host.unreachable"),
     "wait: host.unreachable"},
    {"service_killed", alone(in(State::reached)), "reach the target, as requested"},
    {"service_killed: of a further job", alone(done(job(2, State::reached), Step::reach)),
     "look up or submit job 2"},
    {"service_replaced", ending(done(in(State::reached), Step::submit, "cancelled")),
     "leave to the next service"},
    {"service_replaced: the next one", alone(in(State::reached)), "reach the target, as requested"},
    {"both_killed", alone(done(in(State::reached), Step::reach)), "look up or submit"},
    {"both_killed: the target is away then",
     alone(done(in(State::reached), Step::reach, "host.unreachable")), "wait: host.unreachable"},
    {"link_cut", done(in(State::preparing), Step::submit, "host.unreachable"),
     "wait: host.unreachable"},
    {"link_cut: while a further job is numbered",
     done(job(2, State::preparing, false), Step::chooseNumber, "host.unreachable"),
     "wait: host.unreachable"},
    {"link_cut_before_sbatch", done(in(State::reached), Step::submit, "host.unreachable"),
     "wait: host.unreachable"},
    {"link_cut_before_sbatch: again", done(in(State::reached), Step::reach), "look up or submit"},
    {"link_cut_after_sbatch", done(in(State::reached), Step::submit, "host.unreachable"),
     "wait: host.unreachable"},
    {"link_cut_after_sbatch: it needs a person now",
     done(in(State::reached), Step::reach, "host.needs_person"), "wait: host.needs_person"},
    {"squeue_snapshot", done(in(State::reached), Step::submit, "submission.no_word"),
     "wait: submission.no_word"},
    {"link_stalled", late(done(in(State::preparing), Step::submit, "program.deadline"), 0),
     "wait: program.deadline (1)"},
    {"link_stalled: too often before a job may exist",
     late(done(in(State::preparing), Step::submit, "program.deadline"), 4),
     "removed: program.deadline"},
    {"link_stalled: then it is cut",
     late(done(in(State::preparing), Step::submit, "host.unreachable"), 4),
     "wait: host.unreachable"},
    {"controller_killed", done(in(State::reached), Step::submit, "scheduler.no_nodes_yet"),
     "wait: scheduler.no_nodes_yet"},
    {"controller_killed: it forgot the further job",
     done(job(2, State::reached), Step::submit, "scheduler.lost"), "take the next number"},
    {"controller_killed_after_sbatch", done(in(State::reached), Step::submit, "submission.no_word"),
     "wait: submission.no_word"},
    {"controller_killed_after_sbatch: it forgot every job",
     done(in(State::reached), Step::submit, "scheduler.lost"), "removed: scheduler.lost"},
    {"controller_hangs", done(in(State::reached), Step::submit, "scheduler.no_answer"),
     "wait: scheduler.no_answer"},
    {"controller_hangs: the script is waiting",
     done(in(State::reached), Step::submit, "submission.no_word"), "wait: submission.no_word"},
};

}  // namespace submitting

namespace following {
using namespace watch_rows;

const Row rows[] = {
    {"journal_stale_after_sbatch",
     fails("file.unreadable", marked(knows(stored(RunState::waiting), lost()), false)),
     "wait: file.unreadable"},
    {"journal_io_after_sbatch",
     fails("file.read", marked(knows(stored(RunState::waiting), lost()), false)),
     "wait: file.read"},
    {"journal_slow_after_sbatch",
     fails("program.deadline", marked(knows(stored(RunState::waiting), lost()), false)),
     "wait: program.deadline"},
    {"plugin_rename", noted(is(job(Phase::waiting))), "show the queue"},
    {"plugin_prefix", noted(is(job(Phase::running)), 1), "follow 1"},
    {"sbatch_number_before: another's job ends", noted(is(job(Phase::running)), 1), "follow 1"},
    {"script_killed_after_sbatch: not released yet", noted(is(job(Phase::waiting))),
     "show the queue"},
    {"shell_after_sbatch", fails("host.no_shell", fresh()), "wait: host.no_shell"},
    {"shell_after_sbatch: while an attempt is closed",
     fails("host.no_shell", followed(FollowEnd::gone)), "begin again"},
    {"disk_full_after_sbatch", fails("store.unreadable", is(job(Phase::running))),
     "wait for the store"},
    {"disk_full_after_sbatch: events", followed(FollowEnd::stopped), "begin again"},
    {"disconnect_while_logging_in", fails("login.disconnected", fresh()),
     "wait: login.disconnected"},
    {"helper_killed", fails("host.unreachable", is(job(Phase::running))), "wait: host.unreachable"},
    {"service_killed: the next one", first(), "ask the scheduler"},
    {"service_killed: its attempts", is(job(Phase::waiting), first()), "list the attempts"},
    {"service_replaced: it ended meanwhile", is(gone(), first()), "list the attempts"},
    {"service_replaced: its events are read first", noted(is(gone(), first()), 1), "follow 1"},
    {"both_killed: it never began", noted(is(lost(), first())), "read the store"},
    {"link_cut", away(is(job(Phase::unknown))), "wait: host.unreachable"},
    {"link_cut: while the attempts are listed", fails("host.unreachable", is(gone())),
     "wait: host.unreachable"},
    {"link_cut: while it is closed",
     fails("host.unreachable", reaped(knows(stored(RunState::waiting)))), "wait: host.unreachable"},
    {"link_cut: the scheduler answered before", away(noted(is(job(Phase::running)), 1)),
     "follow 1"},
    {"link_stalled", fails("program.deadline", fresh()), "wait: program.deadline"},
    {"squeue_snapshot: not in the queue yet", noted(is(job(Phase::waiting))), "show the queue"},
    {"controller_killed", noted(is(job(Phase::unknown))), "show the queue"},
    {"controller_killed: it forgot the job before it began",
     reads(numbered(marked(knows(stored(RunState::waiting), lost()), false), 2), document()),
     "submit again, it was lost"},
    {"controller_killed: it forgot the job later",
     numbered(marked(knows(stored(RunState::waiting), lost()), false), 1), "end what is left"},
    {"controller_killed: it forgot the job later, the end",
     closing(knows(stored(RunState::waiting), lost()), false), "end: failed slurm.lost"},
    {"controller_killed: what it no longer knows was killed",
     closing(is(lost(), followed(FollowEnd::gone)), false), "close 1: slurm.lost"},
    {"controller_killed_after_sbatch: completed, and requeued",
     knows(stored(RunState::waiting, {attempt(1, RunState::completed)}), lost()), "end as 1"},
    {"controller_hangs", is(job(Phase::unknown)), "list the attempts"},
    {"controller_hangs: an attempt continues", noted(is(job(Phase::unknown)), 1), "follow 1"},
    {"client_killed: nobody waits", noted(is(job(Phase::waiting))), "show the queue"},
};

}  // namespace following

QStringList names() {
  QStringList all;
  for (const auto& row : submitting::rows) all << QString::fromLatin1(row.name);
  for (const auto& row : following::rows) all << QString::fromLatin1(row.name);
  return all;
}

}  // namespace

class DecideTest : public QObject {
  Q_OBJECT

 private slots:
  void faultsAreSurvived_data() {
    QTest::addColumn<std::string>("decided");
    QTest::addColumn<std::string>("expected");
    for (const auto& row : submitting::rows)
      QTest::newRow(row.name) << submitting::told(decideSubmission(row.seen))
                              << std::string(row.action);
    for (const auto& row : following::rows)
      QTest::newRow(row.name) << following::told(decideWatch(row.seen)) << std::string(row.action);
  }
  void faultsAreSurvived() {
    QFETCH(std::string, decided);
    QFETCH(std::string, expected);
    QCOMPARE(decided, expected);
  }

  // Also each that is added there.
  void eachFaultHasARow() {
    QFile file(QStringLiteral(TRAINYARD_SOURCE_FOLDER "/tests/end_to_end/exactly_once_faults.py"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString text = QString::fromUtf8(file.readAll());
    QSet<QString> rows;
    for (const QString& name : names()) rows.insert(name.section(QLatin1Char(':'), 0, 0));
    static const QRegularExpression list(
        QStringLiteral("^(?:OWN|SHARED) = \\[(.*?)^\\]"),
        QRegularExpression::MultilineOption | QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression word(QStringLiteral("\"(\\w+)\""));
    int count = 0;
    for (const auto& faults : list.globalMatch(text))
      for (const auto& fault : word.globalMatch(faults.captured(1))) {
        QVERIFY2(rows.contains(fault.captured(1)), qPrintable(fault.captured(1)));
        ++count;
      }
    QVERIFY(count >= 31);
  }
};

TRAINYARD_TEST(DecideTest);

}  // namespace trainyard::decide_rows

#include "decide_test.moc"
