// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/slurm/slurm_states.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "engine/contract/messages.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

using Phase = JobState::Phase;

struct Final {
  Outcome outcome;
  int exitCode;  // if Slurm reports none
  bool wins;
};
struct StateMeaning {
  std::string_view word;
  Phase phase;
  std::optional<Final> final;
};

// Base states and flags of https://slurm.schedmd.com/job_state_codes.html; in text output a flag
// replaces the state.
constexpr int failedCode = static_cast<int>(ExitCode::failed),
              environmentCode = static_cast<int>(ExitCode::environment);
const std::array<StateMeaning, 29> stateTable{{
    {"PENDING", Phase::waiting, {}},
    {"RUNNING", Phase::running, {}},
    {"SUSPENDED", Phase::running, {}},
    {"COMPLETED", Phase::gone, Final{Outcome::completed, 0, false}},
    {"FAILED", Phase::gone, Final{Outcome::failed, failedCode, false}},
    {"CANCELLED", Phase::gone, Final{Outcome::cancelled, 128 + 15, true}},
    {"TIMEOUT", Phase::gone, Final{Outcome::timed_out, 128 + 15, true}},
    {"DEADLINE", Phase::gone, Final{Outcome::timed_out, 128 + 15, true}},
    {"PREEMPTED", Phase::gone, Final{Outcome::preempted, 128 + 15, true}},
    {"OUT_OF_MEMORY", Phase::gone,
     Final{Outcome::failed, static_cast<int>(ExitCode::out_of_memory), false}},
    {"NODE_FAIL", Phase::gone, Final{Outcome::failed, environmentCode, true}},
    {"BOOT_FAIL", Phase::gone, Final{Outcome::failed, environmentCode, true}},
    {"REVOKED", Phase::gone, Final{Outcome::failed, failedCode, true}},
    {"COMPLETING", Phase::running, {}},
    {"CONFIGURING", Phase::waiting, {}},
    {"POWER_UP_NODE", Phase::waiting, {}},
    {"EXPEDITING", Phase::waiting, {}},
    {"REQUEUED", Phase::waiting, {}},
    {"REQUEUE_FED", Phase::waiting, {}},
    {"REQUEUE_HOLD", Phase::waiting, {}},
    {"SPECIAL_EXIT", Phase::waiting, {}},
    {"RESV_DEL_HOLD", Phase::waiting, {}},
    {"LAUNCH_FAILED", Phase::waiting, {}},
    {"RECONFIG_FAIL", Phase::waiting, {}},
    {"RESIZING", Phase::running, {}},
    {"SIGNALING", Phase::running, {}},
    {"STOPPED", Phase::running, {}},
    {"STAGE_OUT", Phase::running, {}},
    {"UPDATE_DB", Phase::running, {}},
}};

const StateMeaning* findState(QByteArrayView word) {
  const std::string_view text(word.data(), static_cast<std::size_t>(word.size()));
  const auto found =
      std::find_if(stateTable.begin(), stateTable.end(),
                   [&](const StateMeaning& meaning) { return meaning.word == text; });
  return found == stateTable.end() ? nullptr : &*found;
}

// The "signal" that Slurm reports if the output file could not be created.
constexpr int noOutputFile = 53;

struct ReasonRow {
  std::string_view prefix;
  ReasonGroup group;
};

