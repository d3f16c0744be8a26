// SPDX-License-Identifier: GPL-3.0-or-later
// What is said about preparing a run, schedulers and their queues.
// One file because it is a table.
#include "engine/contract/messages/tables.h"

namespace trainyard {
namespace {

constexpr MessageTemplate submissionTable[] = {
    // Submitting.
    {"run.folder_taken", "{path} holds something else already; submit again",
     ErrorKind::environment},
    {"run.submitted", "{path} has been submitted; cancel the run instead", ErrorKind::environment},
    {"program.not_installed", "{program} is not there; build or install the whole program",
     ErrorKind::environment},
    {"program.damaged", "this program lacks its submission script; install it again",
     ErrorKind::environment},
    {"submission.unsettled",
     "whether the job exists is not known yet ({why}); the submission goes on by itself",
     ErrorKind::pending},
    {"submission.start_unknown",
     "the login node is slow and did not say whether the submission began; it is looked at again",
     ErrorKind::pending},
    {"submission.not_started",
     "the submission could not be started on the login node yet ({why}); it is tried again",
     ErrorKind::pending},
    {"submission.no_word",
     "Slurm has not said yet whether the job exists; the submission goes on on the login node, and "
     "is looked at again",
     ErrorKind::pending},
    {"submission.not_begun", "nothing was submitted: {why} ({path})", ErrorKind::environment},
    {"submission.not_looked_at",
     "what became of the submission in {path} could not be looked at ({why})",
     ErrorKind::no_answer},
    {"service.lost_while_submitting",
     "the background service stopped answering; if `yard runs` shows {run}, its submission goes on "
     "by itself, and if not, nothing was started",
     ErrorKind::environment},
    {"submission.cancelled", "the run was cancelled before its job was released",
     ErrorKind::refused},
    {"submission.ended", "the run was not started: {why}"},
    {"protocol.run", "run must be a UUID in lower case"},
    {"run.cancelled", "Cancelled before it was submitted."},
    {"run.cancelled_and_left", "Cancelled before it was submitted. What was sent is left: {why}"},
    {"phase.checking", "checking"},
    {"phase.submitting", "being submitted"},
    {"phase.copying_code", "copying the code"},
    {"phase.reading_data", "reading the data"},
    {"phase.sending_code", "sending the code to {target}"},
    {"phase.sending_data", "sending the data to {target}"},
    {"phase.sending_engine", "sending the engine to {target}"},
    {"phase.checking_text", "checking the text"},
    {"phase.counting_lines", "counting lines"},
    {"phase.reading", "reading"},
    {"phase.training_vocabulary", "training the vocabulary"},
    {"phase.tokenizing", "tokenizing"},
    {"phase.columns", "taking columns"},
    {"phase.splitting", "drawing rows"},
    {"phase.learning_sentences", "learning where sentences end"},
    {"phase.sentences", "cutting into sentences"},
    {"phase.grouping", "putting together"},
    {"phase.packing", "packing"},
    {"phase.counting", "counting"},
    {"phase.loading", "loading the weights"},
    {"phase.merging", "merging"},
    {"phase.looking_for_changes", "looking for changes"},
    {"phase.evaluating", "evaluating"},
    {"phase.predicting", "predicting"},
    {"phase.saving", "saving"},
    {"phase.waiting", "waits: {why}"},
    {"phase.discarding", "cancelled; what was sent is removed when {target} can be reached"},
    {"cancel.kept", "{name} {id} will be cancelled as soon as {target} answers ({why})"},

    // Slurm.
    {"scheduler.refused",
     "{target}: Slurm refused the job, and nothing was submitted: {why}; change what `resources` "
     "asks for, or ask the site",
     ErrorKind::refused},
    {"scheduler.refused_silently",
     "{target}: Slurm refused the job without a reason, and nothing was submitted; change what "
     "`resources` asks for, or ask the site",
     ErrorKind::refused},
    {"scheduler.lost",
     "{target}: Slurm lost the job before it started, as when its controller is killed (its last "
     "words: {why}); nothing is left of it, and it can be submitted again",
     ErrorKind::refused},
    {"scheduler.no_answer", "Slurm did not say when the job would start: {why}",
     ErrorKind::pending},
    {"scheduler.no_nodes_yet",
     "Slurm's controller has just been started and does not know its nodes yet; it is asked again",
     ErrorKind::pending},
    {"scheduler.not_cancelled", "the job could not be cancelled yet: {why}", ErrorKind::no_answer},
    {"cancel.not_marked", "{run} could not be marked as cancelled yet: {why}",
     ErrorKind::no_answer},
    {"cancel.undelivered",
     "{name} {id} goes on: the cancel could neither be delivered to {target} ({why}) nor kept; "
     "cancel it again"},
    {"run.ended", "{name} {id} is over already"},

    // What an experiment needs, on this computer.
    {"needs.no_file", "there is no file {path}; correct the path or put the file there"},
    {"needs.no_path", "there is no {path}; correct the path"},
    {"needs.no_folder", "there is no folder {path}"},
    {"needs.not_a_file", "{path} is not a file; name a file"},
    {"needs.not_readable", "{path} may not be read; change its permissions"},
    {"needs.empty", "{path} is empty; name a file with text"},
    {"needs.not_executable", "{path} may not be executed; run chmod +x on it"},
    {"needs.no_engine",
     "the engine is not at {path}; build or install it, or use workload: command"},
    {"needs.no_program",
     "there is no program {path} beside the experiment, in its code folder or in PATH; correct its "
     "name"},
    {"needs.no_venv", "there is no {path}; name the folder of a virtual environment"},
    {"needs.no_variable",
     "{path} is taken from your own environment, where it is not set; export it or give it a "
     "value"},
    {"path.does_not_travel",
     "a virtual environment does not travel; name the folder of one on the target, with / or ~ in "
     "front"},
    {"target.unsupported",
     "this computer runs no such thing; remove the field or choose another target"},

    // The same on a target.
    {"there.no_path",
     "there is no {path} on {target}; correct the path, or make it relative so that it travels "
     "from here"},
    {"there.not_a_file", "{path} on {target} is not a file; name a file"},
    {"there.not_readable", "{path} may not be read on {target}; change its permissions there"},
    {"there.empty", "{path} on {target} is empty; name a file with text"},
    {"there.not_executable", "{path} may not be executed on {target}; run chmod +x on it there"},
    {"there.no_program",
     "there is no program {path} in the PATH of a login shell on {target}; correct its name, or "
     "name its module in environment.modules"},
    {"there.no_venv",
     "there is no {path}/bin/activate on {target}; name the folder of a virtual environment there"},
    {"there.no_conda",
     "conda, which is to activate {path}, was not found on {target}; name its module in "
     "environment.modules"},
    {"there.no_conda_environment",
     "there is no conda environment {path} on {target}; make it there or correct its name"},
    {"there.no_variable",
     "{path} is taken from your environment on {target}, where it is not set; export it in "
     "~/.bash_profile there or give it a value"},
    {"target.no_answer",
     "the login shell of {target} did not answer whether the experiment's paths are there; bash -l "
     "must work on it and its start files must not exit",
     ErrorKind::no_answer},
    {"target.no_space",
     "what the run needs takes {needed} in {path} on {target}, where {free} are free; free some "
     "space there or choose another base folder",
     ErrorKind::environment},
    {"folder.no_tasks", "the folders of the array's tasks could not be made in {path}: {why}",
     ErrorKind::environment},

    // What a cluster has, beside what is asked for.
    {"target.partition_closed",
     "partition {partition} is closed at the moment ({state}): the job would wait until the site "
     "opens it"},
    {"target.partition", "the cluster has no partition {name}"},
    {"target.partition_near", "the cluster has no partition {name}; did you mean {near}?"},
    {"target.partition_others", "the cluster has no partition {name}; there are {known}"},
    {"target.no_default_partition",
     "the cluster has no partition of its own choice; name one of {known}"},
    {"target.time_limit",
     "partition {partition} gives at most {most}, the experiment asks for {asked}; ask for less or "
     "choose another partition"},
    {"target.nodes",
     "partition {partition} gives at most {most} nodes, the experiment asks for {asked}; ask for "
     "fewer or choose another partition"},
    {"target.no_gpus",
     "partition {partition} has no GPUs; choose another partition, or set it to 0"},
    {"target.gpu_type", "partition {partition} has no GPU of type {name}"},
    {"target.gpu_type_near",
     "partition {partition} has no GPU of type {name}; did you mean {near}?"},
    {"target.gpu_type_others",
     "partition {partition} has no GPU of type {name}; there are {known}"},
    {"target.gpus",
     "partition {partition} has fewer GPUs (nodes x GPUs: {there}), not {gpus} on each node; ask "
     "for fewer or choose another partition"},
    {"target.gpu_nodes",
     "partition {partition} has fewer such nodes (nodes x GPUs: {there}), not {nodes} nodes with "
     "{gpus} each; ask for fewer or choose another partition"},
    {"target.processors",
     "nodes of partition {partition} have {there} processor cores, {processes} processes with "
     "{each} each need {asked}; ask for fewer"},
    {"target.memory",
     "nodes of partition {partition} have {there} GiB, the experiment asks for {asked}; ask for "
     "less or choose another partition"},
    // Runs that wait for others.
    {"after.until_completed", "waits for {run} to complete"},
    {"after.until_ended", "waits for {run} to end"},
    {"after.until_failed", "waits for {run} to end without completing"},
    {"after.and_more", "{first}, and for {count} more"},
    {"after.not_completed",
     "it never starts, since it waits for {run} to complete, which ended otherwise; resume {run}, "
     "then this one"},
    {"after.not_failed",
     "it never starts, since it waits for {run} to end without completing, which completed"},
    {"after.no_job", "waits for {run}, which is being submitted itself", ErrorKind::pending},
    {"after.elsewhere",
     "resources.after: {run} is on {other}; a run on {target} can only wait for one that is there, "
     "too, or is over"},
    {"study.unknown", "no study begins with {study}; `yard runs` lists them"},
    {"grid.form", "--grid {found}: write PATH=VALUE,VALUE"},
    {"grid.twice", "--grid has {found} twice; keep one"},
    {"grid.too_many", "--grid makes more than {limit} runs; use fewer values"},
    {"study.ambiguous", "several studies begin with {study}; give more of it"},
    {"study.or_run", "'{text}' begins both the run {run} and the study {study}; give more of it"},
    {"study.give_run", "{study} is a study of {count} runs; give one of them: {runs}"},
    {"study.other_document",
     "the study {study} is of '{name}' on {target}, and this is '{other}' on {here}; leave --study "
     "out to begin another one"},
    {"study.run_refused", "nothing was submitted: the run with {values} would not be taken: {why}"},
    // A site's profile.
    {"site.unknown",
     "there is no site {name}; there are {known}, or give the path of a file of your own"},
    {"site.unreadable",
     "the site's file {path} cannot be read: {problem}; mend it, or add the "
     "cluster without --site"},
    {"site.too_large", "{path} is no site's file: it is larger than {limit} bytes"},
    {"site.yaml", "{place}: {why}"},
    {"site.key", "{place}: a site has no key {key}; known is {known}"},
    {"site.value", "{place}: {key} must be {expected}, not {found}"},
    {"site.partition",
     "{site} is not known to have a partition {partition}; known are {known}: its limits are not "
     "checked"},
    {"site.account",
     "{site} takes no job without an account: set resources.account to your project's"},
    {"site.gpus",
     "nodes of partition {partition} have {there} GPUs, the experiment asks for {asked} on each; "
     "ask for fewer, or for more nodes"},
    {"site.bf16", "GPUs of partition {partition} have no bf16; use fp16 or fp32"},
    {"site.gpu_memory",
     "training {millions} million parameters takes {bytes} bytes each, {asked} GiB beside "
     "activations, and GPUs of partition {partition} have {there}; use lora.rank, "
     "optimizer.kind adamw_8bit or a smaller model"},
    {"site.more_cores_per_gpu",
     "{site} gives {rule} cores a GPU, {due} for {gpus} GPUs, the experiment asks for {asked}; "
     "lower resources.cpus_per_process"},
    {"site.fewer_cores_per_gpu",
     "{site} gives {rule} cores a GPU, {due} for {gpus} GPUs, the experiment asks for {asked} "
     "only; raise resources.cpus_per_process"},
    {"site.container",
     "nodes of {site} have no internet to fetch {found}: pull the image first, and name its file"},
    {"site.offline",
     "nodes of {site} have no internet: fetch models and data first, and set HF_HUB_OFFLINE to 1 "
     "where the program uses Hugging Face"},
    {"target.unknown_account", "you have no account {name} on this cluster"},
    {"target.unknown_account_near",
     "you have no account {name} on this cluster; did you mean {near}?"},
    {"target.unknown_account_others",
     "you have no account {name} on this cluster; there are {known}"},
    {"target.unknown_qos", "you have no class of service {name} on this cluster"},
    {"target.unknown_qos_near",
     "you have no class of service {name} on this cluster; did you mean {near}?"},
    {"target.unknown_qos_others",
     "you have no class of service {name} on this cluster; there are {known}"},
    {"target.not_allowed", "partition {partition} does not take {name}"},
    {"target.not_allowed_near", "partition {partition} does not take {name}; did you mean {near}?"},
    {"target.not_allowed_others", "partition {partition} does not take {name}; it takes {known}"},
    {"target.array",
     "the largest index on this cluster is {most}, not {asked}; use several submissions"},
    {"target.no_requeue",
     "this cluster does not requeue jobs: at its time limit the run saves and ends; go on with "
     "`yard resume`"},

    // Jobs in Slurm's queue, and what became of them.
    {"slurm.pending", "waiting in the queue"},
    {"slurm.suspended", "suspended by Slurm: its processes are stopped until it is resumed"},
    {"slurm.completed", "Slurm: the job completed."},
    {"slurm.failed", "Slurm: the job failed."},
    {"slurm.cancelled", "Slurm: the job was cancelled."},
    {"slurm.timeout",
     "Slurm ended the job at its time limit; ask for more time, or resume it from its "
     "last checkpoint."},
    {"slurm.deadline", "Slurm ended the job at its deadline."},
    {"slurm.preempted",
     "Slurm took the nodes for a job of higher priority; resume the run to go on from its "
     "last checkpoint."},
    {"slurm.out_of_memory",
     "Slurm: processes of the job were killed because it used more main memory than it "
     "asked for; raise resources.memory_gib_per_node or lower batch.per_device."},
    {"slurm.node_fail",
     "A node of the job failed; resume the run to go on from its last checkpoint."},
    {"slurm.boot_fail", "A node of the job could not be started; submit it again."},
    {"slurm.revoked",
     "Slurm moved the job to another cluster of its federation, where it is not followed."},
    {"slurm.completing", "ending: Slurm is cleaning up on its nodes"},
    {"slurm.configuring", "its nodes are being prepared"},
    {"slurm.power_up_node", "its nodes are being switched on"},
    {"slurm.expediting", "requeued with preference, waiting for its nodes"},
    {"slurm.requeued", "requeued, waiting to begin again"},
    {"slurm.requeue_fed", "requeued by the federation, waiting to begin again"},
    {"slurm.requeue_hold", "requeued and held: `scontrol release` lets it begin again"},
    {"slurm.special_exit",
     "requeued in a special state and held: `scontrol release` lets it begin again"},
    {"slurm.resv_del_hold",
     "held because its reservation was deleted; cancel it and submit it without the "
     "reservation"},
    {"slurm.launch_failed",
     "could not be started on its nodes and is held; ask the site, or `scontrol release` "
     "it"},
    {"slurm.reconfig_fail", "its nodes could not be configured; ask the site"},
    {"slurm.resizing", "changing its size"},
    {"slurm.signaling", "being sent a signal"},
    {"slurm.stopped", "stopped by a signal: its processes stand still"},
    {"slurm.stage_out", "ending: its files are being copied out"},
    {"slurm.update_db", "being entered into Slurm's accounting"},
    {"slurm.reason.Priority",
     "Jobs of higher priority are ahead of it; it starts by itself. ({word})"},
    {"slurm.reason.Resources", "It is next, and waits for nodes to become free. ({word})"},
    {"slurm.reason.None", "Slurm has not looked at it yet. ({word})"},
    {"slurm.reason.BeginTime",
     "It may not begin before a set time; after a requeue Slurm waits two minutes. "
     "({word})"},
    {"slurm.reason.DependencyNeverSatisfied",
     "The job that it depends on did not end as asked; cancel it, or change "
     "resources.dependency. ({word})"},
    {"slurm.reason.Dependency", "It waits for the jobs that it depends on. ({word})"},
    {"slurm.reason.JobArrayTaskLimit", "As many tasks of the array run as its % allows. ({word})"},
    {"slurm.reason.Licenses", "It waits for licenses to become free. ({word})"},
    {"slurm.reason.Cleaning", "Its last start is still being cleaned up. ({word})"},
    {"slurm.reason.Prolog", "The site's preparation of the nodes is running. ({word})"},
    {"slurm.reason.ReservationDeleted",
     "Its reservation was deleted; cancel it and submit it without resources.reservation. "
     "({word})"},
    {"slurm.reason.ReservationInvalid",
     "Its reservation is not valid for it; cancel it and change resources.reservation. "
     "({word})"},
    {"slurm.reason.Reservation", "It waits for its reservation to begin. ({word})"},
    {"slurm.reason.MaxRequeue",
     "It was requeued too often and is held; find out why, then release it or submit it "
     "again. ({word})"},
    {"slurm.reason.BurstBuffer", "It waits for the burst buffer. ({word})"},
    {"slurm.reason.FrontEndDown", "No front end node is up; the site has to act. ({word})"},
    {"slurm.reason.SchedDefer", "Slurm schedules in a while only; it starts by itself. ({word})"},
    {"slurm.reason.FedJobLock", "The federation is deciding where it runs. ({word})"},
    {"slurm.reason.PowerNotAvail", "It waits until the cluster may use more power. ({word})"},
    {"slurm.reason.PowerReserved", "It waits until the cluster may use more power. ({word})"},
    {"slurm.reason.MPI_Ports_Busy", "It waits for ports to become free. ({word})"},
    {"slurm.reason.ReqNodeNotAvail",
     "Nodes that it needs are down, drained or reserved; it waits for them. Ask for "
     "others if they do not come back. ({word})"},
    {"slurm.reason.Nodes_required",
     "Nodes that it needs are down, drained or reserved for others; it waits for them. "
     "Ask for others if they do not come back. ({word})"},
    {"slurm.reason.NodeDown", "A node that it needs is down; it waits for it. ({word})"},
    {"slurm.reason.PartitionDown",
     "The partition is closed at the moment; it waits until the site opens it, or choose "
     "another one. ({word})"},
    {"slurm.reason.PartitionInactive",
     "The partition is closed at the moment; it waits until the site opens it, or choose "
     "another one. ({word})"},
    {"slurm.reason.PartitionTimeLimit",
     "It asks for more time than the partition gives; cancel it and lower "
     "resources.time_limit, or choose another partition. ({word})"},
    {"slurm.reason.PartitionNodeLimit",
     "It asks for more nodes than the partition gives; cancel it and lower "
     "resources.nodes, or choose another partition. ({word})"},
    {"slurm.reason.PartitionConfig",
     "The partition does not take such a job; cancel it and change resources, or choose "
     "another partition. ({word})"},
    {"slurm.reason.JobHeldUser",
     "It is held by its owner; `scontrol release` lets it start. ({word})"},
    {"slurm.reason.JobHeldAdmin", "It is held by the site; ask the site why. ({word})"},
    {"slurm.reason.JobHoldMaxRequeue",
     "It was requeued too often and is held; find out why, then release it or submit it "
     "again. ({word})"},
    {"slurm.reason.JobLaunchFailure",
     "It could not be started on its nodes; ask the site, or submit it again. ({word})"},
    {"slurm.reason.launch_failed_requeued_held",
     "It could not be started on its nodes and is held; ask the site, or `scontrol "
     "release` it. ({word})"},
    {"slurm.reason.job_requeued_in_held_state",
     "It was requeued and is held; `scontrol release` lets it start. ({word})"},
    {"slurm.reason.DeadLine", "It cannot end before its deadline; cancel it. ({word})"},
    {"slurm.reason.BadConstraints",
     "No node has what it asks for together; cancel it and change resources. ({word})"},
    {"slurm.reason.Constraints",
     "No node has what it asks for together; cancel it and change resources. ({word})"},
    {"slurm.reason.InvalidAccount",
     "The account is not known to Slurm; cancel it and correct resources.account. ({word})"},
    {"slurm.reason.AccountNotAllowed",
     "The account may not use this partition; cancel it and change resources.account or "
     "resources.partition. ({word})"},
    {"slurm.reason.AccountingPolicy",
     "A limit of the account holds it back; wait, or ask for less. ({word})"},
    {"slurm.reason.InvalidQOS",
     "The class of service is not known to Slurm; cancel it and correct resources.qos. "
     "({word})"},
    {"slurm.reason.QOSNotAllowed",
     "The class of service may not use this partition or account; cancel it and change "
     "resources.qos. ({word})"},
    {"slurm.reason.QOSTimeLimit",
     "It asks for more time than its class of service gives; cancel it and lower "
     "resources.time_limit. ({word})"},
    {"slurm.reason.QOSResourceLimit",
     "A limit of the class of service holds it back; wait, or ask for less. ({word})"},
    {"slurm.reason.QOSJobLimit",
     "As many jobs run as the class of service allows; it starts when one ends. ({word})"},
    {"slurm.reason.QOSUsageThreshold",
     "The class of service needs more unused share than is left; wait, or take another "
     "one. ({word})"},
    {"slurm.reason.QOSMin",
     "It asks for less than its class of service demands; cancel it and ask for more, or "
     "take another one. ({word})"},
    {"slurm.reason.QOSGrp",
     "Together the jobs of this class of service use all that they may; wait, or take "
     "another one. ({word})"},
    {"slurm.reason.AssocGrp",
     "Together the jobs of this account use all that they may; wait, or ask for less. "
     "({word})"},
    {"slurm.reason.AssocMaxJobs",
     "As many of your jobs run as the account allows; it starts when one ends. ({word})"},
    {"slurm.reason.QOSMaxJobs",
     "As many of your jobs run as the class of service allows; it starts when one ends. "
     "({word})"},
    {"slurm.reason.AssociationJobLimit",
     "As many of your jobs run as the account allows; it starts when one ends. ({word})"},
    {"slurm.reason.AssociationResourceLimit",
     "A limit of the account holds it back; wait, or ask for less. ({word})"},
    {"slurm.reason.AssociationTimeLimit",
     "It asks for more time than the account gives; cancel it and lower "
     "resources.time_limit. ({word})"},
    {"slurm.reason.AssocMax",
     "A limit of your account holds it back; wait, or ask for less. ({word})"},
    {"slurm.reason.QOSMax",
     "A limit of the class of service holds it back; wait, or ask for less. ({word})"},
    {"slurm.reason.MaxMemPerLimit",
     "It asks for more memory than is allowed; cancel it and lower "
     "resources.memory_gib_per_node. ({word})"},
    {"slurm.reason.MaxBillingPerAccount",
     "The account uses all that it may; wait, or ask for less. ({word})"},
    {"slurm.reason.TimeLimit", "It ended at its time limit. ({word})"},
    {"slurm.reason.NonZeroExitCode", "It ended with an error. ({word})"},
    {"slurm.reason.OutOfMemory", "It used more main memory than it asked for. ({word})"},
    {"slurm.reason.RaisedSignal", "It was ended by a signal. ({word})"},
    {"slurm.reason.SystemFailure", "The cluster itself failed; submit it again. ({word})"},
    {"slurm.no_output",
     "The node could not write the job's output file: the run folder is not visible or "
     "not writable there; choose a base folder that all nodes see."},
    {"slurm.failed_by_signal", "Slurm: the job was ended by signal {signal}."},
    {"slurm.failed_with_code", "Slurm: the job ended with code {code}."},
    {"slurm.unknown_state", "Slurm shows a state that is not known here: {word}"},
    {"slurm.state_and_reason", "{state}. {reason}"},
    {"slurm.reason.too_much_for_one",
     "One job may not ask for so much under this account or class of service; cancel it "
     "and ask for less. ({word})"},
    {"slurm.reason.time_spent",
     "The time that the account or class of service may use is spent or promised; wait, "
     "ask for less, or use another one. ({word})"},
    {"slurm.reason.unknown", "Slurm gives a reason that is not known here: {word}"},
    {"slurm.lost",
     "Slurm lost the job before it started, as when its controller is killed; submit it "
     "again."},
    {"slurm.cancelled_before_start", "Cancelled before it started."},
    {"slurm.no_record", "Slurm keeps no record of how the job ended."},
    {"slurm.vanished", "Slurm does not show the job any more; its end is being looked up"},
    {"slurm.damaged_list", "Slurm's list of jobs came damaged; it is asked again"},
    {"slurm.no_answer", "{why}"},

    // Why Slurm's commands say nothing.
    {"slurm.silent.rate_limit", "Slurm asks to be asked less often ({words})"},
    {"slurm.silent.munge",
     "munge, by which Slurm knows who asks, does not work on the login node ({words})"},
    {"slurm.silent.identity",
     "Slurm does not know who asks: munge does not work, or the clocks of the cluster differ "
     "({words})"},
    {"slurm.silent.no_accounting", "the cluster keeps no accounting ({words})"},
    {"slurm.silent.unknown_job", "Slurm does not know the job ({words})"},
    {"slurm.silent.accounting", "Slurm's accounting does not answer ({words})"},
    {"slurm.silent.not_set_up", "Slurm is not set up on the login node ({words})"},
    {"slurm.silent.controller", "Slurm's controller does not answer ({words})"},
    {"slurm.silent.controller_late", "Slurm's controller does not answer in time ({words})"},
    {"slurm.silent.backup", "Slurm's controller is being replaced by its backup ({words})"},
    {"slurm.silent.no_commands", "Slurm's commands are not there ({words})"},
    {"slurm.silent.other", "Slurm's command ended with code {code} ({words})"},

    // This computer.
    {"here.nodes", "this computer is one node, not {wanted}; set it to 1 or choose a cluster"},
    {"here.gpus", "this computer has {there} GPUs, not {wanted}; lower it or choose another target",
     ErrorKind::environment},
    {"here.processors",
     "this computer has {there} processors, the run asks for {wanted}; lower "
     "resources.processes_per_node or resources.cpus_per_process"},
    {"here.slow_start",
     "the job has not started within 15 s ({why}); it is looked at again, see {path}",
     ErrorKind::deadline},
    {"turn.waiting", "waiting its turn"},
    {"turn.processors", "waiting for {wanted} of {there} processors ({free} free)"},
    {"turn.gpus", "{processors} and {wanted} of {there} GPUs ({free} free)"},
    {"turn.behind", "{why}; {ahead} before it in the queue"},
    {"host.restarted",
     "This computer was shut down or restarted while the run was going; resume it to go on from "
     "its last checkpoint."},
    {"agent.gone",
     "yard-agent ended without a word, as when it is killed; resume the run to go on from its last "
     "checkpoint."},
    {"queue.not_written", "{path} cannot be written ({why}); check free space and permissions",
     ErrorKind::environment},
    {"queue.locked", "the queue of this computer cannot be locked: {path}/lock",
     ErrorKind::environment},
    {"queue.ticket_gone", "the run's ticket {path} is gone: somebody removed it",
     ErrorKind::environment},
    {"job.not_written", "{path} cannot be written: {why}", ErrorKind::environment},
    {"job.unreadable", "{path} cannot be read: {why}", ErrorKind::environment},
    {"job.claimed", "another process has this submission already: {path}", ErrorKind::environment},
    {"job.unidentified", "/proc cannot be read, so the job of {path} cannot be found again",
     ErrorKind::environment},
    {"job.cancelled", "cancelled before it started", ErrorKind::stopped},
    {"job.no_folder", "the run folder {path} cannot be entered: {why}", ErrorKind::environment},
    {"job.no_bash", "bash could not be started: {why}", ErrorKind::environment},
};

}  // namespace

std::span<const MessageTemplate> submission_messages() { return submissionTable; }

}  // namespace trainyard
