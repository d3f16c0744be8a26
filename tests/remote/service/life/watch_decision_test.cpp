// SPDX-License-Identifier: GPL-3.0-or-later
// What is done next for a run that has a job, row by row, and what holds in every state.
// One file because it is a table.
#include <array>
#include <set>
#include <span>

#include <QTest>

#include "tests/qt_tests.h"
#include "tests/remote/service/life/watch_rows.h"

namespace trainyard::watch_rows {
namespace {

const Row roundRows[] = {
    {"a round begins", fresh(), "ask the scheduler"},
    {"the first round begins", first(), "ask the scheduler"},
    {"waiting", is(job(Phase::waiting)), "note that it answers"},
    {"waiting, its attempts are not known", is(job(Phase::waiting), first()), "list the attempts"},
    {"waiting, it answers", noted(is(job(Phase::waiting))), "show the queue"},
    {"running", is(job(Phase::running)), "list the attempts"},
    {"running, no attempt", noted(is(job(Phase::running))), "show the queue"},
    {"running, an attempt", noted(is(job(Phase::running)), 1), "follow 1"},
    {"an attempt is listed, it answers", listed(is(job(Phase::running)), 1),
     "note that it answers"},
    {"the scheduler is silent", is(job(Phase::unknown)), "list the attempts"},
    {"the scheduler is silent, no attempt", noted(is(job(Phase::unknown))), "show the queue"},
    {"the scheduler is silent, an attempt", noted(is(job(Phase::unknown)), 2), "follow 2"},
    {"out of reach", away(is(job(Phase::unknown))), "wait: host.unreachable"},
    {"an earlier question was lost, it answers now", away(is(job(Phase::running))),
     "list the attempts"},
    {"an earlier question was lost, and the job is gone", away(noted(is(gone()))),
     "read the store"},
    {"gone, its attempts are not known", is(gone()), "list the attempts"},
    {"gone, an attempt is open", noted(is(gone()), 3), "follow 3"},
    {"gone, nothing is open", noted(is(gone())), "read the store"},
    {"the store is full", fails("store.unreadable", is(job(Phase::running))), "wait for the store"},
    {"the attempt ended", followed(FollowEnd::ended), "begin again"},
    {"the store did not accept events", followed(FollowEnd::stopped), "begin again"},
};

const Row silentRows[] = {
    {"its writer is gone", followed(FollowEnd::gone), "ask the scheduler"},
    {"its writer is gone, the job runs", is(job(Phase::running), followed(FollowEnd::gone)),
     "close 1: attempt.superseded"},
    {"its writer is gone, the job waits again",
     is(job(Phase::waiting, 1), followed(FollowEnd::gone)), "close 1: attempt.superseded"},
    {"its writer and its job are gone", is(gone(), followed(FollowEnd::gone)), "end what is left"},
    {"silent: nothing is left", reaped(is(gone(), followed(FollowEnd::gone))),
     "read the cancel mark"},
    {"silent: not cancelled", marked(reaped(is(gone(), followed(FollowEnd::gone))), false),
     "read the output"},
    {"silent: no word", closing(is(gone(), followed(FollowEnd::gone)), false),
     "close 1: job.unknown_end"},
    {"silent: no word, here", here(closing(is(gone(), followed(FollowEnd::gone)), false)),
     "close 1: job.unknown_end, and the run"},
    {"silent: cancelled", closing(is(gone(), followed(FollowEnd::gone)), true),
     "close 1: cancelled"},
    {"silent: the scheduler knows",
     closing(is(goneAs(Outcome::timed_out, "slurm.timeout"), followed(FollowEnd::gone)), false),
     "close 1: slurm.timeout"},
    {"silent: called completed",
     closing(is(goneAs(Outcome::completed, "slurm.completed"), followed(FollowEnd::gone)), false),
     "close 1: job.unknown_end"},
    {"silent: killed for its memory",
     closing(is(gone(), followed(FollowEnd::gone)), false,
             "slurmstepd: error: Detected 1 oom-kill event(s) in step 3.0"),
     "close 1: failure.memory_limit"},
    {"silent: the link breaks", fails("host.unreachable", followed(FollowEnd::gone)),
     "begin again"},
    {"its writer is gone, the scheduler is silent",
     is(job(Phase::unknown), followed(FollowEnd::gone)), "begin again"},
    {"its writer is gone, the scheduler is silent, there is a newer attempt",
     superseded(is(job(Phase::unknown), followed(FollowEnd::gone))), "close 1: attempt.superseded"},
    {"silent: closed", closed(followed(FollowEnd::gone)), "begin again"},
};

const Row unstartedRows[] = {
    {"never started", knows(stored(RunState::waiting)), "end what is left"},
    {"never started: nothing is left", reaped(knows(stored(RunState::waiting))),
     "read the cancel mark"},
    {"never started: not cancelled", marked(reaped(knows(stored(RunState::waiting))), false),
     "read the output"},
    {"never started: no word", closing(knows(stored(RunState::waiting)), false),
     "end: failed job.no_attempt"},
    {"never started: no output file",
     closing(knows(stored(RunState::waiting)), false, std::nullopt),
     "end: failed target.base_unseen"},
    {"never started: no output file, here",
     here(closing(knows(stored(RunState::waiting)), false, std::nullopt)),
     "end: failed job.no_attempt"},
    {"never started: cancelled", closing(knows(stored(RunState::waiting)), true),
     "end: cancelled cancelled"},
    {"never started: the scheduler knows",
     closing(knows(stored(RunState::waiting), goneAs(Outcome::failed, "slurm.boot_fail")), false),
     "end: failed slurm.boot_fail"},
    {"never started: its target is away",
     fails("host.unreachable", knows(stored(RunState::waiting))), "wait: host.unreachable"},
    {"adopted: the scheduler knows",
     adopted(closing(
         knows(stored(RunState::running), goneAs(Outcome::completed, "slurm.completed")), false)),
     "end: completed slurm.completed"},
    {"adopted: nothing is known", adopted(closing(knows(stored(RunState::running)), false)),
     "end: failed job.unknown_end"},
    {"adopted: cancelled", adopted(closing(knows(stored(RunState::running)), true)),
     "end: cancelled cancelled"},
    {"adopted: lost", adopted(knows(stored(RunState::waiting), lost())), "end what is left"},
    {"lost", knows(stored(RunState::waiting), lost()), "read the cancel mark"},
    {"lost: cancelled", marked(knows(stored(RunState::waiting), lost()), true), "end what is left"},
    {"lost: not cancelled", marked(knows(stored(RunState::waiting), lost()), false),
     "read the next number"},
    {"lost: its submission is over",
     numbered(marked(knows(stored(RunState::waiting), lost()), false), 2), "read the document"},
    {"lost: it may have been forgotten later",
     numbered(marked(knows(stored(RunState::waiting), lost()), false), 1), "end what is left"},
    {"lost: submitted again",
     reads(numbered(marked(knows(stored(RunState::waiting), lost()), false), 2), document()),
     "submit again, it was lost"},
    {"lost: it depends on jobs",
     reads(numbered(marked(knows(stored(RunState::waiting), lost()), false), 2),
           document(true, true)),
     "end what is left"},
    {"lost: its document cannot be read",
     reads(numbered(marked(knows(stored(RunState::waiting), lost()), false), 2), std::nullopt),
     "end what is left"},
    {"lost: a cancellation is on its way",
     cancelling(
         reads(numbered(marked(knows(stored(RunState::waiting), lost()), false), 2), document())),
     "end: cancelled cancelled"},
    {"lost three times",
     numbered(marked(knows(withJobs(stored(RunState::waiting), 3), lost()), false), 2),
     "read the document"},
    {"lost too often",
     numbered(marked(knows(withJobs(stored(RunState::waiting), 4), lost()), false), 2),
     "end what is left"},
    {"lost too often, but an earlier one ran",
     numbered(marked(knows(withJobs(stored(RunState::waiting,
                                           {attempt(1, RunState::preempted, "x", "201")}),
                                    4),
                           lost()),
                     false),
              5),
     "read the document"},
    {"lost: it ends", closing(knows(stored(RunState::waiting), lost()), false),
     "end: failed slurm.lost"},
    {"lost: it ends, cancelled meanwhile", closing(knows(stored(RunState::waiting), lost()), true),
     "end: cancelled cancelled"},
};

const Row endRows[] = {
    {"removed meanwhile", forgotten(), "over"},
    {"ended, without an attempt", knows(stored(RunState::failed)), "over"},
    {"ended as it reported", knows(stored(RunState::completed, {attempt(1, RunState::completed)})),
     "over"},
    {"ended, the scheduler knows better",
     knows(stored(RunState::failed, {attempt(1, RunState::failed)}),
           goneAs(Outcome::timed_out, "slurm.timeout")),
     "replace the end of 1: slurm.timeout"},
    {"ended, it was replaced",
     replaced(knows(stored(RunState::failed, {attempt(1, RunState::failed)}),
                    goneAs(Outcome::timed_out, "slurm.timeout"))),
     "over"},
    {"completed, whatever the scheduler says",
     knows(stored(RunState::completed, {attempt(1, RunState::completed)}),
           goneAs(Outcome::failed, "slurm.failed")),
     "over"},
    {"its attempt failed", knows(runningRun(RunState::failed)), "end as 1"},
    {"its attempt timed out, here", here(knows(runningRun(RunState::timed_out))), "end as 1"},
    {"its attempt timed out", knows(runningRun(RunState::timed_out)), "read the cancel mark"},
    {"its attempt timed out, cancelled", marked(knows(runningRun(RunState::timed_out)), true),
     "end as 1"},
    {"its attempt timed out, not cancelled", marked(knows(runningRun(RunState::timed_out)), false),
     "read what follows"},
    {"its scheduler continues it",
     follows(marked(knows(runningRun(RunState::timed_out)), false), GoesOn::byScheduler),
     "end as 1"},
    {"nobody continues it",
     follows(marked(knows(runningRun(RunState::timed_out)), false), GoesOn::no), "end as 1"},
    {"the service continues it",
     follows(marked(knows(runningRun(RunState::timed_out)), false), GoesOn::byService),
     "read the document"},
    {"the service continues it after its time limit only",
     followsEach(marked(knows(runningRun(RunState::timed_out)), false), GoesOn::byService,
                 GoesOn::no),
     "read the document"},
    {"the service continues it after a preemption only, and it timed out",
     followsEach(marked(knows(runningRun(RunState::timed_out)), false), GoesOn::no,
                 GoesOn::byService),
     "end as 1"},
    {"the service continues it after a preemption only, and it was preempted",
     followsEach(marked(knows(runningRun(RunState::preempted)), false), GoesOn::no,
                 GoesOn::byService),
     "read the document"},
    {"the service continues it: what it reached",
     reads(follows(marked(knows(runningRun(RunState::timed_out)), false), GoesOn::byService),
           document()),
     "read the progress"},
    {"the service continues it: submitted again",
     progressed(
         reads(follows(marked(knows(runningRun(RunState::timed_out)), false), GoesOn::byService),
               document())),
     "submit again"},
    {"the service continues it: not what it is to do",
     progressed(
         reads(follows(marked(knows(runningRun(RunState::timed_out)), false), GoesOn::byService),
               document(false))),
     "end as 1"},
    {"the service continues it: no progress",
     progressed(
         reads(follows(marked(knows(stored(RunState::running, {attempt(1, RunState::timed_out),
                                                               attempt(2, RunState::timed_out)})),
                              false),
                       GoesOn::byService),
               document())),
     "end as 2"},
    {"the service continues it: a cancellation is on its way",
     cancelling(progressed(
         reads(follows(marked(knows(runningRun(RunState::timed_out)), false), GoesOn::byService),
               document()))),
     "end as 1"},
    {"preempted", follows(marked(knows(runningRun(RunState::preempted)), false), GoesOn::byService),
     "read the document"},
    {"a node was lost", knows(runningRun(RunState::failed, "node.lost")), "read the cancel mark"},
    {"it failed, the scheduler only confirms it",
     replaced(
         knows(runningRun(RunState::failed), goneAs(Outcome::failed, "slurm.node_fail", false))),
     "end as 1"},
    {"what follows cannot be read",
     fails("host.unreachable", marked(knows(runningRun(RunState::timed_out)), false)),
     "wait: host.unreachable"},
    {"requeueing was refused",
     knows(requeueing(stored(RunState::waiting, {attempt(1, RunState::preempted)}))),
     "read the cancel mark"},
    {"requeueing was refused as its last start was ending",
     knows(requeueing(stored(RunState::waiting, {attempt(1, RunState::preempted)})), ending([] {
             JobState state = gone();
             state.restarts = 1;
             return state;
           }())),
     "read the cancel mark"},
    {"requeueing was refused, the scheduler ended it",
     knows(requeueing(stored(RunState::waiting, {attempt(1, RunState::preempted)})),
           goneAs(Outcome::cancelled, "slurm.cancelled")),
     "end what is left"},
    {"requeued and started, then gone",
     knows(requeueing(stored(RunState::waiting, {attempt(1, RunState::preempted)})),
           [] {
             JobState state = gone();
             state.restarts = 1;
             return state;
           }()),
     "end what is left"},
    {"completed, then requeued by a controller that forgot",
     knows(stored(RunState::waiting, {attempt(1, RunState::completed)})), "end as 1"},
    {"another job completed it",
     knows(stored(RunState::waiting, {attempt(1, RunState::completed, "x", "99")})),
     "end what is left"},
};

template <class Action>
bool isA(const WatchAction& action) {
  return std::holds_alternative<Action>(action);
}

bool concludes(const WatchAction& action) {
  return isA<watching::Finish>(action) || isA<watching::SubmitAgain>(action) ||
         isA<watching::ReplaceEnd>(action);
}

// What holds for each action in every state.
struct Rule {
  const char* name;
  bool (*holds)(const Seen& seen, const WatchAction& action);
};

const Rule rules[] = {
    {"an error ends nothing",
     [](const Seen& seen, const WatchAction& action) {
       return !seen.problem || (!concludes(action) && !isA<watching::CloseAttempt>(action));
     }},
    {"only a job that is gone ends a run",
     [](const Seen& seen, const WatchAction& action) {
       return !concludes(action) || seen.state->phase == Phase::gone;
     }},
    {"a silent scheduler closes no attempt",
     [](const Seen& seen, const WatchAction& action) {
       return !isA<watching::CloseAttempt>(action) || seen.isSuperseded ||
              seen.state->phase != Phase::unknown;
     }},
    {"no run ends while an attempt is open",
     [](const Seen& seen, const WatchAction& action) { return !concludes(action) || !seen.open; }},
    {"what is cancelled is not submitted again",
     [](const Seen& seen, const WatchAction& action) {
       return !isA<watching::SubmitAgain>(action) ||
              (!seen.hasOpenCancel && seen.isCancelled == false);
     }},
    {"a lost job is submitted again on the login node's word only",
     [](const Seen& seen, const WatchAction& action) {
       const auto* again = std::get_if<watching::SubmitAgain>(&action);
       return !again || !again->isLost || *seen.nextSubmission > seen.submission;
     }},
    {"nothing is submitted again on this computer, or of an adopted job that was lost",
     [](const Seen& seen, const WatchAction& action) {
       const auto* again = std::get_if<watching::SubmitAgain>(&action);
       return !again || (again->isLost ? !seen.isAdopted : !seen.isHere);
     }},
    {"an end of its own is written after the cancel mark was read",
     [](const Seen& seen, const WatchAction& action) {
       const auto* finish = std::get_if<watching::Finish>(&action);
       return !finish || !finish->end || seen.isCancelled.has_value();
     }},
    {"nothing is read twice",
     [](const Seen& seen, const WatchAction& action) {
       const auto* read = std::get_if<watching::Read>(&action);
       if (!read) return true;
       const bool isKnown[] = {seen.state.has_value(),          seen.isListed,
                               seen.stored.has_value(),         seen.reaped.has_value(),
                               seen.isCancelled.has_value(),    seen.output.has_value(),
                               seen.nextSubmission.has_value(), seen.follows.has_value(),
                               seen.resolved.has_value(),       seen.progress.has_value()};
       return !isKnown[static_cast<int>(read->fact)];
     }},
    {"a target that is away is waited for",
     [](const Seen& seen, const WatchAction& action) {
       if (seen.followed || !seen.problem || seen.problem->code.starts_with("store.")) return true;
       return isA<watching::WaitForTarget>(action);
     }},
};

bool bit(unsigned bits, int place) { return (bits >> place & 1u) != 0; }

// What is known before the end of a run is asked for.
template <class Check>
void forEachRound(Check check) {
  std::vector<std::optional<JobState>> jobs{std::nullopt, lost(),
                                            goneAs(Outcome::timed_out, "slurm.timeout"),
                                            goneAs(Outcome::failed, "slurm.failed", false), gone()};
  for (const Phase phase : {Phase::unknown, Phase::waiting, Phase::running})
    jobs.emplace_back(job(phase));
  const std::optional<FollowEnd> ends[] = {std::nullopt, FollowEnd::ended, FollowEnd::gone,
                                           FollowEnd::stopped};
  Seen seen = fresh();
  for (const char* problem : {"", "host.unreachable", "store.unreadable", "file.read"})
    for (const auto& state : jobs)
      for (const auto& end : ends)
        for (unsigned bits = 0; bits < 1u << 6; ++bits) {
          seen.problem.reset();
          if (*problem) seen.problem = make_error(problem, {});
          seen.state = state;
          seen.followed = end;
          seen.open.reset();
          if (bit(bits, 0) || end) seen.open = AttemptCursor{1, 0, false};
          seen.isListed = bit(bits, 1) || seen.open;
          seen.isNoted = bit(bits, 2);
          seen.hasListed = bit(bits, 3);
          seen.isHere = bit(bits, 4);
          seen.away.reset();
          if (bit(bits, 5)) seen.away = make_error("host.unreachable", {});
          check(seen);
        }
}

// Of jobs that are gone: what is known for the end, read or not, with each answer.
template <class Check>
void forEachEnd(Check check) {
  const KnownRun runs[] = {stored(RunState::waiting),
                           stored(RunState::completed, {attempt(1, RunState::completed)}),
                           runningRun(RunState::failed),
                           runningRun(RunState::timed_out),
                           runningRun(RunState::failed, "node.lost"),
                           requeueing(stored(RunState::waiting, {attempt(1, RunState::preempted)})),
                           withJobs(stored(RunState::waiting), 4)};
  const std::optional<bool> marks[] = {std::nullopt, false, true};
  const std::optional<int> numbers[] = {std::nullopt, 1, 2};
  const std::optional<WhatFollows> after[] = {
      std::nullopt, WhatFollows{GoesOn::byService, GoesOn::byService}, WhatFollows{}};
  using Resolved = std::optional<std::optional<Experiment>>;
  const Resolved documents[] = {Resolved(), Resolved(std::in_place),
                                std::optional<Experiment>(document()),
                                std::optional<Experiment>(document(true, true))};
  for (const auto& experiment : documents)
    for (const KnownRun& run : runs)
      for (const JobState& state : {lost(), gone(), goneAs(Outcome::timed_out, "slurm.timeout")}) {
        Seen seen = knows(run, state);
        seen.resolved = experiment;
        for (const auto& mark : marks)
          for (const auto& number : numbers)
            for (const auto& what : after)
              for (unsigned bits = 0; bits < 1u << 6; ++bits) {
                seen.isCancelled = mark;
                seen.nextSubmission = number;
                seen.follows = what;
                seen.progress.reset();
                if (bit(bits, 0)) seen.progress = RunProgress{};
                seen.reaped = bit(bits, 1) ? std::optional(0) : std::nullopt;
                seen.output.reset();
                if (bit(bits, 2)) seen.output = QByteArray();
                seen.hasOpenCancel = bit(bits, 3);
                seen.isAdopted = bit(bits, 4);
                seen.isHere = bit(bits, 5);
                check(seen);
              }
      }
}

}  // namespace

class WatchDecisionTest : public QObject {
  Q_OBJECT

