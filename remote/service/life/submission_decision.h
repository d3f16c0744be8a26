// SPDX-License-Identifier: GPL-3.0-or-later
// What is done next for a submission, from what is known of it. Pure: Submissions asks, does what
// the answer says, notes what came of it, and asks again.
#pragma once

#include <optional>
#include <variant>

#include "engine/contract/result.h"
#include "remote/service/life/submission_state.h"
#include "remote/store/records.h"

namespace trainyard {

enum class SubmissionCancel {
  none,
  requested,
  leftToJob,  // a job may exist: it is found, and then ended
  givenUp,    // while it was held: another run of its study has failed
};
// A request to cancel: what is left to the job already, is.
SubmissionCancel afterCancel(SubmissionCancel cancel);

// What was done last, since the last pause.
enum class SubmissionStep { none, reach, chooseNumber, submit, discard };

struct SubmissionObservation {
  SubmissionState state = SubmissionState::requested;
  std::optional<int> furtherJob;  // its number; nothing: it is a new run
  bool isNumbered = false;        // furtherJob: the number is certain
  bool wasEnded = false;          // furtherJob: the run had ended before it
  bool hasCaller = false;         // somebody waits for the answer
  bool isTargetKnown = true;      // it is in the settings
  bool isServiceEnding = false;   // the next service continues
  int logins = 0;                 // how often the target was to be reached
  int lateTries = 0;              // in a row, ended by a command's deadline
  int lostJobs = 0;               // in a row, that the scheduler lost before they began
  SubmissionCancel cancel = SubmissionCancel::none;
  SubmissionStep last = SubmissionStep::none;
  std::optional<Error> error{};    // of the last step
  std::optional<Error> failure{};  // it is to end with this: the store has not accepted that yet
};

namespace submission {

struct WaitForTurn {};  // in the study
struct LeaveToNext {};  // the next service continues
struct ReachTarget {
  bool isFirst = true;  // a person has just asked for it, so that a refused login is retried
};
struct ChooseNumber {};  // that of no failed submission
// `mayExist`: the job is looked for first.
struct Submit {
  std::optional<int> furtherJob;
  bool mayExist = false;
};
struct CountLost {};         // its number is used up: the next one is taken
struct Discard {};           // removes what was created, unless a job may exist
struct LeaveCancelToJob {};  // continues until the job is found
struct WaitForTarget {
  Error why;
  bool isDiscarding = false;
  int lateTries = 0;
};
// No job exists or will exist.
struct End {
  // How the run is left: it failed; as before a further job; removed, since its caller is told; or
  // cancelled.
  enum class As { failed, before, removed, cancelled } as = As::failed;
  Error error;
};
struct Close {};  // it is settled

}  // namespace submission

using SubmissionAction =
    std::variant<submission::WaitForTurn, submission::LeaveToNext, submission::ReachTarget,
                 submission::ChooseNumber, submission::Submit, submission::CountLost,
                 submission::Discard, submission::LeaveCancelToJob, submission::WaitForTarget,
                 submission::End, submission::Close>;

SubmissionAction decideSubmission(const SubmissionObservation& seen);

}  // namespace trainyard