// By prefix, the first match; Slurm has about 190. The raw word is shown unchanged in brackets.
constexpr std::array<ReasonRow, 67> reasonTable{{
    {"Priority", ReasonGroup::wait},
    {"Resources", ReasonGroup::wait},
    {"None", ReasonGroup::wait},
    {"BeginTime", ReasonGroup::wait},
    {"DependencyNeverSatisfied", ReasonGroup::never},
    {"Dependency", ReasonGroup::wait},
    {"JobArrayTaskLimit", ReasonGroup::wait},
    {"Licenses", ReasonGroup::wait},
    {"Cleaning", ReasonGroup::wait},
    {"Prolog", ReasonGroup::wait},
    {"ReservationDeleted", ReasonGroup::never},
    {"ReservationInvalid", ReasonGroup::never},
    {"Reservation", ReasonGroup::wait},
    {"MaxRequeue", ReasonGroup::held},
    {"BurstBuffer", ReasonGroup::wait},
    {"FrontEndDown", ReasonGroup::node},
    {"SchedDefer", ReasonGroup::wait},
    {"FedJobLock", ReasonGroup::wait},
    {"PowerNotAvail", ReasonGroup::wait},
    {"PowerReserved", ReasonGroup::wait},
    {"MPI_Ports_Busy", ReasonGroup::wait},
    {"ReqNodeNotAvail", ReasonGroup::node},
    {"Nodes required", ReasonGroup::node},
    {"Nodes_required", ReasonGroup::node},
    {"NodeDown", ReasonGroup::node},
    {"PartitionDown", ReasonGroup::node},
    {"PartitionInactive", ReasonGroup::node},
    {"PartitionTimeLimit", ReasonGroup::never},
    {"PartitionNodeLimit", ReasonGroup::never},
    {"PartitionConfig", ReasonGroup::never},
    {"JobHeldUser", ReasonGroup::held},
    {"JobHeldAdmin", ReasonGroup::held},
    {"JobHoldMaxRequeue", ReasonGroup::held},
    {"JobLaunchFailure", ReasonGroup::held},
    {"launch failed requeued held", ReasonGroup::held},
    {"launch_failed_requeued_held", ReasonGroup::held},
    {"job requeued in held state", ReasonGroup::held},
    {"job_requeued_in_held_state", ReasonGroup::held},
    {"DeadLine", ReasonGroup::never},
    {"BadConstraints", ReasonGroup::never},
    {"Constraints", ReasonGroup::never},
    {"InvalidAccount", ReasonGroup::never},
    {"AccountNotAllowed", ReasonGroup::never},
    {"AccountingPolicy", ReasonGroup::limit},
    {"InvalidQOS", ReasonGroup::never},
    {"QOSNotAllowed", ReasonGroup::never},
    {"QOSTimeLimit", ReasonGroup::never},
    {"QOSResourceLimit", ReasonGroup::limit},
    {"QOSJobLimit", ReasonGroup::limit},
    {"QOSUsageThreshold", ReasonGroup::limit},
    {"QOSMin", ReasonGroup::never},
    {"QOSGrp", ReasonGroup::limit},
    {"AssocGrp", ReasonGroup::limit},
    {"AssocMaxJobs", ReasonGroup::limit},
    {"QOSMaxJobs", ReasonGroup::limit},
    {"AssociationJobLimit", ReasonGroup::limit},
    {"AssociationResourceLimit", ReasonGroup::limit},
    {"AssociationTimeLimit", ReasonGroup::never},
    {"AssocMax", ReasonGroup::limit},
    {"QOSMax", ReasonGroup::limit},
    {"MaxMemPerLimit", ReasonGroup::never},
    {"MaxBillingPerAccount", ReasonGroup::limit},
    {"TimeLimit", ReasonGroup::never},
    {"NonZeroExitCode", ReasonGroup::never},
    {"OutOfMemory", ReasonGroup::never},
    {"RaisedSignal", ReasonGroup::never},
    {"SystemFailure", ReasonGroup::node},
}};

bool startsWith(QByteArrayView text, std::string_view prefix) {
  return text.startsWith(QByteArrayView(prefix.data(), static_cast<qsizetype>(prefix.size())));
}

std::string codeOf(std::string_view prefix) {
  std::string code = "slurm.reason.";
  for (const char c : prefix) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    code += plain ? c : '_';
  }
  return code;
}

std::string stateCode(std::string_view state) {
  std::string code = "slurm.";
  for (const char c : state) code += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return code;
}

