// SPDX-License-Identifier: GPL-3.0-or-later
// What is said about settings of other trainers that become an experiment.
#include "engine/contract/messages/tables.h"

namespace trainyard {
namespace {

constexpr MessageTemplate kImportTemplates[] = {
    // What cannot be read.
    {"import.no_files", "name at least one file to import"},
    {"import.unreadable", "{place}: {why}"},
    {"import.too_many",
     "{file} has more than 2000 settings, or longer names than settings have; is this the right "
     "file?"},
    {"import.twice",
     "{file} gives {key} twice, in line {first_line} and in line {line}; keep one of them"},
    {"import.unknown_kind",
     "{path} is nothing that can be imported: that is a job script, a command line that starts a "
     "program, arguments of a Hugging Face script (JSON or YAML), a configuration of accelerate, "
     "or one of DeepSpeed"},
    {"import.two_commands",
     "{path} starts several trainings ({found}); choose one with --training and its number or "
     "line, or keep the script as it is with --as script"},
    {"import.no_such_training",
     "{path} has no training {number}; it starts {found}: give one of these numbers, or a line"},
    {"import.two_scripts",
     "{first} and {second} are two scripts, and neither starts the other; import one at a time"},
    {"import.no_training",
     "{path} starts no program that could be imported; keep it as it is with --as script"},
    {"import.starts_script",
     "{place}: what trains is in {script}, which was not given; import it together with this"},
    {"import.no_script",
     "{path} is a command line and no script that could run as it is; begin it with #!/bin/bash, "
     "or import it with --as command"},
    {"import.other_language",
     "{path} is written for {interpreter}, and only scripts of sh, bash, dash, ksh and zsh are "
     "read; keep it as it is with --as script"},
    {"import.other_trainer",
     "{path} is a configuration of {trainer}, which is not read; import the command line or the "
     "job script that starts {trainer} instead, or write the experiment by hand"},
    {"import.conflict",
     "{first} is {first_value} but {second} is {second_value}; make them agree on {field}"},
    {"import.overrides_of_weights",
     "{first} and {second} exclude each other, in the original too; for a new model give "
     "model_type and tokenizer_name instead of the pretrained one"},
    {"import.batch_sizes",
     "{place} is {batch}, but {per_device} sequences x {accumulation} accumulation steps x {ranks} "
     "processes is another number; correct one of them"},
    {"import.exists", "{path} is there already; choose another --output or add --force"},
    // What is not carried over, and why.
    {"import.unknown_key", "{key} is not carried over: it is not known"},
    {"import.no_counterpart",
     "{key} is not carried over: an experiment has no counterpart of {found}"},
    {"import.no_effect", "not carried over, for it has no effect on results: {key}"},
    {"import.bad_value", "{key} is not carried over: {found} is not {expected}"},
    {"import.not_taken", "{key} is not carried over: {why}"},
    {"import.auto",
     "{key} is not carried over: it is auto, and nothing that was given says what that is"},
    {"import.unresolved",
     "{key} is not carried over: its value is known only when the script runs; set it in the "
     "experiment"},
    {"import.undecided",
     "{key} is not carried over: it may be {values}, which only running the script tells; set it "
     "in "
     "the experiment"},
    {"import.argument_unresolved",
     "{key} stands among the arguments as it is written, and the program would get it so, for no "
     "shell reads them; replace it by its value"},
    {"import.argument_undecided",
     "{key} stands among the arguments, where the script has {values}, which only running it "
     "tells; choose one"},
    {"import.own_arguments",
     "{key} is left out: it stands for what the script is given when it is submitted; add that to "
     "command.arguments"},
    {"import.repeated", "{key} is given again later, which counts"},
    {"import.overruled", "{key} is not carried over: {other} counts instead, as in the original"},
    {"import.not_divided",
     "{key} is not carried over: {found} cannot be shared equally by {nodes} nodes"},
    {"import.script_line",
     "{key} is not carried over: it is none of the commands that train or set up the environment; "
     "do it beforehand, or add it to environment.setup_commands"},
    {"import.flow",
     "not carried over: {lines} of the script (conditions, loops, echo, set, date and their "
     "like)"},
    {"import.submits",
     "{key} is not carried over: the script submits a job of its own; submit that as a run of its "
     "own, with resources.after where it has to wait"},
    {"import.script_started",
     "the script starts {key}, which was not given: import it together with this"},
    {"import.wrapper",
     "{key} is not carried over: {text} stands between the launcher and the program"},
    {"import.purge",
     "{key} is not carried over: modules that the target loads by itself stay loaded"},
    {"import.about_tasks",
     "{key} is not carried over: it places the tasks that Slurm would start, and yard-agent starts "
     "the processes itself"},
    {"import.of_step",
     "{key} is not carried over: it is about a step of the job, and the run asks for what the "
     "#SBATCH lines say"},
    {"import.ignored_directive",
     "{key} is not carried over: Slurm ignores it too, for it stands after the first command"},
    {"import.trailing_words",
     "sbatch refuses the script for {key}, which is no option; quote it, or take it out"},
    {"import.component_dropped",
     "{key} and what follows it are not carried over: of a heterogeneous job only the first part "
     "is read; keep the script as it is with --as script for all of it"},
    {"import.not_chosen", "{key} is not carried over: another program of the script was imported"},
    {"import.positional", "{key} is not carried over: name {path} for the import, too"},
    // What is carried over, and needs a person's eye.
    {"import.kept_as_script",
     "{key} runs as it is, by its own #SBATCH lines; --as engine makes an experiment of the "
     "built-in trainer of it, --as command one of the program alone"},
    {"import.kept_language",
     "{key} is written for {interpreter}, which is not read: it runs as it is"},
    {"import.left_to_script",
     "{key} is not read: the script runs as it is and reads its files itself"},
    {"import.several_trainings",
     "{key} starts several trainings ({found}) and runs as it is; for one of them alone add "
     "--training and its number or line"},
    {"import.not_listed",
     "{key} is not one of the programs whose arguments are known: what it does without being told "
     "is not, and its arguments are read as if they were TrainingArguments"},
    {"import.task_unknown",
     "nothing that was given says what {key} learns; {task} was taken: set task.kind"},
    {"import.in_loop",
     "{key} is started {times} times, in a loop; the run trains once: for several values use "
     "`yard submit --grid`"},
    {"import.in_branch",
     "{key} is started only where a condition holds that running the script would tell"},
    {"import.array_grid",
     "{key} is not carried over: its tasks would all be the same training; submit them with `yard "
     "submit {grid}`"},
    {"import.array_dropped",
     "{key} is not carried over: its tasks would all be the same training; give each its values "
     "with `yard submit --grid`"},
    {"import.first_node_alone",
     "{key} is started once, on the first of {nodes} nodes, where the others would have nothing to "
     "do; the run asks for one node"},
    {"import.fewer_nodes",
     "{key}: the training uses {found} of the job's {nodes} nodes, and the run asks for {found}"},
    {"import.cores_lost",
     "{key}: {cores} cores of a node cannot be shared equally by {processes} processes; each gets "
     "{each}, and {lost} are not asked for"},
    {"import.too_few_cores",
     "{key} is not carried over: {cores} cores of a node are less than its {processes} processes"},
    {"import.defaults_taken",
     "the script takes {values} where nobody sets them otherwise, in the environment or as its "
     "arguments; so does the experiment"},
    {"import.sourced",
     "{key} is a set-up command now: what it sets is not known here, and the file has to be on the "
     "target"},
    {"import.folder",
     "{key}: relative paths count from the experiment file, not from there; the folder travels "
     "with the run"},
    {"import.launcher_option",
     "{key} is not carried over: on several nodes yard-agent starts the launcher, with counts and "
     "addresses alone; say {found} in the program's own arguments or in environment.variables"},
    {"import.each_node",
     "{key}: what stands before it is started on each node in the same way; where it starts "
     "processes on other nodes itself, keep the script as it is with --as script"},
    {"import.code_folder",
     "{key}: set code.source to the folder that the program is in; it travels with the run"},
    {"import.dos_lines",
     "the script has DOS line breaks, which sbatch refuses; convert it, for instance with "
     "dos2unix"},
    {"import.broken_script",
     "from here on the text is no shell script, as bash would say too; nothing after it was read"},
    {"import.cut_script",
     "the script starts more than is followed here; what it does later was not read"},
    {"import.template_file",
     "{key} is not carried over: write the template into a file, and its path into "
     "instructions.chat_template"},
    {"import.needs_file", "{key} names {path}, which was not given: import it together with this"},
    {"import.hub_name",
     "{key}: if {found} is a name on the Hugging Face Hub and no folder, download it and write "
     "its folder into {field}"},
    {"import.unknown_model",
     "{key}: {found} does not tell an architecture that the engine has; set model.kind"},
    {"import.data_format",
     "{key}: {path} is none of the files that are read (text, CSV, JSON and Parquet); write its "
     "texts into one of these"},
    {"import.not_clipped",
     "{key} is carried over, but without gradient_clipping in its configuration DeepSpeed does "
     "not clip; set optimizer.max_gradient_norm to 0 for the same results"},
    {"import.processes_of_batch",
     "{key} means {processes} processes, which no file starts; set resources.nodes and "
     "resources.gpus_per_node to that many GPUs"},
    {"import.gpus_unknown",
     "nothing that was given says how many GPUs are used; set resources.gpus_per_node, else it "
     "runs on the processor"},
};

}  // namespace

std::span<const MessageTemplate> import_messages() { return kImportTemplates; }

}  // namespace trainyard
