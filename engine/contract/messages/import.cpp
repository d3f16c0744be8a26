// SPDX-License-Identifier: GPL-3.0-or-later
// Messages about converting settings of third-party trainers to an experiment.
#include "engine/contract/message_tables.h"

namespace trainyard {
namespace {

constexpr MessageTemplate kImportTemplates[] = {
    // What cannot be read.
    {"import.no_files", "give at least one file to import"},
    {"import.unreadable", "{place}: {why}"},
    {"import.too_many",
     "{file} has more than 2000 settings, or names too long for settings; is this the right file?"},
    {"import.twice",
     "{file} sets {key} twice, in line {first_line} and in line {line}; keep one of them"},
    {"import.unknown_kind",
     "{path} cannot be imported; supported are job scripts, command lines that start a program, "
     "arguments of a Hugging Face script (JSON or YAML), and configurations of accelerate and "
     "DeepSpeed"},
    {"import.two_commands",
     "{path} starts several trainings ({found}); choose one with --training and its number or "
     "line, or keep the script unchanged with --as script"},
    {"import.no_such_training",
     "{path} has no training {number}; it starts {found}: give one of these numbers, or a line"},
    {"import.two_scripts",
     "{first} and {second} are two scripts, and neither starts the other; import one at a time"},
    {"import.no_training",
     "{path} starts no program that could be imported; keep it unchanged with --as script"},
    {"import.starts_script",
     "{place}: the training is in {script}, which was not given; import both together"},
    {"import.no_script",
     "{path} is a command line, not a script that could run unchanged; start it with #!/bin/bash, "
     "or import it with --as command"},
    {"import.other_language",
     "{path} is written for {interpreter}, but only sh, bash, dash, ksh and zsh scripts are "
     "supported; keep it unchanged with --as script"},
    {"import.other_trainer",
     "{path} is a configuration of {trainer}, which is not supported; import the command line or "
     "the job script that starts {trainer} instead, or write the experiment by hand"},
    {"import.conflict",
     "{first} is {first_value}, but {second} is {second_value}; make them agree on {field}"},
    {"import.overrides_of_weights",
     "{first} and {second} exclude each other, in the original too; for a new model use "
     "model_type and tokenizer_name instead of a pretrained one"},
    {"import.batch_sizes",
     "{place} is {batch}, but {per_device} sequences x {accumulation} accumulation steps x "
     "{ranks} processes is a different number; correct one of them"},
    {"import.exists", "{path} already exists; choose another --output or add --force"},
    // What is not carried over, and why.
    {"import.unknown_key", "{key} is not carried over: unknown setting"},
    {"import.no_counterpart",
     "{key} is not carried over: an experiment has no equivalent of {found}"},
    {"import.no_effect", "not carried over because it has no effect on the results: {key}"},
    {"import.engine_decides", "decided by the engine, with the same results: {key}"},
    {"import.always", "done by the engine in any case: {key}"},
    {"import.shards_of_all",
     "{key} is not carried over: the experiment shards over all processes, not within groups of "
     "them ({found}); results are the same, each GPU holds less, and more is sent between nodes; "
     "for groups set parallel.shard_degree to the processes of one, such as those of a node"},
    {"import.parameters_stay",
     "{key} is not carried over: parameters are offloaded only where they are sharded, at ZeRO "
     "stage 3"},
    {"import.optimizer_alone",
     "{key}: only the optimizer is offloaded, since each GPU keeps all parameters at ZeRO stage 2; "
     "to offload them, too, set parallel.zero_stage to 3 and parallel.offload_parameters"},
    {"import.offload_to",
     "{key} is not carried over: the engine offloads to host memory, not to {found}; if that is "
     "large enough, set {field}"},
    {"import.offload_share",
     "{key} is not carried over: the engine offloads the whole optimizer state, not {found} of it; "
     "results are the same, with more host memory and less GPU memory"},
    {"import.not_quantized",
     "{key} is not carried over: the engine keeps and sends weights and gradients without "
     "quantizing them; results differ, and more is sent"},
    {"import.zenflow",
     "{key} is not carried over: the engine updates all parameters in every step, where ZenFlow "
     "delays most of the updates; results differ"},
    {"import.fp32_sums",
     "{key} is not carried over: the engine sums gradients in fp32, not in {found}; results are "
     "more exact"},
    {"import.other_scaling",
     "{key} is not carried over: the engine divides the loss before gradients are summed, in "
     "fp32; results differ by rounding only"},
    {"import.dense_gradients",
     "{key} is not carried over: gradients of embeddings are sent whole; results are the same, and "
     "more is sent"},
    {"import.master_weights",
     "{key} is not carried over: the engine keeps weights, gradients and optimizer state in fp32; "
     "to keep all of them in bf16, set precision.kind to pure_bf16"},
    {"import.fixed_scale",
     "{key}: the loss scale starts at {found} and does not grow, but an overflow halves it, where "
     "DeepSpeed leaves it as it is"},
    {"import.streamed_split",
     "{key}: no texts are held out for evaluation, since the number of streamed texts is not known "
     "(run_clm selects them by their position in the stream); write those into a file of their own "
     "and set data.validation to it"},
    {"import.tpu_only", "{key} is not carried over: it is for TPUs, which the engine does not use"},
    {"import.bad_value", "{key} is not carried over: {found} is not {expected}"},
    {"import.not_taken", "{key} is not carried over: {why}"},
    {"import.auto",
     "{key} is not carried over: it is auto, and the given files do not determine its value"},
    {"import.unresolved",
     "{key} is not carried over: its value is known only when the script runs; set it in the "
     "experiment"},
    {"import.undecided",
     "{key} is not carried over: it may be {values}, depending on how the script runs; set it in "
     "the experiment"},
    {"import.argument_unresolved",
     "{key} is in the arguments unexpanded, and the program would get it as is, since no shell "
     "expands them; replace it with its value"},
    {"import.argument_undecided",
     "{key} is in the arguments, where the script may use {values}, depending on how it runs; "
     "choose one"},
    {"import.own_arguments",
     "{key} is left out: it stands for the arguments that the script gets when it is submitted; "
     "add these to command.arguments"},
    {"import.repeated", "{key} is set again later, and the later value is used"},
    {"import.overruled", "{key} is not carried over: {other} takes precedence, as in the original"},
    {"import.not_divided",
     "{key} is not carried over: {found} does not divide evenly among {nodes} nodes"},
    {"import.script_line",
     "{key} is not carried over: it is not one of the commands that train or set up the "
     "environment; run it beforehand, or add it to environment.setup_commands"},
    {"import.flow",
     "not carried over: {lines} of the script (conditions, loops, echo, set, date and the like)"},
    {"import.submits",
     "{key} is not carried over: the script submits a separate job; submit that as a separate "
     "run, with resources.after if it has to wait"},
    {"import.submits_itself",
     "{key}: the script submits a separate job itself, which is not followed; import or submit "
     "that job's script instead to follow it"},
    {"import.more_lines",
     "not carried over either: the commands in line {lines} of the script; run them beforehand, or "
     "add them to environment.setup_commands"},
    {"import.more_programs",
     "{key} is not carried over: the step starts it beside the program, which one experiment "
     "cannot; to keep both, keep the script unchanged with --as script"},
    {"import.passed_over",
     "{key} is not carried over: sbatch ignores it, too, although it stands in a line of options; "
     "ask for it in resources"},
    {"import.other_runtime",
     "{key} is carried over as environment.container, which apptainer or singularity runs instead "
     "of Slurm; check that the image and what it needs from outside work with them"},
    {"import.script_started", "the script starts {key}, which was not given: import both together"},
    {"import.wrapper",
     "{key} is not carried over: {text} comes between the launcher and the program"},
    {"import.about_tasks",
     "{key} is not carried over: it places the tasks that Slurm would start, but yard-agent "
     "starts the processes itself"},
    {"import.of_step",
     "{key} is not carried over: it applies to a job step, and the run requests what the #SBATCH "
     "lines say"},
    {"import.ignored_directive",
     "{key} is not carried over: Slurm ignores it too, since it comes after the first command"},
    {"import.trailing_words",
     "sbatch rejects the script because of {key}, which is not an option; quote or remove it"},
    {"import.component_dropped",
     "{key} and what follows it are not carried over: only the first component of a heterogeneous "
     "job is read; to keep all of it, keep the script unchanged with --as script"},
    {"import.not_chosen", "{key} is not carried over: another program of the script was imported"},
    {"import.positional", "{key} is not carried over: also give {path} to the import"},
    // What is carried over, and needs a person's eye.
    {"import.kept_as_script",
     "{key} runs unchanged, with its own #SBATCH lines; --as engine turns it into an experiment "
     "for the built-in trainer, --as command into one for the program alone"},
    {"import.kept_language",
     "{key} is written for {interpreter}, which is not supported: it runs unchanged"},
    {"import.left_to_script",
     "{key} is not read: the script runs unchanged and reads its files itself"},
    {"import.several_trainings",
     "{key} starts several trainings ({found}) and runs unchanged; for just one of them add "
     "--training and its number or line"},
    {"import.not_listed",
     "{key} is not one of the known programs: its defaults are unknown, and its arguments are "
     "read as if they were TrainingArguments"},
    {"import.task_unknown",
     "the given files do not say which task {key} trains; {task} was assumed: set task.kind"},
    {"import.in_loop",
     "{key} is started {times} times, in a loop, but the run trains once: for several values use "
     "`yard submit --grid`"},
    {"import.in_branch",
     "{key} is started only under a condition that is known only when the script runs"},
    {"import.array_grid",
     "{key} is not carried over: its tasks would all run the same training; submit them with "
     "`yard submit {grid}`"},
    {"import.array_dropped",
     "{key} is not carried over: its tasks would all run the same training; give each its values "
     "with `yard submit --grid`"},
    {"import.first_node_alone",
     "{key} is started once, on the first of {nodes} nodes, and the others would be idle; the run "
     "requests one node"},
    {"import.fewer_nodes",
     "{key}: the training uses {found} of the job's {nodes} nodes, so the run requests {found}"},
    {"import.cores_lost",
     "{key}: {cores} cores per node do not divide evenly among {processes} processes; each gets "
     "{each}, and {lost} are not requested"},
    {"import.too_few_cores",
     "{key} is not carried over: {cores} cores per node are fewer than its {processes} processes"},
    {"import.defaults_taken",
     "the script uses {values} unless they are set in the environment or as its arguments; the "
     "experiment uses the same"},
    {"import.sourced",
     "{key} is now a set-up command: what it sets is unknown here, and the file has to be on the "
     "target"},
    {"import.folder",
     "{key}: relative paths are relative to the experiment file, not to that folder; the folder "
     "is sent with the run"},
    {"import.launcher_option",
     "{key} is not carried over: on several nodes yard-agent starts the launcher, with only "
     "counts and addresses; put {found} in the program's own arguments or in "
     "environment.variables"},
    {"import.each_node",
     "{key}: what precedes it is started on each node in the same way; if it starts processes on "
     "other nodes itself, keep the script unchanged with --as script"},
    {"import.code_folder",
     "{key}: set code.source to the folder that contains the program; it is sent with the run"},
    {"import.dos_lines",
     "the script has DOS line endings, which sbatch rejects; convert it, for example with "
     "dos2unix"},
    {"import.broken_script",
     "from here on the text is not a valid shell script, which bash would also report; nothing "
     "after it was read"},
    {"import.cut_script",
     "the script starts more than is followed here; the rest of it was not read"},
    {"import.template_file",
     "{key} is not carried over: write the template to a file, and set instructions.chat_template "
     "to its path"},
    {"import.needs_file", "{key} refers to {path}, which was not given: import both together"},
    {"import.hub_name",
     "{key}: if {found} is a name on the Hugging Face Hub and not a folder, download it and set "
     "{field} to its folder"},
    {"import.hub_data",
     "{key} is not carried over: the engine reads files; download {found} and give its files in "
     "data.train and data.validation"},
    {"import.unknown_model",
     "{key}: {found} does not identify an architecture that the engine supports; set model.kind"},
    {"import.data_format",
     "{key}: {path} is not in a supported format (text, CSV, JSON or Parquet); convert its texts "
     "to one of these"},
    {"import.not_clipped",
     "{key} is carried over, but without gradient_clipping in its configuration DeepSpeed does "
     "not clip; set optimizer.max_gradient_norm to 0 for the same results"},
    {"import.processes_of_batch",
     "{key} implies {processes} processes, which none of the files starts; set resources.nodes "
     "and resources.gpus_per_node to that many GPUs"},
    {"import.gpus_unknown",
     "the given files do not say how many GPUs are used; set resources.gpus_per_node, otherwise "
     "it runs on the CPU"},
};

}  // namespace

std::span<const MessageTemplate> import_messages() { return kImportTemplates; }

}  // namespace trainyard
