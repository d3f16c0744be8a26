// SPDX-License-Identifier: GPL-3.0-or-later
// Observations of a submission, and what is done next in a few words: for tables.
#pragma once

#include <string>

#include "engine/contract/messages.h"
#include "remote/service/life/submission_decision.h"

namespace trainyard::submission_rows {

using State = SubmissionState;
using Step = SubmissionStep;
using Cancel = SubmissionCancel;

inline std::string codeOf(const Error& error) { return error.code; }

inline std::string told(const submission::WaitForTurn&) { return "wait for the turn"; }
inline std::string told(const submission::LeaveToNext&) { return "leave to the next service"; }
inline std::string told(const submission::ReachTarget& step) {
  return step.isFirst ? "reach the target, as requested" : "reach the target";
}
inline std::string told(const submission::ChooseNumber&) { return "choose the number"; }
inline std::string told(const submission::Submit& step) {
  const std::string number = step.furtherJob ? " job " + std::to_string(*step.furtherJob) : "";
  return (step.mayExist ? "look up or submit" : "submit") + number;
}
inline std::string told(const submission::CountLost&) { return "take the next number"; }
inline std::string told(const submission::Discard&) { return "discard"; }
inline std::string told(const submission::LeaveCancelToJob&) {
  return "leave the cancellation to the job";
}
inline std::string told(const submission::WaitForTarget& step) {
  const std::string tries = step.lateTries > 0 ? " (" + std::to_string(step.lateTries) + ")" : "";
  return (step.isDiscarding ? "wait to discard: " : "wait: ") + codeOf(step.why) + tries;
}
inline std::string told(const submission::End& end) {
  const char* const ways[] = {"failed: ", "as before: ", "removed: ", "cancelled: "};
  return ways[static_cast<int>(end.as)] + codeOf(end.error);
}
inline std::string told(const submission::Close&) { return "close"; }
inline std::string told(const SubmissionAction& action) {
  return std::visit([](const auto& step) { return told(step); }, action);
}

struct Row {
  const char* name;
  SubmissionObservation seen;
  const char* action;
};

inline SubmissionObservation in(State state) {
  SubmissionObservation seen;
  seen.state = state;
  seen.hasCaller = true;
  return seen;
}
inline SubmissionObservation job(int number, State state, bool isNumbered = true) {
  SubmissionObservation seen = in(state);
  seen.furtherJob = number;
  seen.isNumbered = isNumbered;
  seen.wasEnded = true;
  return seen;
}
inline SubmissionObservation done(SubmissionObservation seen, Step step,
                                  const char* error = nullptr) {
  seen.last = step;
  seen.logins = 1;
  if (error) seen.error = make_error(error, {});
  return seen;
}
inline SubmissionObservation with(SubmissionObservation seen, Cancel cancel) {
  seen.cancel = cancel;
  return seen;
}
inline SubmissionObservation again(SubmissionObservation seen) {
  seen.logins = 1;
  return seen;
}
inline SubmissionObservation alone(SubmissionObservation seen) {
  seen.hasCaller = false;
  return seen;
}
inline SubmissionObservation late(SubmissionObservation seen, int tries) {
  seen.lateTries = tries;
  return seen;
}
inline SubmissionObservation lost(SubmissionObservation seen, int jobs) {
  seen.lostJobs = jobs;
  return seen;
}
inline SubmissionObservation ending(SubmissionObservation seen) {
  seen.isServiceEnding = true;
  return seen;
}
inline SubmissionObservation unknown(SubmissionObservation seen) {
  seen.isTargetKnown = false;
  return seen;
}
inline SubmissionObservation failing(SubmissionObservation seen, const char* error) {
  seen.failure = make_error(error, {});
  return seen;
}
inline SubmissionObservation open(SubmissionObservation seen) {
  seen.wasEnded = false;
  return seen;
}

}  // namespace trainyard::submission_rows