 private slots:
  void itDecides_data() {
    QTest::addColumn<const Row*>("row");
    for (const auto rows : {std::span<const Row>(roundRows), std::span<const Row>(silentRows),
                            std::span<const Row>(unstartedRows), std::span<const Row>(endRows)})
      for (const Row& row : rows) QTest::newRow(row.name) << &row;
  }
  void itDecides() {
    QFETCH(const Row*, row);
    // Its kind is from the table of messages.
    if (row->seen.problem) QVERIFY(row->seen.problem->message != row->seen.problem->code);
    QCOMPARE(told(decideWatch(row->seen)), std::string(row->action));
  }

  void everyStateKeepsTheRules() {
    std::array<int, std::size(rules)> broken{};
    std::set<std::string> conclusions;
    int count = 0;
    const auto check = [&](const Seen& seen) {
      const WatchAction action = decideWatch(seen);
      if (concludes(action)) conclusions.insert(told(action));
      for (std::size_t i = 0; i < std::size(rules); ++i)
        broken[i] += rules[i].holds(seen, action) ? 0 : 1;
      ++count;
    };
    forEachRound(check);
    forEachEnd(check);
    QVERIFY(count > 50000);
    for (std::size_t i = 0; i < std::size(rules); ++i) QVERIFY2(broken[i] == 0, rules[i].name);
    // Each kind of end is among them.
    for (const char* end : {"over", "end as 1", "submit again", "submit again, it was lost",
                            "end: cancelled cancelled", "end: failed slurm.lost"})
      QVERIFY2(conclusions.contains(end), end);
  }

