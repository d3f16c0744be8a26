// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/life/submission_decision.h"

#include "engine/contract/messages.h"
#include "remote/submit/submit.h"

namespace trainyard {
namespace {

// How many commands in a row may end by their deadline, and how many jobs may be lost.
constexpr int lateLimit = 5, lostJobLimit = 3;
constexpr auto cancelledCode = static_cast<ExitCode>(128 + 15);

submission::End cancelledWith(const char* code, Map arguments = {}) {
  return {submission::End::As::cancelled, make_error(code, std::move(arguments), cancelledCode)};
}

submission::End failedWith(const SubmissionObservation& seen, const Error& error) {
  if (seen.furtherJob)
    return {seen.wasEnded ? submission::End::As::before : submission::End::As::failed, error};
  return {seen.hasCaller ? submission::End::As::removed : submission::End::As::failed, error};
}

SubmissionAction decideCancelled(const SubmissionObservation& seen) {
  if (seen.furtherJob) return submission::LeaveCancelToJob{};
  if (!seen.isTargetKnown || seen.state == SubmissionState::requested)
    return cancelledWith("run.cancelled");
  if (seen.last != SubmissionStep::discard) return submission::Discard{};
  if (!seen.error) return cancelledWith("run.cancelled");
  if (seen.error->code == "run.submitted") return submission::LeaveCancelToJob{};
  const bool mayHaveJob = seen.state == SubmissionState::reached;
  if (!may_succeed_later(*seen.error) && (!mayHaveJob || seen.error->code == "run.folder_taken"))
    return cancelledWith("run.cancelled_and_left", {{"why", as_argument(*seen.error)}});
  return submission::WaitForTarget{*seen.error, true, seen.lateTries};
}

// A command that was delayed by a sleeping computer or a busy login node is retried; one that never
// ends is not.
SubmissionAction decideAfterError(const SubmissionObservation& seen) {
  const bool mayHaveJob = seen.state == SubmissionState::reached;
  if (seen.furtherJob && seen.last == SubmissionStep::submit &&
      seen.error->code == "scheduler.lost" && seen.lostJobs < lostJobLimit)
    return submission::CountLost{};
  // An unreachable target says nothing about a job that may exist.
  const Error why =
      mayHaveJob && seen.last == SubmissionStep::reach ? unsettled(*seen.error) : *seen.error;
  const int lateTries = why.code == "program.deadline" ? seen.lateTries + 1 : 0;
  if (seen.state == SubmissionState::requested || !may_succeed_later(why) ||
      (lateTries >= lateLimit && !mayHaveJob))
    return failedWith(seen, why);
  return submission::WaitForTarget{why, false, lateTries};
}

}  // namespace

SubmissionCancel afterCancel(SubmissionCancel cancel) {
  return cancel == SubmissionCancel::none ? SubmissionCancel::requested : cancel;
}

SubmissionAction decideSubmission(const SubmissionObservation& seen) {
  if (seen.state == SubmissionState::settled) return submission::Close{};
  if (seen.cancel == SubmissionCancel::givenUp) return cancelledWith("study.given_up");
  const bool isCancelled = seen.cancel == SubmissionCancel::requested;
  if (seen.state == SubmissionState::held) {
    if (isCancelled) return cancelledWith("run.cancelled");
    return submission::WaitForTurn{};
  }
  if (seen.isServiceEnding) return submission::LeaveToNext{};
  if (seen.failure) return failedWith(seen, *seen.failure);
  if (isCancelled) return decideCancelled(seen);
  if (seen.error) return decideAfterError(seen);
  switch (seen.last) {
    case SubmissionStep::none:
    case SubmissionStep::discard:
    case SubmissionStep::submit:
      return submission::ReachTarget{seen.logins == 0};
    case SubmissionStep::reach:
      if (seen.furtherJob && !seen.isNumbered) return submission::ChooseNumber{};
      break;
    case SubmissionStep::chooseNumber:
      break;
  }
  return submission::Submit{seen.furtherJob, seen.state == SubmissionState::reached};
}

}  // namespace trainyard
