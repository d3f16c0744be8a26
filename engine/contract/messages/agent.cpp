// SPDX-License-Identifier: GPL-3.0-or-later
// What is said about starting ranks and the causes of an end.
#include "engine/contract/messages/tables.h"

namespace trainyard {
namespace {

constexpr MessageTemplate kAgentTemplates[] = {
    // Beginnings of sentences, as arguments.
    {"who.rank", "Rank {rank} on {node}"},
    {"who.program", "{program} on {node}"},
    {"who.node", "What ran on node {node}"},
    // Ends of sentences, as arguments: what a program said last.
    {"said.last", "its last words: {words}"},
    {"said.nothing", "it wrote no error, see its output"},
    {"said.by_slurm", "Slurm said: {words}"},
    {"said.nothing_by_slurm", "Slurm gave no reason"},
    // Causes of an end.
    {"ended.completed", "Completed"},
    {"failure.memory_limit",
     "{who} was killed because the job's memory limit was reached; ask for more memory "
     "(resources.memory_gib_per_node) or lower batch.per_device"},
    {"failure.memory_of_machine",
     "{who} was killed because the machine ran out of memory; ask for more memory "
     "(resources.memory_gib_per_node) or lower batch.per_device"},
    {"failure.signal", "{who} was killed by {signal}: {advice}"},
    {"failure.exit_code", "{who} ended with code {exit_code}; {said}"},
    {"failure.exception", "{who} failed: {error}"},
    {"failure.exception_advice", "{who} failed: {error}; {advice}"},
    {"failure.out_of_memory", "{who} ran out of memory: {error}; {advice}"},
    {"failure.disk_full", "{who} failed because a disk is full: {error}; {advice}"},
    {"failure.communication", "{who} lost the other ranks: {error}; {advice}"},
    {"failure.cuda", "{who} failed on its GPU: {error}; {advice}"},
    {"failure.engine_out_of_memory",
     "{who} ran out of memory, lower batch.per_device or ask for more; {said}"},
    {"failure.engine_communication",
     "{who} lost the other ranks, see their output and resume; {said}"},
    {"failure.non_finite_loss",
     "{who} ended because the loss was no longer finite, lower optimizer.learning_rate or use bf16 "
     "instead of fp16; {said}"},
    // What to do after one.
    {"advice.killed",
     "someone or the system ended it (no memory kill was seen); look at the node's health and "
     "resume"},
    {"advice.crashed",
     "it crashed in native code; see the end of its error output and check the versions of its "
     "libraries"},
    {"advice.aborted", "it aborted itself; see the end of its error output"},
    {"advice.terminated", "someone asked it to stop; resume the run if that was not you"},
    {"advice.signalled", "see the end of its error output"},
    {"advice.smaller_batch",
     "lower batch.per_device, or raise gradient_accumulation_steps, recompute or ZeRO"},
    {"advice.more_memory",
     "ask for more memory (resources.memory_gib_per_node) or lower batch.per_device"},
    {"advice.free_disk",
     "free space on the disk it wrote to, or keep fewer checkpoints, and resume"},
    {"advice.free_quota", "free space under your quota, or keep fewer checkpoints, and resume"},
    {"advice.other_rank_failed",
     "another rank or the network between the nodes failed, look at the other ranks' output and "
     "resume"},
    {"advice.rank_timeout",
     "a rank did not answer in time, look at the other ranks' output and resume"},
    {"advice.other_rank_ended", "another rank ended first, look at the other ranks' output"},
    {"advice.ranks_unreachable", "the ranks could not reach each other, check addresses and ports"},
    {"advice.gpu_not_supported",
     "this GPU is too old or too new for the installed torch, choose another gpu_type or torch "
     "build"},
    {"advice.driver_too_old", "the node's NVIDIA driver is too old for the installed torch"},
    {"advice.no_driver", "ask for GPUs (resources.gpus_per_node) or run on the processor"},
    {"advice.device_assert",
     "often a token or label outside its range, run one step with CUDA_LAUNCH_BLOCKING=1 to see "
     "where"},
    {"advice.cuda_blocking",
     "run once with CUDA_LAUNCH_BLOCKING=1 to see where, and try another node"},
    {"advice.other_node", "try another node, or lower batch.per_device"},
    {"advice.install_module",
     "install it into the run's environment (environment.venv or environment.conda)"},
    {"advice.check_paths", "check the paths in command.arguments"},
    // Stops.
    {"stop.requested", "Asked to stop by {signal}; the ranks are told"},
    {"stopped.cancelled",
     "Cancelled: {how}; resume it to go on from its last checkpoint, if it wrote one"},
    {"stopped.timed_out",
     "The time limit was reached: {how}; resume it to go on from its last checkpoint, if it wrote "
     "one"},
    {"stopped.before_time_limit",
     "The run was stopped {seconds} s before its time limit, so that it can save: {how}; resume it "
     "to go on from its last checkpoint, if it wrote one"},
    {"stopped.preempted",
     "The run was asked to stop ({signal}): {how}; resume it to go on from its last checkpoint, if "
     "it wrote one"},
    {"stopped.superseded", "A later attempt of this run has started elsewhere: {how}"},
    {"stop.killed", "it did not stop within {seconds} s and was killed"},
    {"stop.failed", "while it stopped, this went wrong: {why}"},
    {"stop.in_order", "it stopped in order"},
    {"stop.exit_code", "it ended with code {exit_code}"},
    {"restart.why_time_limit", "The time limit was reached"},
    {"restart.why_node_lost", "A node was lost"},
    {"restart.requeued", "{why}; the job is requeued and goes on from step {step}"},
    {"restart.no_progress",
     "{why}, and the last {attempts} attempts came no further than step {step}, so the job is not "
     "requeued; ask for more time (resources.time_limit) or save more often "
     "(checkpoint.every_steps)"},
    {"restart.no_progress_of_command",
     "{why}, and the last {attempts} attempts came no further than the ones before, so the job is "
     "not requeued; ask for more time (resources.time_limit), or let the program save more often "
     "and go on from what it saved"},
    {"restart.refused", "Slurm did not requeue job {job}: {words}; resume the run"},
    // Nodes and Slurm's step.
    {"node.lost", "Node {node} was lost: {why}; look at the node's health and resume"},
    {"node.slurms_words", "{why} (Slurm said: {words})"},
    {"connection.ended", "its agent is gone", ErrorKind::communication},
    {"connection.broken", "the connection to its agent broke ({problem})",
     ErrorKind::communication},
    {"connection.malformed", "it sent what is no message of an agent", ErrorKind::communication},
    {"connection.silent", "nothing was heard of it for {seconds} s", ErrorKind::communication},
    {"connection.stranger",
     "what answers at its address does not know the secret of this run; another program may have "
     "taken its port",
     ErrorKind::communication},
    {"node.message", "this is no message of an agent", ErrorKind::communication},
    {"node.coordinator_lost", "node {node} lost the coordinator of the run: {why}"},
    {"node.coordinator_unreachable",
     "node {node} cannot reach the coordinator of the run at {endpoint} ({problem})",
     ErrorKind::communication},
    {"node.not_by_srun",
     "node is started through srun by the agent that runs the job; start that with yard-agent run "
     "--scheduler slurm"},
    {"node.agent_ended",
     "The agent on node {node} ended before the run began ({words}); look at the health of the "
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
    {"step.not_started", "The agents of the nodes cannot be started: {why}",
     ErrorKind::environment},
    {"step.not_ready",
     "After {seconds} s only {ready} of {nodes} nodes are ready; look at the health of the nodes "
     "and resume ({said})",
     ErrorKind::environment},
    {"step.no_answer", "Slurm's controller does not answer; srun is tried again"},
    {"step.ended",
     "Slurm ended the agents of the nodes before the run began (srun's code {exit_code}); look at "
     "the health of the nodes and resume ({said})",
     ErrorKind::environment},
    {"step.given_up",
     "Slurm ended the agents of the nodes (srun's code {exit_code}); the ranks are told to save "
     "({said})"},
    // Before the ranks start.
    {"preflight.folder_missing",
     "Node {node} does not see {folder}; choose a base folder that all nodes share",
     ErrorKind::environment},
    {"preflight.folder_not_writable",
     "Node {node} cannot write in {folder} ({problem}); check its rights and free space there",
     ErrorKind::environment},
    {"preflight.gpus",
     "Node {node} has {found} of the {wanted} GPUs that were asked for; check "
     "resources.gpus_per_node and the partition",
     ErrorKind::environment},
    {"preflight.found", "On node {node}: {why}", ErrorKind::environment},
    {"preflight.found_at", "On node {node}: {path}: {why}", ErrorKind::environment},
    {"preflight.engine", "On node {node} engine preflight ended with code {exit_code}; {said}",
     ErrorKind::environment},
    {"program.no_python",
     "No python3 or python is in PATH; name the run's environment (environment.venv or "
     "environment.conda)"},
    {"program.python_not_found",
     "The Python '{program}' was not found; name the run's environment (environment.venv or "
     "environment.conda)"},
    {"program.not_in_code",
     "The program '{program}' was not found in {folder}; check command.program and code.source"},
    {"program.not_in_path",
     "The program '{program}' was not found or cannot be executed (looked from {folder} and in "
     "PATH); check its name"},
    {"program.not_found",
     "The program '{program}' was not found or cannot be executed (looked from {folder}); check "
     "its name"},
    {"program.not_started", "The program '{program}' cannot be started in {folder}: {problem}"},
    {"program.no_pipe", "The program '{program}' cannot be started without a pipe: {problem}"},
    {"program.no_process", "The program '{program}' cannot be started: {problem}"},
    {"port.taken",
     "The live stream cannot listen at {address} port {port} ({problem}); leave --port out and a "
     "free one is picked",
     ErrorKind::environment},
    {"port.nodes_door",
     "The agents of the nodes cannot be listened for at {address} ({problem}); give an address of "
     "this node with --address",
     ErrorKind::environment},
    {"port.of_ranks_taken",
     "Port {port} for the ranks cannot be used on this machine ({problem}); leave MASTER_PORT out "
     "and a free one is picked",
     ErrorKind::environment},
    // The attempt and its files.
    {"run_folder.absent",
     "The run folder {folder} does not exist; give the folder of a run with --run-dir"},
    {"run_folder.in_use_by_agent",
     "The run folder {folder} is already in use by the agent with pid {pid}; wait for it to end or "
     "cancel that run first"},
    {"run_folder.in_use_elsewhere",
     "The run folder {folder} is already in use by an agent elsewhere; wait for it to end or "
     "cancel that run first"},
    {"run_folder.not_writable",
     "The run folder {folder} cannot be written ({problem}); check its owner, rights and free "
     "space",
     ErrorKind::environment},
    {"agent_file.damaged", "{file} is not a JSON object", ErrorKind::environment},
    {"agent.no_local_folder",
     "No private folder can be made in $TMPDIR, /tmp or /dev/shm ({problem}); free some space "
     "there or set TMPDIR to a local folder",
     ErrorKind::environment},
    {"agent.local_folder_full",
     "Files cannot be written in {folder}; free some space there or set TMPDIR to a local folder"},
    {"agent.no_fifo", "The FIFO {file} cannot be made ({problem}); set TMPDIR to a local folder",
     ErrorKind::environment},
    {"agent.completed_already",
     "job {job} has completed this run already; Slurm forgot that and started it again, so nothing "
     "is done",
     ErrorKind::done},
    {"events.not_writable",
     "{file} cannot be made ({problem}); check rights and free space of the run folder",
     ErrorKind::environment},
    {"events.end_not_written", "the file system did not take the last events of {folder}"},
    {"events.dropped", "{count} events are missing: the file system did not take them"},
    {"events.bad_lines",
     "Skipped so far in TRAINYARD_EVENTS: {count} lines that were no events, of a kind that "
     "programs may not send, or over 4096 bytes"},
    {"output.not_writable",
     "Output files cannot be made in {folder} ({problem}); check rights, free space and the limit "
     "of open files",
     ErrorKind::environment},
    {"output.dropped",
     "About {bytes} bytes of output are missing in the logs: the file system did not take them, so "
     "its disk or your quota may be full"},
    {"metrics.found", "Metrics are read from {what}"},
    {"found.dictionaries", "printed dictionaries, as a Hugging Face Trainer prints them"},
    {"found.json_lines", "printed lines that are JSON objects"},
    {"found.progress_bar", "the values behind the progress bar"},
    {"metrics.only_progress",
     "No metrics were read: the output has a progress bar, but no values behind it, no printed "
     "dictionary of numbers as a Hugging Face Trainer prints it, and no line that is a JSON "
     "object"},
    {"metrics.nothing_found",
     "No metrics were read: the output has no printed dictionary of numbers as a Hugging Face "
     "Trainer prints it, no line that is a JSON object, and no progress bar with values behind it"},
    {"output.no_copy",
     "The script's own output file {path} could not be written: {problem}; the output is kept with "
     "the run",
     ErrorKind::environment},
    {"sampling.first_node",
     "Only the first node's processors and GPUs are looked at: srun could not start the sampler on "
     "the others ({why})"},
    {"metrics.non_finite_at",
     "{name} is no longer finite at step {step}; lower the learning rate, and with fp16 try bf16"},
    {"metrics.non_finite",
     "{name} is no longer finite; lower the learning rate, and with fp16 try bf16"},
    {"metrics.long_lines",
     "Not read for metrics so far: {count} lines of output over {limit} bytes; print shorter ones, "
     "or send points through TRAINYARD_EVENTS"},
    {"trainer_state.no_history", "trainer_state.json holds no log_history"},
    // The command line.
    {"agent.option", "{problem}; see yard-agent run --help"},
    {"agent.no_program", "PROGRAM is needed after --; see yard-agent run --help"},
    {"agent.nodes_without_slurm", "--nodes needs --scheduler slurm; see yard-agent run --help"},
    {"agent.address", "--address must be an address as numbers, not '{address}'"},
    {"agent.no_command", "a command is needed: run; see yard-agent --help"},
    {"relay.usage", "relay takes nothing, or --probe and a port of 1 to 65535 to try"},
    {"relay.no_talk", "what came is not what relay understands"},
    {"relay.no_answer", "nothing answers at port {port} of this node"},
    {"agent.unknown_command",
     "'{command}' is not a command; those are run, node and follow; see yard-agent --help"},
};

}  // namespace

std::span<const MessageTemplate> agent_messages() { return kAgentTemplates; }

}  // namespace trainyard
