// SPDX-License-Identifier: GPL-3.0-or-later
// What is said about the service, its store, targets and the command line.
#include "engine/contract/messages/tables.h"

namespace trainyard {
namespace {

constexpr MessageTemplate kServiceTemplates[] = {
    // The store.
    {"store.newer",
     "{path} was written by a newer version of this program (schema {version}, this one knows "
     "{known}); start the newer version",
     ErrorKind::environment},
    {"store.empty", "{path} has no tables yet", ErrorKind::environment},
    {"store.older",
     "{path} was written by an older version of this program; run `yard runs`, which brings it up "
     "to date",
     ErrorKind::environment},
    {"store.damaged",
     "{path} is damaged ({problem}); move it away and run `yard runs --scan here`: the run "
     "folders hold everything",
     ErrorKind::environment},
    {"store.full", "{path} could not be written: the disk is full; free some space and try again",
     ErrorKind::environment},
    {"store.behind",
     "what happens cannot be written down on this computer now ({why}); what was submitted goes "
     "on, and is written down as soon as there is room"},
    {"store.unreadable", "{path}: {problem}", ErrorKind::environment},
    {"run.unknown", "there is no run '{run}'; `yard runs` lists them", ErrorKind::not_found},
    {"run.ambiguous", "'{run}' could be any of {runs}; write more of it"},
    {"run.same_name", "{count} runs are called '{name}': {runs}; give the beginning of one's UUID"},
    // What may be asked of a run.
    {"run.open", "{name} {short} is still going; cancel it first"},
    {"run.completed", "{name} {short} is complete; there is nothing to resume"},
    {"run.being_removed", "{name} {short} is just being removed; wait for that"},
    {"run.being_resumed", "{name} {short} is just being resumed; wait for that, or cancel it"},
    {"run.not_removed", "{name} {short} is not removed: {folder} is not its folder in {base}"},
    {"run.target_answers",
     "{name} {short} is still going on {target}, which answers; cancel it first, then remove it"},
    {"run.bad_identity",
     "{path} is not taken for a run: its {field} '{value}' is none that this program gives; "
     "correct the file or leave the folder out"},
    {"cancel.waits", "will be cancelled as soon as {target} answers"},
    {"cancel.waits_too", "{reason}; will be cancelled as soon as {target} answers"},
    // How runs go on.
    {"run.starting", "starting"},
    {"run.requeued", "requeued: {why}"},
    {"run.unreachable_since",
     "{target} is not reachable since {since}; shown as of {seen} ({why})"},
    {"run.silent_since", "{target} does not answer since {since}; shown as of {seen} ({why})"},
    {"follow.no_forwarding",
     "shown a few seconds late: {target} forbids forwarding, so the events are read from their "
     "file"},
    {"follow.no_node",
     "shown a few seconds late: the node cannot be reached through {target}, so the events are "
     "read from their file"},
    {"follow.unproven",
     "shown a few seconds late: what answers in the place of the run's agent does not prove that "
     "it is the agent, so the events are read from their file",
     ErrorKind::environment},
    {"events.line_too_long",
     "a line of {bytes} bytes in the file of events was passed over; lines of up to 4 MiB are "
     "read"},
    // How they end, where they do not say it themselves.
    {"attempt.superseded", "It ended without a last word; the job was started again."},
    {"job.unknown_end",
     "The job ended, and neither it nor the scheduler says why; resume the run to go on from its "
     "last checkpoint."},
    {"job.first_node", "its first node"},
    {"job.node", "node {node}"},
    {"job.unseen",
     "The job could not begin: {node} does not see {folder} or may not write there; choose a base "
     "folder that all nodes share, or leave that node out."},
    {"job.gone_unseen",
     "The job is gone and wrote nothing: it was ended before it began, or {node} does not see "
     "{folder}; check whether all nodes share that folder."},
    {"run.cancelled_without_word",
     "The run was cancelled and yard-agent ended without a last word."},
    {"run.cancelled_before_start", "Cancelled before it started."},
    {"run.reaped", "{reason} {count} of its processes were left and were ended."},
    {"job.last_output", "{reason} Its last output: {said}"},
    {"job.no_attempt",
     "The script ended before it came to yard-agent, and its output is empty: setup commands may "
     "have ended it, or the disk or quota is full."},
    {"job.no_attempt_said", "The script ended before it came to yard-agent: {said}"},
    // Arrays.
    {"array.completed", "{completed} of {tasks} tasks completed"},
    {"array.and_running", "{others}, {count} running"},
    {"array.and_waiting", "{others}, {count} waiting"},
    {"array.and_preparing", "{others}, {count} preparing"},
    {"array.and_failed", "{others}, {count} failed"},
    {"array.and_timed_out", "{others}, {count} timed out"},
    {"array.and_preempted", "{others}, {count} preempted"},
    {"array.and_cancelled", "{others}, {count} cancelled"},
    {"array.first_problem", "{others}; task {task}: {why}"},
    // Targets.
    {"target.here", "`here` is this computer and stays"},
    {"target.in_use",
     "{target} is in use by open runs or something that is just being done; wait for them or "
     "cancel them first"},
    {"target.connecting", "connecting", ErrorKind::no_answer},
    {"target.no_counts", "what lies there could not be counted: {words}", ErrorKind::environment},
    {"target.too_many_paths", "more than {limit} paths are not counted at once"},
    {"paths.not_connected",
     "{target} is not connected, so nothing is looked up there; connect it first",
     ErrorKind::no_answer},
    // Clusters as a whole.
    {"cluster.none",
     "{target} is no cluster with partitions and a queue of many people's jobs; `yard targets` "
     "lists where runs can go"},
    {"cluster.not_seen", "nothing is known of {target} yet; connect it first",
     ErrorKind::no_answer},
    {"cluster.no_answer", "the cluster does not say what it has: {why}", ErrorKind::no_answer},
    {"queue.no_job", "there is no job '{job}' in the queue; `yard queue TARGET` lists them"},
    {"queue.not_mine", "the job {job} is {user}'s; only a job of your own can be ended"},
    {"queue.is_run",
     "the job {job} is that of the run {run}; `yard cancel {run}` ends it as a run"},
    {"queue.ending", "told to end"},
    {"target.few_sessions",
     "the site allows few programs at once in one login (MaxSessions): what is more waits its "
     "turn"},
    {"target.here_base", "run folders in {path}"},
    {"target.here_base_bad", "run folders in {path}; make it writable or set XDG_DATA_HOME"},
    {"target.here_space", "{gib} GiB free there"},
    {"target.here_space_bad", "{gib} GiB free there; checkpoints need space"},
    {"target.here_bash", "bash"},
    {"target.here_bash_bad", "bash is not there; install it"},
    {"target.here_program", "{path}"},
    {"target.here_program_bad", "{path} is not there; build or install it"},
    {"ask.nobody",
     "{what}, and nobody is there to be asked; run `yard targets check {target}` in a terminal, "
     "or open the window",
     ErrorKind::needs_person},
    {"ask.host_key_unknown", "the key of {host} is not known yet"},
    {"ask.key_is_locked", "the key {key} has a passphrase"},
    {"ask.password", "{host} asks for a password"},
    {"ask.prompts", "{host} asks something that a person knows"},
    // The service and its protocol.
    {"service.lost",
     "the connection to the background service broke; look with `yard runs` what became of it",
     ErrorKind::environment},
    {"service.socket", "{socket} cannot be listened to: {problem}", ErrorKind::environment},
    {"service.replaced", "a newer version takes over", ErrorKind::environment},
    {"service.not_started", "{program} could not be started: {problem}", ErrorKind::environment},
    {"service.no_answer", "the background service did not answer within {seconds} s; see {log}",
     ErrorKind::environment},
    {"service.lock", "{path} cannot be written; check free space and permissions",
     ErrorKind::environment},
    {"service.elsewhere",
     "the background service of {folder} runs on {host} (process {pid}), and this computer cannot "
     "reach it; end it there, set XDG_DATA_HOME to a folder of this computer, or, when that "
     "computer is gone, remove {lock}",
     ErrorKind::environment},
    {"protocol.invalid", "this line is no JSON-RPC 2.0 request"},
    {"protocol.line_too_long", "a message may have at most {mib} MiB"},
    {"protocol.answer_too_long", "the answer has {bytes} bytes, more than a message may have",
     ErrorKind::environment},
    {"protocol.no_method", "there is no method '{method}'"},
    {"protocol.no_hello", "the first call must be hello"},
    {"protocol.version",
     "this service speaks protocol {protocol}; start the program again, both must be of one "
     "version",
     ErrorKind::environment},
    {"protocol.asks_nobody", "this client cannot put the question to a person",
     ErrorKind::environment},
    {"protocol.parameters", "{name} must be {kind}"},
    {"protocol.path", "{name} must be absolute"},
    {"kind.one_of", "one of {known}"},
    {"kind.text", "a text"},
    {"kind.texts", "a list of texts"},
    {"kind.texts_by_name", "an object of texts"},
    {"kind.whole_number", "a whole number, 0 or greater"},
    {"kind.integer", "a whole number"},
    {"kind.number", "a number"},
    {"kind.list", "a list"},
    {"kind.flag", "true or false"},
    {"kind.object", "an object"},
    {"stream.unknown", "nobody expects a stream of this token"},
    {"mirror.no_code",
     "code.source names no folder, so there is nothing to mirror; set it in the experiment"},
    {"fetch.no_folder", "{path} is a file; give a folder to fetch into"},
    {"scheduler.would_refuse",
     "sbatch would refuse the job: {words}; change what resources asks for, or ask the site"},
    {"check.start_at_once", "would start at once"},
    {"check.start_about", "would start about {when}"},
    {"check.gpu_hours", "at most {hours} GPU-hours"},
    {"check.start_and_hours", "{start}; {hours}"},
    // The command line.
    {"logs.no_rank", "the newest attempt has no output of rank {rank}"},
    {"metrics.of_array",
     "the metrics of an array are those of its tasks; `yard show {run}` names them, `yard metrics "
     "TASK` prints one's"},
    {"export.no_metrics",
     "the run {run} has no metrics yet, so nothing was written; `yard show {run}` says what it "
     "does"},
    {"confirm.nobody",
     "nothing was done: nobody is there to be asked \"{question}\"; add --yes to do it without "
     "being asked"},
};

}  // namespace

std::span<const MessageTemplate> service_messages() { return kServiceTemplates; }

}  // namespace trainyard