  // Following an attempt: what is gone, and what only seems to be.
  void anAttemptIsGone_data() {
    QTest::addColumn<JobState>("state");
    QTest::addColumn<bool>("wasRunning");
    QTest::addColumn<int>("newest");
    QTest::addColumn<double>("now");
    QTest::addColumn<int>("expected");
    const auto row = [](const char* name, JobState state, bool wasRunning, int newest, double now,
                        AttemptNow expected) {
      QTest::newRow(name) << state << wasRunning << newest << now << static_cast<int>(expected);
    };
    using enum AttemptNow;
    row("running", job(Phase::running, 1), true, 0, 5, continues);
    row("running, to be listed", job(Phase::running, 1), true, 0, 20, list);
    row("running, the newest", job(Phase::running, 1), true, 3, 20, continues);
    row("running, a newer one", job(Phase::running, 1), true, 4, 20, superseded);
    row("gone", watch_rows::gone(), true, 0, 5, gone);
    row("restarted", job(Phase::running, 2), true, 0, 5, gone);
    row("waiting after it ran", job(Phase::waiting, 1), true, 0, 5, gone);
    row("waiting: an old answer", job(Phase::waiting, 1), false, 0, 5, continues);
    row("waiting: too old for an old answer", job(Phase::waiting, 1), false, 0, 180, gone);
    row("silent", job(Phase::unknown), true, 0, 5, continues);
    row("silent for long", job(Phase::unknown), true, 3, 10000, continues);
    row("silent, a newer one", job(Phase::unknown), true, 4, 20, superseded);
  }
  void anAttemptIsGone() {
    QFETCH(JobState, state);
    QFETCH(bool, wasRunning);
    QFETCH(int, newest);
    QFETCH(double, now);
    QFETCH(int, expected);
    const FollowedAttempt followed{3, 1, wasRunning, 0, 20};
    // Its scheduler has been silent so far.
    const FollowedAttempt unknown{3, {}, wasRunning, 0, 20};
    if (state.restarts > 0 && state.phase == Phase::running)
      QVERIFY(decideFollowed(unknown, state, 3, now) == AttemptNow::continues);
    const auto listing = newest > 0 ? std::optional(newest) : std::nullopt;
    QCOMPARE(static_cast<int>(decideFollowed(followed, state, listing, now)), expected);
  }
};

TRAINYARD_TEST(WatchDecisionTest);

}  // namespace trainyard::watch_rows

#include "watch_decision_test.moc"
