// SPDX-License-Identifier: GPL-3.0-or-later
// Messages about the service, its store, targets and the command line.
#include "engine/contract/message_tables.h"

namespace trainyard {
namespace {

constexpr MessageTemplate kServiceTemplates[] = {
    // Notifications.
    {"notify.started", "{name} has started on {target}"},
    {"notify.completed", "{name} on {target} is complete"},
    {"notify.cancelled", "{name} on {target} was cancelled"},
    {"notify.failed", "{name} on {target} has ended: {why}"},
    {"notify.not_finite", "{metric} of {name} on {target} is not a finite number at step {step}"},
    {"notify.stalled", "{name} on {target} has made no step for {minutes} minutes"},
    {"notify.gpus_idle", "the GPUs of {name} on {target} have been idle for {minutes} minutes"},
    {"notify.rule", "{name} on {target}: {what}"},
    {"notify.loss_flat",
     "the loss of {name} on {target} has not fallen for {values} values; the lowest mean of 100 "
     "was {lowest}"},
    {"notify.disk_low",
     "{base} on {target} has {mebibytes} MiB left: runs there fail when it is full; `yard targets "
     "usage {target}` shows what is there"},
    {"notify.consent_submit",
     "{agent} asks to submit on {target}; answer in the window or with `yard consent {id}`"},
    {"notify.consent_resume",
     "{agent} asks to resume a run on {target}; answer in the window or with `yard consent {id}`"},
    {"notify.consent_cancel",
     "{agent} asks to cancel runs on {target}; answer in the window or with `yard consent {id}`"},
    {"notify.gpus_free", "{count} {kind} free in the partition {partition} of {target}"},
    {"notify.test", "notifications arrive here"},
    {"notifications.unreadable",
     "{path} is not what `yard notify` writes; correct or remove it, then set it again",
     ErrorKind::environment},
    {"notifications.event", "there is no event {event} to be told of; choose from {known}"},
    {"notifications.webhook", "the webhook must be the whole address, beginning with https://"},
    {"notifications.off",
     "nothing is set that could be tested; give --command, --webhook or --desktop"},
    {"notifications.not_delivered", "the test did not arrive: {why}", ErrorKind::environment},
    // The store.
    {"store.newer",
     "{path} was written by a newer version of this program (schema {version}, but this one "
     "supports {known}); start the newer version",
     ErrorKind::environment},
    {"store.empty", "{path} has no tables yet", ErrorKind::environment},
    {"store.older",
     "{path} was written by an older version of this program; run `yard runs` to upgrade it",
     ErrorKind::environment},
    {"store.damaged",
     "{path} is damaged ({problem}); move it away and run `yard runs --scan here`: the run "
     "folders hold everything",
     ErrorKind::environment},
    {"store.full", "{path} could not be written: the disk is full; free some space and try again",
     ErrorKind::environment},
    {"store.behind",
     "events cannot be recorded on this computer at the moment ({why}); submitted runs continue, "
     "and are recorded as soon as there is space"},
    {"store.unreadable", "{path}: {problem}", ErrorKind::environment},
    // The practice cluster.
    {"practice.no_checkout",
     "the practice cluster comes with Trainyard's source code, but this program does not lie in "
     "it; get the source code and run `./dev cluster start` there",
     ErrorKind::environment},
    {"practice.needs_password",
     "the practice cluster needs packages whose installation asks for a password; run `{command}` "
     "in a terminal",
     ErrorKind::environment},
    {"practice.not_started",
     "the practice cluster was not started: {why}; run `{command}` in a terminal to see more",
     ErrorKind::environment},
    {"run.unknown", "no run '{run}'; `yard runs` lists them", ErrorKind::not_found},
    {"run.ambiguous", "'{run}' matches {runs}; give more characters"},
    {"run.same_name", "{count} runs are named '{name}': {runs}; give the start of a UUID"},
    {"project.invalid", "'{project}' is no project: {problem}"},
    {"filter.invalid", "the search cannot be read at character {place}: {problem}"},
    // What may be asked of a run.
    {"run.open", "{name} {short} is still active; cancel it first"},
    {"run.completed", "{name} {short} is complete; there is nothing to resume"},
    {"run.being_removed", "{name} {short} is being removed; wait until that is done"},
    {"run.being_resumed", "{name} {short} is being resumed; wait until that is done, or cancel it"},
    {"run.not_removed", "{name} {short} was not removed: {folder} is not its folder in {base}"},
    {"checkpoint.no_name", "{checkpoint} is not the name of a checkpoint of {name} {short}"},
    {"checkpoint.needed",
     "{name} {short} is still active, and would resume from {checkpoint} or take its result from "
     "it; remove it once the run has ended"},
    {"run.target_answers",
     "{name} {short} is still active on {target}, which is reachable; cancel it first, then "
     "remove it"},
    {"run.bad_identity",
     "{path} is not accepted as a run: its {field} '{value}' was not assigned by this program; "
     "correct the file or leave the folder out"},
    {"cancel.waits", "will be cancelled as soon as {target} answers"},
    {"cancel.waits_too", "{reason}; will be cancelled as soon as {target} answers"},
    // Continuing runs.
    {"run.starting", "starting"},
    {"run.requeued", "requeued: {why}"},
    {"run.unreachable_since",
     "{target} has been unreachable since {since}; state as of {seen} ({why})"},
    {"run.silent_since", "{target} has not answered since {since}; state as of {seen} ({why})"},
    {"follow.no_forwarding",
     "updates are a few seconds late: {target} forbids port forwarding, so events are read from "
     "their file"},
    {"follow.no_node",
     "updates are a few seconds late: the node cannot be reached through {target}, so events are "
     "read from their file"},
    {"follow.unproven",
     "updates are a few seconds late: the program that answers in place of the run's agent does "
     "not prove that it is the agent, so events are read from their file",
     ErrorKind::environment},
    {"events.line_too_long",
     "skipped a line of {bytes} bytes in the event file; lines of up to 4 MiB are read"},
    // How they end, where they do not say it themselves.
    {"attempt.superseded", "It ended without a final report; the job was started again."},
    {"job.unknown_end",
     "The job ended, and neither it nor the scheduler reports why; resume the run to continue "
     "from its last checkpoint."},
    {"job.first_node", "its first node"},
    {"job.node", "node {node}"},
    {"job.unseen",
     "The job could not start: {node} does not see {folder} or cannot write to it; choose a base "
     "folder that all nodes share, or exclude that node."},
    {"job.gone_unseen",
     "The job is gone and wrote nothing: it was ended before it started, or {node} does not see "
     "{folder}; check whether all nodes share that folder."},
    {"run.cancelled_without_word",
     "The run was cancelled and yard-agent ended without a final report."},
    {"run.cancelled_before_start", "Cancelled before it started."},
    {"run.reaped", "{reason} {count} of its processes were still running and were ended."},
    {"job.last_output", "{reason} Last output: {said}"},
    {"job.no_attempt",
     "The script ended before it reached yard-agent, and its output is empty: setup commands may "
     "have ended it, or the disk or quota is full."},
    {"job.no_attempt_said", "The script ended before it reached yard-agent: {said}"},
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
    {"target.here", "`here` is this computer and cannot be removed"},
    {"target.in_use",
     "{target} is in use by active runs or another operation; wait for them or cancel them first"},
    {"target.connecting", "connecting", ErrorKind::no_answer},
    {"target.no_counts", "could not count the files there: {words}", ErrorKind::environment},
    {"target.too_many_paths", "at most {limit} paths can be counted at once"},
    {"paths.not_connected",
     "{target} is not connected, so its paths are not checked; connect it first",
     ErrorKind::no_answer},
    // Clusters as a whole.
    {"cluster.none",
     "{target} is not a cluster with partitions and a shared queue; `yard targets` lists all "
     "targets"},
    {"cluster.too_few_gpus",
     "no partition of {target} that counts has {count} {kind}, but at most {there}; ask for fewer, "
     "or see `yard cluster {target}`"},
    {"cluster.not_seen", "nothing is known about {target} yet; connect it first",
     ErrorKind::no_answer},
    {"cluster.no_answer", "the cluster does not report its resources: {why}", ErrorKind::no_answer},
    {"queue.no_job", "no job '{job}' in the queue; `yard queue TARGET` lists them"},
    {"queue.not_mine", "job {job} belongs to {user}; you can only cancel your own jobs"},
    {"queue.is_run", "job {job} belongs to the run {run}; `yard cancel {run}` cancels the run"},
    {"queue.is_array", "job {job} is an array or a task of one; only single jobs can be made runs"},
    {"queue.odd_name",
     "the name of job {job} has a comma or odd spaces, by which Slurm cannot be asked for it; "
     "rename it with `scontrol update JobId={job} Name=...`"},
    {"queue.not_adopted",
     "the run could not be recorded in the store of this computer; check the free space of its "
     "disk",
     ErrorKind::environment},
    {"run.adopted", "a job that was not started from here; only its scheduler knows how it is"},
    {"resume.imported",
     "{run} was taken over from another tracker, and cannot be started from here"},
    {"resume.adopted",
     "{run} is a job that was not started from here, and cannot be started again; submit its "
     "script with `yard submit`"},
    {"queue.ending", "being cancelled"},
    {"target.few_sessions",
     "the site allows only a few programs per login at a time (MaxSessions); the others wait for "
     "their turn"},
    {"target.here_base", "run folders in {path}"},
    {"target.here_base_bad",
     "run folders in {path}, which is not writable; make it writable or set XDG_DATA_HOME"},
    {"target.here_space", "{gib} GiB free there"},
    {"target.here_space_bad", "{gib} GiB free there; checkpoints need space"},
    {"target.here_bash", "bash"},
    {"target.here_bash_bad", "bash is missing; install it"},
    {"target.here_program", "{path}"},
    {"target.here_program_bad", "{path} is missing; build or install it"},
    {"ask.nobody",
     "{what}, but there is no one to ask; run `yard targets check {target}` in a terminal, or "
     "open the window",
     ErrorKind::needs_person},
    {"ask.host_key_unknown", "the key of {host} is not known yet"},
    {"ask.key_is_locked", "the key {key} has a passphrase"},
    {"ask.password", "{host} asks for a password"},
    {"ask.prompts", "{host} asks a question that needs your answer"},
    // The service and its protocol.
    {"service.lost",
     "the connection to the background service was lost; check the result with `yard runs`",
     ErrorKind::environment},
    {"service.socket", "cannot listen on {socket}: {problem}", ErrorKind::environment},
    {"service.replaced", "a newer version takes over", ErrorKind::environment},
    {"service.not_started", "{program} could not be started: {problem}", ErrorKind::environment},
    {"service.no_answer", "the background service did not answer within {seconds} s; see {log}",
     ErrorKind::environment},
    {"service.lock", "{path} cannot be written; check free space and permissions",
     ErrorKind::environment},
    {"service.elsewhere",
     "the background service of {folder} runs on {host} (process {pid}), which this computer "
     "cannot reach; stop it there, set XDG_DATA_HOME to a folder of this computer, or, if that "
     "computer is gone, remove {lock}",
     ErrorKind::environment},
    {"protocol.invalid", "this line is not a JSON-RPC 2.0 request"},
    {"protocol.line_too_long", "a message may have at most {mib} MiB"},
    {"protocol.answer_too_long", "the answer has {bytes} bytes, more than the limit for a message",
     ErrorKind::environment},
    {"protocol.no_method", "unknown method '{method}'"},
    {"protocol.no_hello", "the first call must be hello"},
    {"protocol.version",
     "this service uses protocol {protocol}; restart the program, both must have the same version",
     ErrorKind::environment},
    {"protocol.asks_nobody", "this client cannot ask the user", ErrorKind::environment},
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
    {"stream.unknown", "no stream is expected for this token"},
    {"mirror.no_code",
     "code.source is not set, so there is nothing to mirror; set it in the experiment"},
    {"fetch.no_folder", "{path} is a file; give a folder to fetch into"},
    {"scheduler.would_refuse",
     "sbatch would reject the job: {words}; change what resources requests, or ask the site"},
    {"check.start_at_once", "would start immediately"},
    {"check.start_about", "would start about {when}"},
    {"check.gpu_hours", "at most {hours} GPU-hours"},
    {"check.start_and_hours", "{start}; {hours}"},
    // The command line.
    {"logs.no_rank", "the newest attempt has no output of rank {rank}"},
    {"logs.pattern", "this cannot be searched for: {why}"},
    {"logs.not_searched", "{path} cannot be searched there: {why}", ErrorKind::environment},
    {"history.no_folder", "{path} is not a folder of this computer"},
    {"history.nothing_found",
     "below {paths} there is nothing of a tracker: no run-ID.wandb or run-ID.swanlab, no "
     "events.out.tfevents, no mlruns, no metrics.csv of Lightning, no database of trackio, MLflow "
     "or "
     "Optuna"},
    {"history.empty", "{path} has no values"},
    {"history.too_large", "{path} is larger than what is read, 16 GiB"},
    {"history.busy",
     "{path} is being written all the time, or the program that wrote it was killed; import it "
     "again when it has ended, or after it was opened once more"},
    {"history.database", "the database cannot be read: {problem}"},
    {"history.no_end", "its files have no end, so it was stopped or is not over"},
    {"history.failed", "it failed, as its files say"},
    {"history.killed", "it was stopped, as its files say"},
    {"history.pruned", "its study has pruned it"},
    {"metrics.of_array",
     "an array has no metrics of its own, but its tasks do; `yard show {run}` lists them, `yard "
     "metrics TASK` prints those of one"},
    {"export.no_metrics",
     "run {run} has no metrics yet, so nothing was written; `yard show {run}` shows its state"},
    {"confirm.nobody",
     "nothing was done: there is no one to answer \"{question}\"; add --yes to skip the question"},
};

}  // namespace

std::span<const MessageTemplate> service_messages() { return kServiceTemplates; }

}  // namespace trainyard
