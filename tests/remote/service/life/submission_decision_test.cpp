// SPDX-License-Identifier: GPL-3.0-or-later
// What is done next for a submission, row by row, and what holds in every state.
#include <array>
#include <span>

#include <QTest>

#include "tests/qt_tests.h"
#include "tests/remote/service/life/submission_rows.h"

namespace trainyard::submission_rows {
namespace {

// The way of a submission without faults, and its ends.
const Row usualRows[] = {
    {"it is asked for", in(State::requested), "reach the target, as requested"},
    {"its target answers", done(in(State::preparing), Step::reach), "submit"},
    {"its job is in the store", done(in(State::settled), Step::submit), "close"},
    {"nothing is known of it", in(State::reached), "reach the target, as requested"},
    {"the target answers, a job may exist", done(in(State::reached), Step::reach),
     "look up or submit"},
    {"it waited", again(in(State::preparing)), "reach the target"},
    {"it waited, a job may exist", again(in(State::reached)), "reach the target"},
    {"held", in(State::held), "wait for the turn"},
    {"held, the service ends", ending(in(State::held)), "wait for the turn"},
    {"held, another run of its study failed", with(in(State::held), Cancel::givenUp),
     "cancelled: study.given_up"},
    {"its turn was to come at once, another failed", with(in(State::requested), Cancel::givenUp),
     "cancelled: study.given_up"},
    {"held, cancelled", with(in(State::held), Cancel::requested), "cancelled: run.cancelled"},
    {"the service ends", ending(in(State::preparing)), "leave to the next service"},
    {"the service ends during a step", ending(done(in(State::reached), Step::submit, "cancelled")),
     "leave to the next service"},
    {"the service ends, the job is there", ending(done(in(State::settled), Step::submit)), "close"},
    {"the service ends while it is cancelled",
     ending(with(in(State::preparing), Cancel::requested)), "leave to the next service"},
    {"the service ends before a failure is stored",
     ending(failing(in(State::preparing), "scheduler.refused")), "leave to the next service"},
    {"the target was never reached", done(in(State::requested), Step::reach, "host.unreachable"),
     "removed: host.unreachable"},
    {"the target was never reached, nobody waits",
     alone(done(in(State::requested), Step::reach, "host.unreachable")),
     "failed: host.unreachable"},
    {"the target is not known", done(in(State::requested), Step::reach, "target.unknown"),
     "removed: target.unknown"},
    {"the login needs a person, never reached",
     done(in(State::requested), Step::reach, "host.needs_person"), "removed: host.needs_person"},
    {"rejected", done(in(State::reached), Step::submit, "scheduler.refused"),
     "removed: scheduler.refused"},
    {"rejected, nobody waits", alone(done(in(State::reached), Step::submit, "scheduler.refused")),
     "failed: scheduler.refused"},
    {"the document has errors", done(in(State::preparing), Step::submit, "program.not_installed"),
     "removed: program.not_installed"},
    {"the folder belongs to something else",
     done(in(State::preparing), Step::submit, "run.folder_taken"), "removed: run.folder_taken"},
    {"the store did not accept the failure",
     failing(done(in(State::reached), Step::submit, "scheduler.refused"), "scheduler.refused"),
     "removed: scheduler.refused"},
    {"the store did not accept the failure, the caller left",
     alone(failing(in(State::reached), "scheduler.refused")), "failed: scheduler.refused"},
    {"the store did not accept the failure, it is cancelled",
     with(failing(in(State::reached), "scheduler.refused"), Cancel::requested),
     "removed: scheduler.refused"},
    {"a run before it has no job yet", done(in(State::reached), Step::submit, "after.no_job"),
     "wait: after.no_job"},
    {"a run before it failed", done(in(State::reached), Step::submit, "after.not_completed"),
     "removed: after.not_completed"},
};

const Row furtherRows[] = {
    {"further job: asked for", job(2, State::requested, false), "reach the target, as requested"},
    {"further job: the target answers", done(job(2, State::preparing, false), Step::reach),
     "choose the number"},
    {"further job: continued before it was numbered",
     done(job(2, State::reached, false), Step::reach), "choose the number"},
    {"further job: numbered", done(job(3, State::preparing), Step::chooseNumber), "submit job 3"},
    {"further job: continued", done(job(3, State::reached), Step::reach),
     "look up or submit job 3"},
    {"further job: the link broke while it was numbered",
     done(job(2, State::preparing, false), Step::chooseNumber, "host.unreachable"),
     "wait: host.unreachable"},
    {"further job: the store did not accept the number",
     done(job(2, State::preparing), Step::chooseNumber, "store.unreadable"),
     "as before: store.unreadable"},
    {"further job: lost", done(job(2, State::reached), Step::submit, "scheduler.lost"),
     "take the next number"},
    {"further job: lost a third time",
     lost(done(job(4, State::reached), Step::submit, "scheduler.lost"), 2), "take the next number"},
    {"further job: lost too often",
     lost(done(job(5, State::reached), Step::submit, "scheduler.lost"), 3),
     "as before: scheduler.lost"},
    {"a new run: lost too often", done(in(State::reached), Step::submit, "scheduler.lost"),
     "removed: scheduler.lost"},
    {"further job: the next number", done(job(3, State::reached), Step::chooseNumber),
     "look up or submit job 3"},
    {"further job: rejected", done(job(2, State::reached), Step::submit, "scheduler.refused"),
     "as before: scheduler.refused"},
    {"further job of an open run: rejected",
     open(done(job(2, State::reached), Step::submit, "scheduler.refused")),
     "failed: scheduler.refused"},
    {"further job: its target was never reached",
     done(job(2, State::requested, false), Step::reach, "host.unreachable"),
     "as before: host.unreachable"},
    {"further job: cancelled", with(job(2, State::preparing), Cancel::requested),
     "leave the cancellation to the job"},
    {"further job: cancelled, the step was stopped",
     with(done(job(2, State::reached), Step::submit, "cancelled"), Cancel::requested),
     "leave the cancellation to the job"},
    {"further job: cancelled before the target was reached",
     with(job(2, State::requested, false), Cancel::requested), "leave the cancellation to the job"},
    {"further job: the cancellation is left to it",
     with(again(job(2, State::reached)), Cancel::leftToJob), "reach the target"},
};

const Row cancelRows[] = {
    {"cancelled before the target was reached", with(in(State::requested), Cancel::requested),
     "cancelled: run.cancelled"},
    {"cancelled while it is prepared", with(in(State::preparing), Cancel::requested), "discard"},
    {"cancelled while it is prepared, the step was stopped",
     with(done(in(State::preparing), Step::submit, "cancelled"), Cancel::requested), "discard"},
    {"cancelled, a job may exist", with(in(State::reached), Cancel::requested), "discard"},
    {"cancelled, its target is no longer in the settings",
     unknown(with(in(State::preparing), Cancel::requested)), "cancelled: run.cancelled"},
    {"cancelled, the job is there already", with(in(State::settled), Cancel::requested), "close"},
    {"cancelled and removed", with(done(in(State::preparing), Step::discard), Cancel::requested),
     "cancelled: run.cancelled"},
    {"cancelled, it had been submitted",
     with(done(in(State::reached), Step::discard, "run.submitted"), Cancel::requested),
     "leave the cancellation to the job"},
    {"cancelled, submitted without being noticed",
     with(done(in(State::preparing), Step::discard, "run.submitted"), Cancel::requested),
     "leave the cancellation to the job"},
    {"cancelled, the link is broken",
     with(done(in(State::preparing), Step::discard, "host.unreachable"), Cancel::requested),
     "wait to discard: host.unreachable"},
    {"cancelled, the link is broken, a job may exist",
     with(done(in(State::reached), Step::discard, "host.unreachable"), Cancel::requested),
     "wait to discard: host.unreachable"},
    {"cancelled, the folder cannot be removed",
     with(done(in(State::preparing), Step::discard, "file.permission"), Cancel::requested),
     "cancelled: run.cancelled_and_left"},
    {"cancelled, a job may exist and the folder cannot be removed",
     with(done(in(State::reached), Step::discard, "file.permission"), Cancel::requested),
     "wait to discard: file.permission"},
    {"cancelled, the folder is somebody else's",
     with(done(in(State::reached), Step::discard, "run.folder_taken"), Cancel::requested),
     "cancelled: run.cancelled_and_left"},
    {"cancelled, it waited to discard", with(again(in(State::reached)), Cancel::requested),
     "discard"},
    {"the cancellation is left to the job: it is looked for",
     with(done(in(State::reached), Step::reach), Cancel::leftToJob), "look up or submit"},
    {"the cancellation is left to the job: it is away",
     with(done(in(State::reached), Step::submit, "host.unreachable"), Cancel::leftToJob),
     "wait: host.unreachable"},
    {"the cancellation is left to the job: it was not released",
     with(done(in(State::reached), Step::submit, "submission.cancelled"), Cancel::leftToJob),
     "removed: submission.cancelled"},
};

// Every combination of what can be observed, with every error that a program knows.
template <class Check>
int forEach(Check check) {
  std::vector<std::optional<Error>> errors(1);
  for (const MessageTemplate& known : message_templates()) {
    Error error;
    error.code = known.code;
    error.kind = known.kind;
    const bool isSpecial = known.code == "run.submitted" || known.code == "run.folder_taken" ||
                           known.code == "scheduler.lost" || known.code == "program.deadline";
    const bool isNew = std::ranges::none_of(
        errors, [&](const auto& other) { return other && other->kind == error.kind; });
    if (isSpecial || isNew) errors.push_back(std::move(error));
  }
  int count = 0;
  SubmissionObservation seen;
  for (const auto& error : errors)
    for (unsigned bits = 0; bits < 1u << 6; ++bits)
      for (const State state :
           {State::held, State::requested, State::preparing, State::reached, State::settled})
        for (const Step last :
             {Step::none, Step::reach, Step::chooseNumber, Step::submit, Step::discard})
          for (const Cancel cancel :
               {Cancel::none, Cancel::requested, Cancel::leftToJob, Cancel::givenUp}) {
            if (error && last == Step::none) continue;
            const auto bit = [bits](int place) { return (bits >> place & 1u) != 0; };
            seen.state = state;
            seen.furtherJob = bit(0) ? std::optional(2) : std::nullopt;
            seen.isNumbered = bit(1);
            seen.wasEnded = seen.hasCaller = bit(2);
            seen.isTargetKnown = bit(3);
            seen.isServiceEnding = bit(4);
            seen.logins = bit(5) ? 1 : 0;
            seen.lateTries = bit(5) ? 4 : 0;
            seen.lostJobs = bit(5) ? 3 : 0;
            seen.cancel = cancel;
            seen.last = last;
            seen.error = error;
            check(seen, decideSubmission(seen));
            ++count;
          }
  return count;
}

template <class Action>
bool is(const SubmissionAction& action) {
  return std::holds_alternative<Action>(action);
}

bool isCancelled(const SubmissionObservation& seen) {
  return seen.cancel == Cancel::requested || seen.cancel == Cancel::givenUp;
}

// What holds for each action in every state.
struct Rule {
  const char* name;
  bool (*holds)(const SubmissionObservation& seen, const SubmissionAction& action);
};

using End = submission::End;
const Rule rules[] = {
    {"what may have a job is looked for",
     [](const auto& seen, const auto& action) {
       const auto* submit = std::get_if<submission::Submit>(&action);
       return !submit || submit->mayExist == (seen.state == State::reached);
     }},
    {"a further job has the number that was chosen",
     [](const auto& seen, const auto& action) {
       const auto* submit = std::get_if<submission::Submit>(&action);
       return !submit || !seen.furtherJob ||
              (submit->furtherJob == seen.furtherJob &&
               (seen.isNumbered || seen.last == Step::chooseNumber));
     }},
    {"only the target's own answer ends what may have a job",
     [](const auto& seen, const auto& action) {
       const auto* end = std::get_if<End>(&action);
       if (!end || seen.state != State::reached || isCancelled(seen)) return true;
       return seen.error && seen.last != Step::reach && !may_succeed_later(*seen.error);
     }},
    {"an unreachable target ends nothing that has begun",
     [](const auto& seen, const auto& action) {
       if (!is<End>(action) || seen.state == State::requested || !seen.error) return true;
       const ErrorKind kind = seen.error->kind;
       if (kind != ErrorKind::unreachable && kind != ErrorKind::needs_person &&
           kind != ErrorKind::pending && kind != ErrorKind::cancelled)
         return true;
       return seen.state == State::held || seen.cancel == Cancel::givenUp ||
              (seen.cancel == Cancel::requested && !seen.isTargetKnown);
     }},
    {"what is cancelled is not submitted",
     [](const auto& seen, const auto& action) {
       return !isCancelled(seen) ||
              (!is<submission::Submit>(action) && !is<submission::ChooseNumber>(action) &&
               !is<submission::ReachTarget>(action) && !is<submission::CountLost>(action));
     }},
    {"nothing ends as cancelled that is not",
     [](const auto& seen, const auto& action) {
       const auto* end = std::get_if<End>(&action);
       return !end || end->as != End::As::cancelled || isCancelled(seen);
     }},
    {"only a new run that is cancelled is discarded",
     [](const auto& seen, const auto& action) {
       return !is<submission::Discard>(action) ||
              (seen.cancel == Cancel::requested && !seen.furtherJob);
     }},
    {"a service that ends begins nothing",
     [](const auto& seen, const auto& action) {
       return !seen.isServiceEnding || seen.state == State::held || is<submission::Close>(action) ||
              is<submission::LeaveToNext>(action) || seen.cancel == Cancel::givenUp;
     }},
    {"nothing is left to the next service while this one goes on",
     [](const auto& seen, const auto& action) {
       return seen.isServiceEnding || !is<submission::LeaveToNext>(action);
     }},
    {"what is settled is closed, and nothing else is",
     [](const auto& seen, const auto& action) {
       return is<submission::Close>(action) == (seen.state == State::settled);
     }},
    {"only a run whose caller is told is removed, and none that has had a job",
     [](const auto& seen, const auto& action) {
       const auto* end = std::get_if<End>(&action);
       return !end || end->as != End::As::removed || (seen.hasCaller && !seen.furtherJob);
     }},
    {"a run that had ended is left as it was by a further job that fails",
     [](const auto& seen, const auto& action) {
       const auto* end = std::get_if<End>(&action);
       return !end || isCancelled(seen) || !seen.furtherJob ||
              (end->as == End::As::before) == seen.wasEnded;
     }},
    {"a login is only retried for a person once",
     [](const auto& seen, const auto& action) {
       const auto* reach = std::get_if<submission::ReachTarget>(&action);
       return !reach || reach->isFirst == (seen.logins == 0);
     }},
};

}  // namespace

class SubmissionDecisionTest : public QObject {
  Q_OBJECT

