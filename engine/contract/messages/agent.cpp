// SPDX-License-Identifier: GPL-3.0-or-later
// Messages about starting ranks and the causes of an end.
#include "engine/contract/message_tables.h"

namespace trainyard {
namespace {

constexpr MessageTemplate kAgentTemplates[] = {
    {"resume.settings", "resumed with changed settings: {changes}"},
    // Starts of sentences, as arguments.
    {"who.rank", "Rank {rank} on {node}"},
    {"who.program", "{program} on {node}"},
    {"who.node", "A process on node {node}"},
    // Ends of sentences, as arguments: what a program said last.
    {"said.last", "last output: {words}"},
    {"said.nothing", "no error was printed, see its output"},
    {"said.by_slurm", "The scheduler said: {words}"},
    {"said.nothing_by_slurm", "The scheduler gave no reason"},
    // Causes of an end.
    {"ended.completed", "Completed"},
    {"failure.memory_limit",
     "{who} was killed because the job's memory limit was reached; request more memory "
     "(resources.memory_gib_per_node) or use a smaller batch"},
    {"failure.memory_of_machine",
     "{who} was killed because the machine ran out of memory; request more memory "
     "(resources.memory_gib_per_node) or use a smaller batch"},
    {"failure.signal", "{who} was killed by {signal}: {advice}"},
    {"failure.exit_code", "{who} exited with code {exit_code}; {said}"},
    {"failure.exception", "{who} failed: {error}"},
    {"failure.exception_advice", "{who} failed: {error}; {advice}"},
    {"failure.out_of_memory", "{who} ran out of memory: {error}; {advice}"},
    {"failure.disk_full", "{who} failed because a disk is full: {error}; {advice}"},
    {"failure.communication", "{who} lost contact with the other ranks: {error}; {advice}"},
    {"failure.cuda", "{who} failed on its GPU: {error}; {advice}"},
    {"failure.engine_out_of_memory",
     "{who} ran out of memory, lower batch.per_device or request more; {said}"},
    {"failure.engine_communication",
     "{who} lost contact with the other ranks, check their output and resume; {said}"},
    {"failure.non_finite_loss",
     "{who} ended because the loss became non-finite, lower optimizer.learning_rate or use bf16 "
     "instead of fp16; {said}"},
    // Advice after an end.
    {"advice.killed",
     "a user or the system ended it (no out-of-memory kill was recorded); check the health of the "
     "node and resume"},
    {"advice.crashed",
     "it crashed in native code; see the end of its error output and check the versions of its "
     "libraries"},
    {"advice.aborted", "it aborted itself; see the end of its error output"},
    {"advice.terminated", "it was asked to stop; resume the run if that was not you"},
    {"advice.signalled", "see the end of its error output"},
    {"advice.smaller_batch",
     "use a smaller batch with more gradient accumulation steps; gradient checkpointing (computing "
     "activations again) saves memory, too"},
    {"advice.more_memory",
     "request more memory (resources.memory_gib_per_node) or use a smaller batch"},
    {"advice.free_disk",
     "free space on the disk it wrote to, or keep fewer checkpoints, and resume"},
    {"advice.free_quota", "free space under your quota, or keep fewer checkpoints, and resume"},
    {"advice.other_rank_failed",
     "another rank or the network between the nodes failed, check the output of the other ranks "
     "and resume"},
    {"advice.rank_timeout",
     "a rank did not respond in time, check the output of the other ranks and resume"},
    {"advice.other_rank_ended", "another rank ended first, check the output of the other ranks"},
    {"advice.ranks_unreachable", "the ranks could not reach each other, check addresses and ports"},
    {"advice.gpu_not_supported",
     "this GPU is too old or too new for the installed torch, choose another gpu_type or torch "
     "build"},
    {"advice.driver_too_old", "the node's NVIDIA driver is too old for the installed torch"},
    {"advice.no_driver", "request GPUs (resources.gpus_per_node) or run on the CPU"},
    {"advice.device_assert",
     "often an out-of-range token or label, run one step with CUDA_LAUNCH_BLOCKING=1 to find it"},
    {"advice.cuda_blocking",
     "run once with CUDA_LAUNCH_BLOCKING=1 to find where, and try another node"},
    {"advice.other_node", "try another node, or use a smaller batch"},
    {"advice.install_module",
     "install it into the run's environment (environment.venv or environment.conda); if it is one "
     "of your own, `yard check` tells whether .gitignore or code.exclude leaves it behind"},
    {"advice.port_in_use",
     "another program of the node uses this port, often an earlier run: choose another "
     "(MASTER_PORT, --master_port), or 0 for a free one, and resume"},
    {"advice.too_many_processes",
     "more processes were started than the job has GPUs; set resources.processes_per_node to "
     "their number, or request more"},
    {"advice.gpu_busy", "another process has the GPU; resume on another node"},
    {"advice.broken_gpu",
     "the GPU of this node is defective; resume on another node, and tell the site"},
    {"advice.worker_killed",
     "a data loading process was killed, often for lack of memory: use fewer workers, or "
     "request more memory (resources.memory_gib_per_node)"},
    {"advice.shared_memory",
     "/dev/shm is too small: use fewer data loading workers, or give the container more shared "
     "memory"},
    {"advice.not_finite", "lower the learning rate, or clip gradients"},
    {"advice.wandb_login",
     "set WANDB_API_KEY in environment.variables, or environment.trackers_offline"},
    {"advice.no_terminal",
     "it asks a question, and a job has no terminal: give the answer as an option or a "
     "variable"},
    {"advice.hub_login",
     "accept the terms of the model or data set on its page, and set HF_TOKEN in "
     "environment.variables"},
    {"advice.hub_limit", "the hub was asked too often; wait, or download once and name the folder"},
    {"advice.hub_name",
     "check the name of the model or data set; a folder must be there on the node"},
    {"advice.no_internet",
     "compute nodes often have no internet: download it on the login node, name its folder, "
     "and set HF_HUB_OFFLINE=1"},
    {"advice.damaged_file", "the file is damaged, cut off or a pointer of git-lfs; fetch it again"},
    {"advice.other_model",
     "the checkpoint is of a model of other sizes; name the right folder, or the settings with "
     "which it was trained"},
    {"advice.carriage_returns", "the script has Windows line ends; convert it with dos2unix"},
    {"advice.no_modules",
     "this shell does not define `module`: begin the script with #!/bin/bash -l, or read "
     "/etc/profile first"},
    {"advice.unknown_module",
     "the site has no such module, or has replaced it; `module avail` lists them"},
    {"advice.conda_hook",
     "conda is not set up in this shell: name the environment in environment.conda, or read "
     "its etc/profile.d/conda.sh first"},
    {"advice.conda_name",
     "there is no such conda environment on the node; `conda env list` there lists them"},
    {"advice.command_missing",
     "load its module or activate its environment (environment.modules, environment.conda, "
     "environment.venv)"},
    {"advice.missing_library", "load the module or environment that it was built with"},
    {"advice.older_system",
     "it was built for a newer system; load a newer compiler's module, or use a build for this "
     "one"},
    {"advice.rebuild",
     "two packages do not fit together; install or build them again in one environment"},
    {"advice.version_mismatch",
     "the installed version of this package is not the one that the program was written for"},
    {"advice.other_machine", "it was built for another processor, or lacks its first line with #!"},
    {"advice.container_image", "check the path of the container image, and that the node sees it"},
    {"advice.container_mount", "a folder that the container should see is not there on the node"},
    {"advice.step_too_large",
     "srun asks for more than the job has; compare its options with the job's"},
    {"advice.unset_variable",
     "a variable has no value in the job: set it in environment.variables"},
    {"advice.shell_syntax", "the script is not complete there; `bash -n` finds the place"},
    {"advice.arguments", "check the program's arguments"},
    {"advice.open_files",
     "raise `ulimit -n`, use fewer data loading workers, or share tensors by the file system"},
    {"advice.more_processes",
     "the account may start no more processes or threads there: use fewer workers, or raise "
     "`ulimit -u`"},
    {"advice.file_system", "the file system failed; resume, and tell the site if it fails again"},
    {"advice.permission", "check who may read, write or execute it (chmod u+x for a program)"},
    {"error.and_last", "{error} (last output: {last})"},
    {"advice.check_paths", "check the paths in command.arguments"},
    // Stops.
    {"stop.requested", "Asked to stop by {signal}; signaling the ranks"},
    {"stopped.cancelled",
     "Cancelled: {how}; resume it to continue from its last checkpoint, if there is one"},
    {"stopped.timed_out",
     "The time limit was reached: {how}; resume it to continue from its last checkpoint, if there "
     "is one"},
    {"stopped.before_time_limit",
     "The run was stopped {seconds} s before its time limit so that it could save: {how}; resume "
     "it to continue from its last checkpoint, if there is one"},
    {"stopped.preempted",
     "The run was asked to stop ({signal}): {how}; resume it to continue from its last "
     "checkpoint, if there is one"},
    {"stopped.superseded", "A later attempt of this run has started elsewhere: {how}"},
    {"stopped.by_rule",
     "The run was stopped because {fired}: {how}; resume it to continue from its last checkpoint, "
     "if there is one"},
    {"stop.killed", "it did not stop within {seconds} s and was killed"},
    {"stop.failed", "stopping it failed: {why}"},
    {"stop.in_order", "it stopped cleanly"},
    {"stop.exit_code", "it exited with code {exit_code}"},
    {"restart.why_time_limit", "The time limit was reached"},
    {"restart.why_node_lost", "A node was lost"},
    {"restart.requeued", "{why}; the job is requeued and continues from step {step}"},
    {"restart.no_progress",
     "{why}, and the last {attempts} attempts did not get past step {step}, so the job is not "
     "requeued; request more time (resources.time_limit) or save more often "
     "(checkpoint.every_steps)"},
    {"restart.no_progress_of_command",
     "{why}, and the last {attempts} attempts did not get further than the ones before, so the "
     "job is not requeued; request more time (resources.time_limit), or make the program save "
     "more often and continue from what it saved"},
    {"restart.refused", "The scheduler did not requeue job {job}: {words}; resume the run"},
    // Nodes and Slurm's step.
    {"node.lost", "Node {node} was lost: {why}; check the health of the node and resume"},
    {"node.slurms_words", "{why} (The scheduler said: {words})"},
    {"connection.ended", "its agent is gone", ErrorKind::communication},
    {"connection.broken", "the connection to its agent broke ({problem})",
     ErrorKind::communication},
    {"connection.malformed", "it sent an invalid message", ErrorKind::communication},
    {"connection.silent", "nothing was received from it for {seconds} s", ErrorKind::communication},
    {"connection.stranger",
     "the program at its address does not know the secret of this run; another program may have "
     "taken its port",
     ErrorKind::communication},
    {"node.message", "not a message of an agent", ErrorKind::communication},
    {"node.coordinator_lost", "node {node} lost the coordinator of the run: {why}"},
    {"node.coordinator_unreachable",
     "node {node} cannot reach the coordinator of the run at {endpoint} ({problem})",
     ErrorKind::communication},
    {"node.not_by_srun",
     "node is started by the scheduler for the agent that runs the job; start that agent with "
     "yard-agent run --scheduler NAME"},
    {"node.agent_ended",
     "The agent on node {node} ended before the run started ({words}); check the health of the "
     "node and resume",
     ErrorKind::environment},
    {"node.base_unseen",
     "Node {node} does not see {path}; choose a base folder that all nodes share, or leave the "
     "node out (resources.extra_directives: [--exclude={node}])",
     ErrorKind::environment},
    {"node.base_not_executable",
     "Node {node} cannot run {path} ({problem}); choose a base folder that all nodes share, or "
     "leave the node out (resources.extra_directives: [--exclude={node}])",
     ErrorKind::environment},
    {"step.not_started", "The agents on the nodes cannot be started: {why}",
     ErrorKind::environment},
    {"step.not_ready",
     "Only {ready} of {nodes} nodes are ready after {seconds} s; check the health of the nodes "
     "and resume ({said})",
     ErrorKind::environment},
    {"step.no_answer", "The scheduler does not answer; starting the agents on the nodes again"},
    {"step.ended",
     "The scheduler ended the agents on the nodes before the run started (exit code {exit_code}); "
     "check the health of the nodes and resume ({said})",
     ErrorKind::environment},
    {"step.given_up",
     "The scheduler ended the agents on the nodes (exit code {exit_code}); the ranks are told to "
     "save ({said})"},
    // Before the ranks start.
    {"preflight.folder_missing",
     "Node {node} does not see {folder}; choose a base folder that all nodes share",
     ErrorKind::environment},
    {"preflight.folder_not_writable",
     "Node {node} cannot write to {folder} ({problem}); check its permissions and free space",
     ErrorKind::environment},
    {"preflight.gpus",
     "Node {node} has {found} of the {wanted} requested GPUs; check resources.gpus_per_node and "
     "the partition",
     ErrorKind::environment},
    {"preflight.mig",
     "Node {node} gives slices of GPUs (MIG) to {processes} processes, which cannot train "
     "together; "
     "set resources.gpus_per_node to 1, or request whole GPUs",
     ErrorKind::environment},
    {"preflight.cores",
     "Node {node} gives {cores} CPU cores to {processes} processes; raise "
     "resources.cpus_per_process, or lower resources.processes_per_node",
     ErrorKind::environment},
    {"preflight.found", "On node {node}: {why}", ErrorKind::environment},
    {"preflight.found_at", "On node {node}: {path}: {why}", ErrorKind::environment},
    {"preflight.engine", "On node {node} engine preflight exited with code {exit_code}; {said}",
     ErrorKind::environment},
    {"program.no_python",
     "No python3 or python is in PATH; set the run's environment (environment.venv or "
     "environment.conda)"},
    {"program.python_not_found",
     "The Python '{program}' was not found; set the run's environment (environment.venv or "
     "environment.conda)"},
    {"program.not_in_code",
     "The program '{program}' was not found in {folder}; check command.program and code.source"},
    {"program.not_in_path",
     "The program '{program}' was not found or is not executable (searched from {folder} and in "
     "PATH); check its name"},
    {"program.not_found",
     "The program '{program}' was not found or is not executable (searched from {folder}); check "
     "its name"},
    {"program.not_started", "The program '{program}' cannot be started in {folder}: {problem}"},
    {"program.no_input",
     "The program '{program}' is not started, because {path}, which is to be its standard input, "
     "cannot be read: {problem}; check the file name after --input"},
    {"program.no_pipe",
     "The program '{program}' cannot be started because no pipe could be created: {problem}"},
    {"program.no_process", "The program '{program}' cannot be started: {problem}"},
    {"port.taken",
     "The live stream cannot listen on {address} port {port} ({problem}); omit --port to use a "
     "free one",
     ErrorKind::environment},
    {"port.nodes_door",
     "Cannot listen on {address} for the agents on the nodes ({problem}); give an address of this "
     "node with --address",
     ErrorKind::environment},
    {"port.of_ranks_taken",
     "Port {port} for the ranks cannot be used on this machine ({problem}); omit MASTER_PORT to "
     "use a free one",
     ErrorKind::environment},
    // The attempt and its files.
    {"run_folder.absent",
     "The run folder {folder} does not exist; give a run folder with --run-dir"},
    {"run_folder.in_use_by_agent",
     "The run folder {folder} is already in use by the agent with PID {pid}; wait for it to end "
     "or cancel that run first"},
    {"run_folder.in_use_elsewhere",
     "The run folder {folder} is already in use by an agent elsewhere; wait for it to end or "
     "cancel that run first"},
    {"run_folder.not_writable",
     "The run folder {folder} is not writable ({problem}); check its owner, permissions and free "
     "space",
     ErrorKind::environment},
    {"agent_file.damaged", "{file} is not a JSON object", ErrorKind::environment},
    {"agent.no_local_folder",
     "Cannot create a private folder in $TMPDIR, /tmp or /dev/shm ({problem}); free some space "
     "there or set TMPDIR to a local folder",
     ErrorKind::environment},
    {"agent.local_folder_full",
     "Cannot write files in {folder}; free some space there or set TMPDIR to a local folder"},
    {"agent.no_fifo", "Cannot create the FIFO {file} ({problem}); set TMPDIR to a local folder",
     ErrorKind::environment},
    {"agent.completed_already",
     "job {job} has already completed this run; the scheduler started it a second time, so "
     "there is nothing to do",
     ErrorKind::done},
    {"events.not_writable",
     "Cannot create {file} ({problem}); check permissions and free space of the run folder",
     ErrorKind::environment},
    {"events.end_not_written", "the file system did not accept the last events of {folder}"},
    {"events.dropped", "{count} events are missing: the file system did not accept them"},
    {"events.bad_lines",
     "Skipped so far in TRAINYARD_EVENTS: {count} lines that were not events, of a kind that "
     "programs may not send, or over 4096 bytes"},
    {"output.not_writable",
     "Cannot create output files in {folder} ({problem}); check permissions, free space and the "
     "limit on open files",
     ErrorKind::environment},
    {"output.dropped",
     "About {bytes} bytes of output are missing from the logs: the file system did not accept "
     "them, so its disk or your quota may be full"},
    {"metrics.found", "Metrics are read from {what}"},
    {"found.dictionaries", "printed dictionaries, in the format of the Hugging Face Trainer"},
    {"found.json_lines", "printed lines that are JSON objects"},
    {"found.progress_bar", "the values after the progress bar"},
    {"found.lines", "lines like `{line}`: {names}"},
    {"found.pattern", "the lines that fit the pattern `{pattern}`"},
    {"metrics.only_progress",
     "No metrics were read: the output has a progress bar, but no values beside it, and no line of "
     "numbers with their names that came again with other numbers; for curves, add this line to "
     "the training loop: {line}"},
    {"metrics.thinned",
     "The program prints faster than its lines are read for metrics, {rate} a second after the "
     "first {count}: its curves have gaps, what it printed is complete. Numbers that the program "
     "logs to a tracker's files are all read."},
    {"metrics.nothing_found",
     "No metrics were read: the output has no line of numbers with their names (such as `step 10: "
     "loss 2.5`) that came again with other numbers, no JSON object or dictionary of numbers, and "
     "no progress bar with values; for curves, add `{shell}` to a shell script's loop, or this "
     "line to a training loop in Python: {line}"},
    {"metrics.no_line_fits",
     "No metrics were read: no line of the output fits the pattern `{pattern}`"},
    {"script.traceback_at_end",
     "The output ends with a traceback ({exception}), but what ran ended with 0, as with "
     "`python train.py | tee log`; `set -o pipefail` before it makes such a run fail"},
    {"output.no_copy",
     "The script's own output file {path} could not be written: {problem}; the output is kept in "
     "the run folder",
     ErrorKind::environment},
    {"sampling.first_node",
     "Only the CPUs and GPUs of the first node are monitored: the scheduler could not start the "
     "sampler on "
     "the others ({why})"},
    {"metrics.non_finite_at", "{name} became non-finite at step {step}; lower the learning rate"},
    {"metrics.non_finite", "{name} became non-finite; lower the learning rate"},
    {"metrics.long_lines",
     "Skipped so far when reading metrics: {count} lines of output over {limit} bytes; print "
     "shorter ones, or send points through TRAINYARD_EVENTS"},
    {"trainer_state.no_history", "trainer_state.json has no log_history"},
    // The command line.
    {"agent.option", "{problem}; see yard-agent run --help"},
    {"agent.no_program", "missing PROGRAM after --; see yard-agent run --help"},
    {"agent.nodes_without_scheduler", "--nodes needs --scheduler; see yard-agent run --help"},
    {"agent.address", "--address must be a numeric IP address, not '{address}'"},
    {"agent.no_command", "missing command: run; see yard-agent --help"},
    {"agent.read_usage",
     "read takes the folder of an attempt, and a JSON object on standard input"},
    {"reread.no_output", "{attempt} has no output of a program to read", ErrorKind::not_found},
    {"reread.failed", "the output could not be read on {target} (exit code {code}): {words}",
     ErrorKind::environment},
    {"reread.array", "{name} {short} is an array; name one of its tasks"},
    {"reread.not_kept",
     "the curves were read, but the reading was not written to {path}: {why}; set it there with "
     "metrics_pattern, metrics_step and metrics_leave_out"},
    {"reread.engine",
     "{name} {short} was trained by Trainyard's own engine, which reports its metrics itself; "
     "there is nothing to read"},
    {"relay.usage", "relay takes no arguments, or --probe and a port from 1 to 65535"},
    {"relay.no_talk", "invalid request to relay"},
    {"relay.no_answer", "nothing is listening on port {port} of this node"},
    {"agent.unknown_command",
     "unknown command '{command}'; the commands are run, node, follow and read; see yard-agent "
     "--help"},
};

}  // namespace

std::span<const MessageTemplate> agent_messages() { return kAgentTemplates; }

}  // namespace trainyard
