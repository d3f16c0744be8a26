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
     "{path} is nothing that can be imported: that is arguments of a Hugging Face script (JSON, "
     "YAML or a command line), a configuration of accelerate, or one of DeepSpeed"},
    {"import.two_commands", "{first} and {second} both start a training; import one at a time"},
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
    {"import.no_effect", "{key} is not carried over: it has no effect on results"},
    {"import.bad_value", "{key} is not carried over: {found} is not {expected}"},
    {"import.not_taken", "{key} is not carried over: {why}"},
    {"import.auto",
     "{key} is not carried over: it is auto, and nothing that was given says what that is"},
    {"import.unresolved",
     "{key} is not carried over: its value is known only when the script runs; set it in the "
     "experiment"},
    {"import.repeated", "{key} is given again later, which counts"},
    {"import.overruled", "{key} is not carried over: {other} counts instead, as in the original"},
    {"import.not_divided",
     "{key} is not carried over: {found} cannot be shared equally by {nodes} nodes"},
    {"import.script_line",
     "{key} is not carried over: of a script only the command that trains and the #SBATCH lines "
     "are read"},
    {"import.positional", "{key} is not carried over: name {path} for the import, too"},
    // What is carried over, and needs a person's eye.
    {"import.own_defaults",
     "{key} may have defaults of its own: where nothing is given, those of Hugging Face's "
     "TrainingArguments were taken"},
    {"import.needs_file", "{key} names {path}, which was not given: import it together with this"},
    {"import.hub_name",
     "{key}: if {found} is a name on the Hugging Face Hub and no folder, download it and write "
     "its folder into {field}"},
    {"import.unknown_model",
     "{key}: {found} does not tell an architecture that the engine has; set model.kind"},
    {"import.data_format",
     "{key}: {path} does not look like plain text, and each line of a file is read as one text; "
     "write its texts into such a file"},
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