ReasonMeaning meaningOf(ReasonGroup group, std::string code, const QString& word) {
  ReasonMeaning meaning{group, {}, std::move(code), {{"word", word.toStdString()}}};
  meaning.text = makeMessage(meaning.code, meaning.arguments).text;
  return meaning;
}

JobEnd endFrom(const StateMeaning& meaning, const SlurmJobRow& row) {
  JobEnd end{meaning.final->outcome,  stateCode(meaning.word), {},
             meaning.final->exitCode, meaning.final->wins,     {}};
  if (meaning.word == "FAILED" && row.exit) {
    if (row.exit->code == 0 && row.exit->signal == noOutputFile) {
      end.code = "slurm.no_output";
      end.exitCode = environmentCode;
      end.wins = true;
    } else if (row.exit->signal > 0) {
      end.code = "slurm.failed_by_signal";
      end.exitCode = 128 + row.exit->signal;
      end.arguments = {{"signal", row.exit->signal}};
    } else if (row.exit->code > 0) {
      end.code = "slurm.failed_with_code";
      end.exitCode = row.exit->code;
      end.arguments = {{"code", row.exit->code}};
    }
  }
  end.reason = makeMessage(end.code, end.arguments).text;
  return end;
}

}  // namespace

std::optional<bool> isFinalState(QByteArrayView state) {
  const StateMeaning* meaning = findState(state);
  return meaning ? std::optional(meaning->final.has_value()) : std::nullopt;
}

ReasonMeaning reasonMeaning(QByteArrayView reason) {
  const QString word = QString::fromUtf8(reason);
  if (reason.startsWith("Assoc") || reason.startsWith("QOSMax")) {
    if (reason.contains("PerJob") || reason.endsWith("WallDurationPerJobLimit") ||
        reason.contains("PerNode"))
      return meaningOf(ReasonGroup::never, "slurm.reason.too_much_for_one", word);
    if (reason.contains("Minutes") || reason.contains("Billing"))
      return meaningOf(ReasonGroup::limit, "slurm.reason.time_spent", word);
  }
  for (const ReasonRow& row : reasonTable)
    if (startsWith(reason, row.prefix)) return meaningOf(row.group, codeOf(row.prefix), word);
  return meaningOf(ReasonGroup::unknown, "slurm.reason.unknown", word);
}

JobState jobStateFrom(const SlurmJobRow& row) {
  JobState state;
  state.restarts = row.restarts.value_or(0);
  state.nodes = QString::fromUtf8(row.nodes);
  const StateMeaning* meaning = findState(row.state);
  if (!meaning) {
    state.explain("slurm.unknown_state", {{"word", row.state.toStdString()}});
    return state;
  }
  state.phase = meaning->phase;
  if (meaning->final) {
    state.end = endFrom(*meaning, row);
    state.explain(state.end->code, state.end->arguments);
    return state;
  }
  if (meaning->word == "RUNNING") return state;
  state.explain(stateCode(meaning->word));
  state.isEnding = meaning->word == "COMPLETING";
  if (state.phase != Phase::waiting) return state;
  state.expectedStart = row.start.value_or(0);
  if (row.reason.isEmpty() || (meaning->word != "PENDING" && row.reason == "None")) return state;
  const ReasonMeaning why = reasonMeaning(row.reason);
  // Slurm estimates a start also for what does not start by itself.
  if (why.group == ReasonGroup::held || why.group == ReasonGroup::never) state.expectedStart = 0;
  if (meaning->word == "PENDING") {
    state.waitsForJobs = row.reason == "Dependency";
    state.explain(why.code, why.arguments);
    return state;
  }
  const auto inside = [](const std::string& code, const Map& arguments) {
    return as_argument(make_error(code, arguments));
  };
  state.explain("slurm.state_and_reason",
                {{"state", inside(state.code, {})}, {"reason", inside(why.code, why.arguments)}});
  return state;
}

}  // namespace trainyard
