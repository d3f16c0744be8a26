// SPDX-License-Identifier: GPL-3.0-or-later
// What would make a command or a script fail at its start, found without running it.
#include "engine/contract/message_tables.h"

namespace trainyard {
namespace {

constexpr MessageTemplate kRehearsalTemplates[] = {
    {"rehearsal.shell_syntax", "{file} is not valid for {interpreter}: {words}"},
    {"rehearsal.python_syntax", "{file}, line {line}: not valid Python: {words}"},
    {"rehearsal.no_file",
     "{place} names {file}, which is not in the code folder; correct the name or add the file"},
    {"rehearsal.left_out",
     "{place} names {file}, which is not sent with the run: code.exclude or .gitignore leaves it "
     "out"},
    {"rehearsal.no_module",
     "{file}, line {line}: imports {module}, which is not in the code folder"},
    {"rehearsal.module_left_out",
     "{file}, line {line}: imports {module}, which is not sent with the run: code.exclude or "
     ".gitignore leaves it out"},
    {"rehearsal.not_installed",
     "{file}, line {line}: imports {module}, which is neither in the code folder nor installed for "
     "{python}; install it there, or set environment.venv to where it is"},
    {"rehearsal.unknown_option", "{place}: {file} has no option {option}"},
    {"rehearsal.unknown_option_near",
     "{place}: {file} has no option {option}; did you mean {near}?"},
    {"rehearsal.missing_option", "{place}: {file} needs the option {option}, which is not given"},
    {"rehearsal.bad_value", "{place}: {option} of {file} does not take {value}; it takes {takes}"},
    {"rehearsal.bf16_option",
     "{place}: {option} asks for bf16, in which {gpu} does not compute; use fp16 or fp32"},
    {"rehearsal.module_unknown",
     "{file}, line {line}: imports {module}, which is not in the code folder, so the environment "
     "of "
     "the run has to have it"},
    {"rehearsal.no_name",
     "{file}, line {line}: imports {name} from {module}, which has no such name; correct one of "
     "them"},
    {"rehearsal.relative_import",
     "{file}, line {line}: a program that is started by its path has no package for a relative "
     "import; import the module by its name, or start the program with python -m"},
    {"rehearsal.python_no_file",
     "{file}, line {line}: reads {name}, which is not in the code folder; correct the name or add "
     "the file"},
    {"rehearsal.python_left_out",
     "{file}, line {line}: reads {name}, which is not sent with the run: code.exclude or "
     ".gitignore leaves it out"},
    {"rehearsal.too_new",
     "{file}, line {line}: Python {version}, which runs it, does not know this yet: {words}; use a "
     "newer Python, or write it otherwise"},
    {"rehearsal.no_rank",
     "{file}, line {line}: needs the variable {name}, which {place} does not set; start the "
     "program "
     "with torchrun, or set it"},
    {"rehearsal.undefined",
     "{file}, line {line}: uses {name}, which is defined nowhere in the file; correct the name or "
     "import it"},
    {"rehearsal.missing_argument",
     "{place}: {file} needs the argument {name}, which is not given; add it"},
    {"rehearsal.extra_argument",
     "{place}: {file} takes {wanted} arguments without a name, not {number}; check options that "
     "lack their dashes, and values that contain spaces"},
    {"rehearsal.broken_settings", "{place} names {file}, which cannot be parsed: {words}"},
    {"rehearsal.conda_hook",
     "{place}: '{name} activate' does not work in a script before the shell is prepared; put this "
     "line before it: eval \"$({name} shell.bash hook)\""},
    {"rehearsal.spaced_assignment",
     "{place}: with spaces around the =, a shell takes {name} for a command; write {name}=VALUE"},
    {"rehearsal.lone_option",
     "{place}: {option} stands alone as a command; the line before it has to end with a backslash "
     "and nothing after it"},
    {"rehearsal.command_near", "{place}: the command {name} is not known; did you mean {near}?"},
    {"rehearsal.unset_variable",
     "{place}: {name} is not set, and set -u ends the script there; set it before, or give it "
     "a default"},
    {"rehearsal.unset_near",
     "{place}: {name} is not set, and set -u ends the script there; did you mean {near}?"},
    {"rehearsal.unset_environment",
     "{place}: the script does not set {name}; unless the login there does, set -u ends the script "
     "at this line"},
    {"rehearsal.loss_rises",
     "within {steps} steps at optimizer.learning_rate {rate}, the loss rose from {first} to "
     "{last}; lower it"},
    {"rehearsal.more_processes",
     "{place}: {wanted} processes on a node are started, but the job asks for {there} GPUs on "
     "each; "
     "make the numbers equal"},
    {"rehearsal.more_nodes",
     "{place}: {wanted} nodes are expected, but the job asks for {there}; make the numbers equal"},
    {"rehearsal.more_tasks",
     "{place}: a step of {wanted} tasks does not fit into a job of {there}; raise --ntasks, or "
     "lower the step's"},
    {"rehearsal.place_of_here",
     "{place} names {path}, a folder of this computer; the job finds the code in the folder that "
     "it starts in: use a relative path"},
    {"rehearsal.home_of_here",
     "{place} names {path}, which is in the home folder of this computer; check that the cluster "
     "has it at the same place"},
    {"rehearsal.option_too_early",
     "{place}: {option} comes before the program, so {program} takes it for an option of its own; "
     "put it after the program"},
    {"rehearsal.option_too_late",
     "{place}: {option} comes after the program, so {program} does not see it; put it before the "
     "program"},
    {"rehearsal.no_command",
     "{place}: there is no program {name} in PATH; correct its name or install it"},
};

}  // namespace

std::span<const MessageTemplate> rehearsal_messages() { return kRehearsalTemplates; }

}  // namespace trainyard