 private slots:
  void itDecides_data() {
    QTest::addColumn<const Row*>("row");
    for (const auto rows : {std::span<const Row>(usualRows), std::span<const Row>(furtherRows),
                            std::span<const Row>(cancelRows)})
      for (const Row& row : rows) QTest::newRow(row.name) << &row;
  }
  void itDecides() {
    QFETCH(const Row*, row);
    // Its kind is from the table of messages.
    if (row->seen.error) QVERIFY(row->seen.error->message != row->seen.error->code);
    QCOMPARE(told(decideSubmission(row->seen)), std::string(row->action));
  }

  void everyStateKeepsTheRules() {
    std::array<int, std::size(rules)> broken{};
    const int count =
        forEach([&](const SubmissionObservation& seen, const SubmissionAction& action) {
          for (std::size_t i = 0; i < std::size(rules); ++i)
            broken[i] += rules[i].holds(seen, action) ? 0 : 1;
        });
    QVERIFY(count > 50000);
    for (std::size_t i = 0; i < std::size(rules); ++i) QVERIFY2(broken[i] == 0, rules[i].name);
  }

  void statesFollowEvents() {
    using Event = SubmissionEvent;
    for (const State state : {State::held, State::requested, State::preparing, State::reached}) {
      QCOMPARE(after(state, Event::restarted), state == State::held ? State::held : State::reached);
      QCOMPARE(after(state, Event::submitting), State::reached);
      QCOMPARE(after(state, Event::settled), State::settled);
      QCOMPARE(after(state, Event::numberChosen), State::preparing);
    }
    QCOMPARE(after(State::held, Event::turnCame), State::preparing);
    QCOMPARE(after(State::requested, Event::turnCame), State::requested);
    QCOMPARE(after(State::requested, Event::targetReached), State::preparing);
    QCOMPARE(after(State::reached, Event::targetReached), State::reached);
  }

