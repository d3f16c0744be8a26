#include "remote/scheduler/slurm_states.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace trainyard {
namespace {

using Phase = JobState::Phase;

struct Final {
  Outcome outcome;
  int exitCode;  // where Slurm names none
  bool wins;
};
struct StateMeaning {
  std::string_view word;
  Phase phase;
  std::string_view sentence;
  std::optional<Final> final;
};

// Base states and flags of https://slurm.schedmd.com/job_state_codes.html; in text a flag stands
// instead of the state.
constexpr int failedCode = static_cast<int>(ExitCode::failed),
              environmentCode = static_cast<int>(ExitCode::environment);
const std::array<StateMeaning, 29> stateTable{{
    {"PENDING", Phase::waiting, "waiting in the queue", {}},
    {"RUNNING", Phase::running, "", {}},
    {"SUSPENDED",
     Phase::running,
     "suspended by Slurm: its processes are stopped until it is resumed",
     {}},
    {"COMPLETED", Phase::gone, "Slurm: the job completed.", Final{Outcome::completed, 0, false}},
    {"FAILED", Phase::gone, "Slurm: the job failed.", Final{Outcome::failed, failedCode, false}},
    {"CANCELLED", Phase::gone, "Slurm: the job was cancelled.",
     Final{Outcome::cancelled, 128 + 15, true}},
    {"TIMEOUT", Phase::gone,
     "Slurm ended the job at its time limit; ask for more time, or resume it from its last "
     "checkpoint.",
     Final{Outcome::timed_out, 128 + 15, true}},
    {"DEADLINE", Phase::gone, "Slurm ended the job at its deadline.",
     Final{Outcome::timed_out, 128 + 15, true}},
    {"PREEMPTED", Phase::gone,
     "Slurm took the nodes for a job of higher priority; resume the run to go on from its last "
     "checkpoint.",
     Final{Outcome::preempted, 128 + 15, true}},
    {"OUT_OF_MEMORY", Phase::gone,
     "Slurm: processes of the job were killed because it used more main memory than it asked for; "
     "raise resources.memory_gib_per_node or lower batch.per_device.",
     Final{Outcome::failed, static_cast<int>(ExitCode::out_of_memory), false}},
    {"NODE_FAIL", Phase::gone,
     "A node of the job failed; resume the run to go on from its last checkpoint.",
     Final{Outcome::failed, environmentCode, true}},
    {"BOOT_FAIL", Phase::gone, "A node of the job could not be started; submit it again.",
     Final{Outcome::failed, environmentCode, true}},
    {"REVOKED", Phase::gone,
     "Slurm moved the job to another cluster of its federation, where it is not followed.",
     Final{Outcome::failed, failedCode, true}},
    {"COMPLETING", Phase::running, "ending: Slurm is cleaning up on its nodes", {}},
    {"CONFIGURING", Phase::waiting, "its nodes are being prepared", {}},
    {"POWER_UP_NODE", Phase::waiting, "its nodes are being switched on", {}},
    {"EXPEDITING", Phase::waiting, "requeued with preference, waiting for its nodes", {}},
    {"REQUEUED", Phase::waiting, "requeued, waiting to begin again", {}},
    {"REQUEUE_FED", Phase::waiting, "requeued by the federation, waiting to begin again", {}},
    {"REQUEUE_HOLD",
     Phase::waiting,
     "requeued and held: `scontrol release` lets it begin again",
     {}},
    {"SPECIAL_EXIT",
     Phase::waiting,
     "requeued in a special state and held: `scontrol release` lets it begin again",
     {}},
    {"RESV_DEL_HOLD",
     Phase::waiting,
     "held because its reservation was deleted; cancel it and submit it without the reservation",
     {}},
    {"LAUNCH_FAILED",
     Phase::waiting,
     "could not be started on its nodes and is held; ask the site, or `scontrol release` it",
     {}},
    {"RECONFIG_FAIL", Phase::waiting, "its nodes could not be configured; ask the site", {}},
    {"RESIZING", Phase::running, "changing its size", {}},
    {"SIGNALING", Phase::running, "being sent a signal", {}},
    {"STOPPED", Phase::running, "stopped by a signal: its processes stand still", {}},
    {"STAGE_OUT", Phase::running, "ending: its files are being copied out", {}},
    {"UPDATE_DB", Phase::running, "being entered into Slurm's accounting", {}},
}};

const StateMeaning* findState(QByteArrayView word) {
  const std::string_view text(word.data(), static_cast<std::size_t>(word.size()));
  const auto found =
      std::find_if(stateTable.begin(), stateTable.end(),
                   [&](const StateMeaning& meaning) { return meaning.word == text; });
  return found == stateTable.end() ? nullptr : &*found;
}

// The "signal" by which Slurm says that the output file could not be made.
constexpr int noOutputFile = 53;

struct ReasonRow {
  std::string_view prefix;
  ReasonGroup group;
  std::string_view sentence;
};

// By prefix, the first that fits; Slurm has about 190. The site's own words come through unchanged
// in the brackets.
constexpr std::array<ReasonRow, 67> reasonTable{{
    {"Priority", ReasonGroup::wait,
     "Jobs of higher priority are ahead of it; it starts by itself."},
    {"Resources", ReasonGroup::wait, "It is next, and waits for nodes to become free."},
    {"None", ReasonGroup::wait, "Slurm has not looked at it yet."},
    {"BeginTime", ReasonGroup::wait,
     "It may not begin before a set time; after a requeue Slurm waits two minutes."},
    {"DependencyNeverSatisfied", ReasonGroup::never,
     "The job that it depends on did not end as asked; cancel it, or change resources.dependency."},
    {"Dependency", ReasonGroup::wait, "It waits for the jobs in resources.dependency."},
    {"JobArrayTaskLimit", ReasonGroup::wait, "As many tasks of the array run as its % allows."},
    {"Licenses", ReasonGroup::wait, "It waits for licenses to become free."},
    {"Cleaning", ReasonGroup::wait, "Its last start is still being cleaned up."},
    {"Prolog", ReasonGroup::wait, "The site's preparation of the nodes is running."},
    {"ReservationDeleted", ReasonGroup::never,
     "Its reservation was deleted; cancel it and submit it without resources.reservation."},
    {"ReservationInvalid", ReasonGroup::never,
     "Its reservation is not valid for it; cancel it and change resources.reservation."},
    {"Reservation", ReasonGroup::wait, "It waits for its reservation to begin."},
    {"MaxRequeue", ReasonGroup::held,
     "It was requeued too often and is held; find out why, then release it or submit it again."},
    {"BurstBuffer", ReasonGroup::wait, "It waits for the burst buffer."},
    {"FrontEndDown", ReasonGroup::node, "No front end node is up; the site has to act."},
    {"SchedDefer", ReasonGroup::wait, "Slurm schedules in a while only; it starts by itself."},
    {"FedJobLock", ReasonGroup::wait, "The federation is deciding where it runs."},
    {"PowerNotAvail", ReasonGroup::wait, "It waits until the cluster may use more power."},
    {"PowerReserved", ReasonGroup::wait, "It waits until the cluster may use more power."},
    {"MPI_Ports_Busy", ReasonGroup::wait, "It waits for ports to become free."},
    {"ReqNodeNotAvail", ReasonGroup::node,
     "Nodes that it needs are down, drained or reserved; it waits for them. Ask for others if they "
     "do not come back."},
    {"Nodes required", ReasonGroup::node,
     "Nodes that it needs are down, drained or reserved for others; it waits for them. Ask for "
     "others if they do not come back."},
    {"Nodes_required", ReasonGroup::node,
     "Nodes that it needs are down, drained or reserved for others; it waits for them. Ask for "
     "others if they do not come back."},
    {"NodeDown", ReasonGroup::node, "A node that it needs is down; it waits for it."},
    {"PartitionDown", ReasonGroup::node,
     "The partition is closed at the moment; it waits until the site opens it, or choose another "
     "one."},
    {"PartitionInactive", ReasonGroup::node,
     "The partition is closed at the moment; it waits until the site opens it, or choose another "
     "one."},
    {"PartitionTimeLimit", ReasonGroup::never,
     "It asks for more time than the partition gives; cancel it and lower resources.time_limit, or "
     "choose another partition."},
    {"PartitionNodeLimit", ReasonGroup::never,
     "It asks for more nodes than the partition gives; cancel it and lower resources.nodes, or "
     "choose another partition."},
    {"PartitionConfig", ReasonGroup::never,
     "The partition does not take such a job; cancel it and change resources, or choose another "
     "partition."},
    {"JobHeldUser", ReasonGroup::held,
     "It is held by its owner; `scontrol release` lets it start."},
    {"JobHeldAdmin", ReasonGroup::held, "It is held by the site; ask the site why."},
    {"JobHoldMaxRequeue", ReasonGroup::held,
     "It was requeued too often and is held; find out why, then release it or submit it again."},
    {"JobLaunchFailure", ReasonGroup::held,
     "It could not be started on its nodes; ask the site, or submit it again."},
    {"launch failed requeued held", ReasonGroup::held,
     "It could not be started on its nodes and is held; ask the site, or `scontrol release` it."},
    {"launch_failed_requeued_held", ReasonGroup::held,
     "It could not be started on its nodes and is held; ask the site, or `scontrol release` it."},
    {"job requeued in held state", ReasonGroup::held,
     "It was requeued and is held; `scontrol release` lets it start."},
    {"job_requeued_in_held_state", ReasonGroup::held,
     "It was requeued and is held; `scontrol release` lets it start."},
    {"DeadLine", ReasonGroup::never, "It can not end before its deadline; cancel it."},
    {"BadConstraints", ReasonGroup::never,
     "No node has what it asks for together; cancel it and change resources."},
    {"Constraints", ReasonGroup::never,
     "No node has what it asks for together; cancel it and change resources."},
    {"InvalidAccount", ReasonGroup::never,
     "The account is not known to Slurm; cancel it and correct resources.account."},
    {"AccountNotAllowed", ReasonGroup::never,
     "The account may not use this partition; cancel it and change resources.account or "
     "resources.partition."},
    {"AccountingPolicy", ReasonGroup::limit,
     "A limit of the account holds it back; wait, or ask for less."},
    {"InvalidQOS", ReasonGroup::never,
     "The class of service is not known to Slurm; cancel it and correct resources.qos."},
    {"QOSNotAllowed", ReasonGroup::never,
     "The class of service may not use this partition or account; cancel it and change "
     "resources.qos."},
    {"QOSTimeLimit", ReasonGroup::never,
     "It asks for more time than its class of service gives; cancel it and lower "
     "resources.time_limit."},
    {"QOSResourceLimit", ReasonGroup::limit,
     "A limit of the class of service holds it back; wait, or ask for less."},
    {"QOSJobLimit", ReasonGroup::limit,
     "As many jobs run as the class of service allows; it starts when one ends."},
    {"QOSUsageThreshold", ReasonGroup::limit,
     "The class of service needs more unused share than is left; wait, or take another one."},
    {"QOSMin", ReasonGroup::never,
     "It asks for less than its class of service demands; cancel it and ask for more, or take "
     "another one."},
    {"QOSGrp", ReasonGroup::limit,
     "Together the jobs of this class of service use all that they may; wait, or take another "
     "one."},
    {"AssocGrp", ReasonGroup::limit,
     "Together the jobs of this account use all that they may; wait, or ask for less."},
    {"AssocMaxJobs", ReasonGroup::limit,
     "As many of your jobs run as the account allows; it starts when one ends."},
    {"QOSMaxJobs", ReasonGroup::limit,
     "As many of your jobs run as the class of service allows; it starts when one ends."},
    {"AssociationJobLimit", ReasonGroup::limit,
     "As many of your jobs run as the account allows; it starts when one ends."},
    {"AssociationResourceLimit", ReasonGroup::limit,
     "A limit of the account holds it back; wait, or ask for less."},
    {"AssociationTimeLimit", ReasonGroup::never,
     "It asks for more time than the account gives; cancel it and lower resources.time_limit."},
    {"AssocMax", ReasonGroup::limit,
     "A limit of your account holds it back; wait, or ask for less."},
    {"QOSMax", ReasonGroup::limit,
     "A limit of the class of service holds it back; wait, or ask for less."},
    {"MaxMemPerLimit", ReasonGroup::never,
     "It asks for more memory than is allowed; cancel it and lower resources.memory_gib_per_node."},
    {"MaxBillingPerAccount", ReasonGroup::limit,
     "The account uses all that it may; wait, or ask for less."},
    {"TimeLimit", ReasonGroup::never, "It ended at its time limit."},
    {"NonZeroExitCode", ReasonGroup::never, "It ended with an error."},
    {"OutOfMemory", ReasonGroup::never, "It used more main memory than it asked for."},
    {"RaisedSignal", ReasonGroup::never, "It was ended by a signal."},
    {"SystemFailure", ReasonGroup::node, "The cluster itself failed; submit it again."},
}};

bool startsWith(QByteArrayView text, std::string_view prefix) {
  return text.startsWith(QByteArrayView(prefix.data(), static_cast<qsizetype>(prefix.size())));
}

QString textOf(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

std::string codeOf(QByteArrayView reason) {
  std::string code = "slurm.reason.";
  for (const char c : reason) {
    if (c == ',' || c == ':' || c == '(' || code.size() > 90) break;
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

JobEnd endFrom(const StateMeaning& meaning, const SlurmJobRow& row) {
  JobEnd end{meaning.final->outcome, stateCode(meaning.word), textOf(meaning.sentence),
             meaning.final->exitCode, meaning.final->wins};
  if (meaning.word != "FAILED" || !row.exit) return end;
  if (row.exit->code == 0 && row.exit->signal == noOutputFile) {
    end.code = "slurm.no_output";
    end.exitCode = environmentCode;
    end.wins = true;
    end.reason = QStringLiteral(
        "The node could not write the job's output file: the run folder is not visible or not "
        "writable there; choose a base folder that all nodes see.");
  } else if (row.exit->signal > 0) {
    end.exitCode = 128 + row.exit->signal;
    end.reason = QStringLiteral("Slurm: the job was ended by signal %1.").arg(row.exit->signal);
  } else if (row.exit->code > 0) {
    end.exitCode = row.exit->code;
    end.reason = QStringLiteral("Slurm: the job ended with code %1.").arg(row.exit->code);
  }
  return end;
}

}  // namespace

std::optional<bool> isFinalState(QByteArrayView state) {
  const StateMeaning* meaning = findState(state);
  return meaning ? std::optional(meaning->final.has_value()) : std::nullopt;
}

ReasonMeaning reasonMeaning(QByteArrayView reason) {
  const QString raw = QString::fromUtf8(reason);
  if (reason.startsWith("Assoc") || reason.startsWith("QOSMax")) {
    if (reason.contains("PerJob") || reason.endsWith("WallDurationPerJobLimit") ||
        reason.contains("PerNode"))
      return {ReasonGroup::never,
              QStringLiteral("One job may not ask for so much under this account or class of "
                             "service; cancel it and ask for less. (%1)")
                  .arg(raw),
              codeOf(reason)};
    if (reason.contains("Minutes") || reason.contains("Billing"))
      return {ReasonGroup::limit,
              QStringLiteral("The time that the account or class of service may use is spent or "
                             "promised; wait, ask for less, or use another one. (%1)")
                  .arg(raw),
              codeOf(reason)};
  }
  for (const ReasonRow& row : reasonTable)
    if (startsWith(reason, row.prefix))
      return {row.group, QStringLiteral("%1 (%2)").arg(textOf(row.sentence), raw), codeOf(reason)};
  return {ReasonGroup::unknown,
          QStringLiteral("Slurm gives a reason that is not known here: %1").arg(raw),
          codeOf(reason)};
}

JobState jobStateFrom(const SlurmJobRow& row) {
  JobState state;
  state.restarts = row.restarts.value_or(0);
  state.nodes = QString::fromUtf8(row.nodes);
  const StateMeaning* meaning = findState(row.state);
  if (!meaning) {
    state.reason = QStringLiteral("Slurm shows a state that is not known here: %1")
                       .arg(QString::fromUtf8(row.state));
    return state;
  }
  state.phase = meaning->phase;
  state.reason = textOf(meaning->sentence);
  if (meaning->final) {
    state.end = endFrom(*meaning, row);
    state.reason = state.end->reason;
    state.code = state.end->code;
  } else if (state.phase == Phase::waiting) {
    state.expectedStart = row.start.value_or(0);
    if (!row.reason.isEmpty() && (meaning->word == "PENDING" || row.reason != "None")) {
      const ReasonMeaning why = reasonMeaning(row.reason);
      state.code = why.code;
      state.reason = meaning->word == "PENDING"
                         ? why.sentence
                         : QStringLiteral("%1. %2").arg(state.reason, why.sentence);
    }
  } else if (meaning->word != "RUNNING") {
    state.code = stateCode(meaning->word);
  }
  return state;
}

}  // namespace trainyard