  void aSecondCancelChangesNothing() {
    QCOMPARE(afterCancel(Cancel::none), Cancel::requested);
    QCOMPARE(afterCancel(Cancel::requested), Cancel::requested);
    QCOMPARE(afterCancel(Cancel::leftToJob), Cancel::leftToJob);
    QCOMPARE(afterCancel(Cancel::givenUp), Cancel::givenUp);
  }

  void requestsOfAnOlderVersionAreContinued() {
    const auto newRun = continuedRequest(
        R"({"fail_fast":true,"held":false,"overrides":["a=1"],"parallel":2,"path":"/e.yaml",)"
        R"("target":"far","text":"name: é\n"})");
    QCOMPARE(newRun.state, State::reached);
    QCOMPARE(newRun.path, QStringLiteral("/e.yaml"));
    QCOMPARE(newRun.text, QByteArray("name: é\n"));
    QCOMPARE(newRun.overrides, QStringList{QStringLiteral("a=1")});
    QCOMPARE(newRun.target, QStringLiteral("far"));
    QCOMPARE(newRun.parallel, 2);
    QVERIFY(newRun.failFast && !newRun.number);
    const auto held = continuedRequest(R"({"held":true,"parallel":1,"path":"/e.yaml"})");
    QCOMPARE(held.state, State::held);
    const auto further = continuedRequest(R"({"numbered":true,"submission":3})");
    QCOMPARE(further.state, State::reached);
    QVERIFY(further.number == 3 && further.isNumbered);
    QVERIFY(!continuedRequest(R"({"numbered":false,"submission":2})").isNumbered);
  }

  void requestsAreStoredAndContinued() {
    SubmissionRequest request;
    request.state = State::held;
    request.path = QStringLiteral("/e.yaml");
    request.text = "name: é\n";
    request.overrides << QStringLiteral("a=1");
    request.target = QStringLiteral("far");
    request.parallel = 2;
    request.failFast = true;
    const auto held = continuedRequest(storedText(request));
    QCOMPARE(storedText(held), storedText(request));
    request.state = State::preparing;
    QCOMPARE(continuedRequest(storedText(request)).state, State::reached);
    SubmissionRequest further;
    further.number = 4;
    further.isNumbered = true;
    const auto continued = continuedRequest(storedText(further));
    QVERIFY(continued.number == 4 && continued.isNumbered);
    // What cannot be read is left out, and a job may exist.
    QCOMPARE(continuedRequest("not JSON").state, State::reached);
  }
};

TRAINYARD_TEST(SubmissionDecisionTest);

}  // namespace trainyard::submission_rows

#include "submission_decision_test.moc"
