// SPDX-License-Identifier: GPL-3.0-or-later
// What is said about documents, fields, rules, files and events.
#include "engine/contract/messages/tables.h"

namespace trainyard {
namespace {

constexpr MessageTemplate kDocumentTemplates[] = {
    // The text of a document.
    {"document.too_large",
     "the document has {bytes} bytes; at most {limit} are read: is this the right file?"},
    {"document.not_utf8", "the byte {byte} is not UTF-8; save the file as UTF-8"},
    {"document.control_character", "the control character {character} is not allowed; remove it"},
    {"document.syntax", "this is not valid YAML: {problem}"},
    {"document.too_deep", "nested deeper than {limit} levels"},
    {"document.anchor", "anchors (&name) are not read; write the value out"},
    {"document.alias", "aliases (*name) are not read; write the value out"},
    {"document.tag", "the tag {tag} is not read; remove it"},
    {"document.second", "a second document starts here; keep one experiment per file"},
    {"document.empty", "the document is empty; it needs at least a line such as `name: my-run`"},
    {"document.not_mapping", "an experiment is a list of `key: value` lines, this is {kind}"},
    {"document.duplicate_key", "{key} is given twice, first in line {first_line}; keep one"},
    {"document.bad_key", "a key must be a plain word"},
    {"document.format",
     "the format is {format}, this program reads {supported}; use a newer program"},
    // Keys and values of fields.
    {"key.unknown", "there is no key {key}; remove it"},
    {"key.unknown_near", "there is no key {key}; did you mean {nearest}?"},
    {"key.former", "{former} is now called {key}; rename it"},
    {"key.former_and_new",
     "{former} is the old name of {key}, which is given too; remove {former}"},
    {"field.missing", "{field} is missing; add a line such as `{example}`"},
    {"field.wrong_type", "{field} must be {expected}, not {found}"},
    {"field.item_type", "each item of {field} must be text, not {found}"},
    {"field.null",
     "{field} has no value; write {expected}, or remove the line for the default {default}"},
    {"field.section_type", "{field} is a section: write its keys below it, indented, not {found}"},
    {"field.leading_zero", "{field}: {found} starts with a zero; write {suggestion}"},
    {"field.non_finite", "{field} must be a finite number, not {found}"},
    {"field.number_too_large", "{field}: {found} is too large for a whole number"},
    {"field.too_small", "{field} must be at least {minimum}, not {found}"},
    {"field.not_above", "{field} must be above {minimum}, not {found}"},
    {"field.too_large", "{field} must be at most {maximum}, not {found}"},
    {"field.not_below", "{field} must be below {maximum}, not {found}"},
    {"field.choice", "{field} must be one of {choices}, not {found}"},
    {"field.choice_near", "{field} must be one of {choices}, not {found}; did you mean {nearest}?"},
    {"field.pattern", "{field} must be {expected}, not {found}"},
    {"field.leading_dash",
     "{field} must not start with a dash: {found} would be read as an option"},
    {"field.empty", "{field} must not be empty"},
    {"field.control_character", "{field} must be one line of text without control characters"},
    {"field.too_long", "{field} has {length} characters; at most {limit} are allowed"},
    // Command-line overrides.
    {"override.form", "{override} is not of the form path=value"},
    {"override.unknown", "there is no field {field}"},
    {"override.unknown_near", "there is no field {field}; did you mean {nearest}?"},
    {"override.section", "{field} is a section; set one of its keys, such as {example}"},
    // Relations between fields.
    {"rule.sequence_length",
     "data.sequence_length is {sequence_length}, but the model has {positions} positions; shorten "
     "it or raise {key} in "
     "model.overrides"},
    {"rule.override_number", "model.overrides: {key} must be a whole number above 0, not {found}"},
    {"rule.heads",
     "model.overrides: {width_key} {width} is not a multiple of {heads_key} {heads}; change one of "
     "them"},
    {"rule.global_batch",
     "one optimizer step would take {global_batch} sequences; at most {limit} are supported: lower "
     "batch.per_device, "
     "batch.gradient_accumulation_steps or the number of processes"},
    {"document.own_command",
     "the document's workload is {workload}: its own command trains, and this engine has nothing "
     "to "
     "do with it; submit it with yard"},
    {"rule.global_not_divided",
     "batch.global is {global}, which {ranks} processes cannot share equally; the nearest value "
     "that can be shared is {nearest}"},
    {"rule.accumulation_unused",
     "batch.gradient_accumulation_steps is not used when batch.global is set: it follows from the "
     "number of processes; remove it"},
    {"rule.processes_gpus",
     "resources.processes_per_node is {processes}, but there are {gpus} GPUs on each node; use at "
     "most one process per GPU"},
    {"rule.idle_gpus",
     "there are {gpus} GPUs on each node for {processes} processes: the others stay idle; set "
     "resources.processes_per_node to auto, or ask for fewer GPUs"},
    {"rule.warmup",
     "schedule.warmup_steps {warmup} is above training.max_steps {max_steps}: the full learning "
     "rate is never reached"},
    {"rule.warmup_twice",
     "the warm-up is given in steps and as a share; set schedule.warmup_steps to 0 or "
     "schedule.warmup_ratio to null"},
    {"rule.warmup_unused", "a constant learning rate has no warm-up; constant_with_warmup has one"},
    {"rule.minimum_learning_rate",
     "schedule.minimum_learning_rate {minimum} is above optimizer.learning_rate {learning_rate}; "
     "lower it"},
    {"rule.decay_steps",
     "schedule.warmup_steps {warmup} and schedule.decay_steps {decay} are together above "
     "training.max_steps {max_steps}: the full learning rate is never reached"},
    {"rule.early_stopping",
     "early stopping needs evaluation; set evaluation.every_steps or evaluation.every_epochs, "
     "or remove the patience"},
    {"rule.best_as_result",
     "checkpoint.best_as_result needs evaluation and checkpoint.save_best; set "
     "evaluation.every_steps or evaluation.every_epochs and checkpoint.save_best: true"},
    {"rule.save_best", "without evaluation there is no best checkpoint; only the newest are kept"},
    {"rule.no_validation",
     "evaluation needs held-out data; set data.validation or data.validation_split_ratio above 0, "
     "or evaluation.every_steps to null to train without it"},
    {"rule.data_path",
     "data.kind is prepared: set data.path to the folder that `engine prepare` wrote"},
    {"rule.data_train", "name at least one file in data.train"},
    {"rule.timelines_task",
     "data.kind is timelines: set task.kind to causal_language_modeling or "
     "sequence_classification instead of {found}"},
    {"rule.timelines_vocabulary",
     "data.kind is timelines: name the words of the token numbers, vocab.gzip for instance, in "
     "timelines.vocabulary"},
    {"rule.streaming_steps",
     "a stream does not say beforehand how long it is; set training.max_steps, or "
     "timelines.streaming to false"},
    {"rule.timelines_outcome",
     "name the column that is to be predicted in timelines.outcome, same_admission_death for "
     "instance"},
    {"rule.formatter_and_mixture",
     "instructions.mixture names a formatter for each data set: leave instructions.formatter null"},
    {"rule.mixture_files",
     "{field} is not read, since instructions.mixture names the files; leave one of them empty"},
    {"rule.mixture_tests",
     "instructions.mixture says for each data set how its records are told, and for files in "
     "{field} nobody does; leave {field} empty, and judge the model by engine evaluate on a "
     "document without the mixture"},
    {"rule.wrapped_answers",
     "instructions.packing: wrapped cuts answers anywhere, and the rest of one begins a sequence "
     "without its question; ffd cuts none"},
    {"rule.short_groups",
     "data.keep_short_groups means nothing without data.texts_per_group: all texts are one "
     "group"},
    {"rule.data_unused", "{field} is not used when data.kind is {kind}"},
    {"rule.test_ratio_seed",
     "data.test_split_ratio needs rows that are drawn; set data.split_seed, or give files in "
     "data.test"},
    {"rule.split_and_files",
     "there are files in {field}, and {ratio} draws others from the training rows; leave out one "
     "of both"},
    {"rule.split_sum",
     "data.validation_split_ratio and data.test_split_ratio are {sum} together and leave nothing "
     "to train on; make them smaller"},
    {"rule.split_nothing",
     "data.split_seed has nothing to draw; set data.validation_split_ratio or "
     "data.test_split_ratio, or leave it out"},
    {"rule.step_unused",
     "{field} is for files of texts that language is modeled with or that are classified "
     "(sentences: for the former only); leave it out"},
    {"rule.sentence_parameters", "data.sentence_parameters is not used without data.sentences"},
    {"rule.sample_seed",
     "data.sample_seed is not used without data.max_train_samples or data.max_validation_samples"},
    {"rule.lora_resized",
     "model.resize_vocabulary makes rows of the embedding that adapters would not save; train "
     "without lora.rank, or use the model's own tokenizer"},
    {"rule.resize_pretrained",
     "model.resize_vocabulary is for a pretrained model; a new one gets its tokenizer's size"},
    {"rule.lora_pretrained",
     "lora.rank trains adapters of a model that is trained already; set model.pretrained, or "
     "lora.rank to null"},
    {"rule.command_unused",
     "the section command is not used when workload is engine; did you mean `workload: command`?"},
    {"rule.offload_stage", "{field} needs sharding; set parallel.zero_stage to {stage} or more"},
    {"rule.zero_single", "parallel.zero_stage {stage} has no effect with one process"},
    {"rule.pure_bf16_optimizer",
     "optimizer.kind {kind} computes in fp32; with precision.kind pure_bf16 use adamw or sgd, or "
     "use precision.kind bf16"},
    {"rule.fp16_processor", "fp16 needs a GPU; use bf16 or fp32, or set resources.gpus_per_node"},
    {"rule.gpu_type",
     "resources.gpu_type is set but resources.gpus_per_node is 0; ask for GPUs or remove it"},
    {"rule.time_limit_zero", "resources.time_limit is zero; give the run some time or remove it"},
    {"rule.restart_time_limit",
     "restart.on_time_limit needs to know the limit; set resources.time_limit"},
    {"rule.signal_too_early",
     "restart.signal_before_end_seconds is {signal}, not below half of the time limit of {limit} "
     "seconds: the run is told {used} seconds before its end instead"},
    {"rule.array", "resources.array: {found} {problem}"},
    {"rule.array_size", "resources.array has {tasks} tasks; at most {limit} are supported"},
    {"rule.after_and_dependency",
     "resources.after and resources.dependency are both set; keep one"},
    {"rule.directive_owned",
     "resources.extra_directives: {found} is set by {field}; use that field"},
    {"rule.environment_both", "environment.conda and environment.venv are both set; keep one"},
    {"rule.variable_reserved",
     "environment.variables: {found} is set by the program itself; choose another name"},
    {"rule.not_executed",
     "{field}: {found} is checked and shown, but this version's engine does not run it yet; use "
     "{instead}"},
    {"preset.unknown", "there is no preset {name}; there is {known}"},
    {"preset.no_sample", "no sample of {name} was made"},
    // Edits of a document's text.
    {"experiment_file.unreadable", "{path} cannot be opened: {why}; choose another file",
     ErrorKind::environment},
    {"experiment_file.too_large",
     "{path} is larger than 1 MiB, so it is no experiment; choose another file",
     ErrorKind::environment},
    {"experiment_file.not_utf8",
     "{path} is not UTF-8 text, so it is no experiment; choose another file",
     ErrorKind::environment},
    {"experiment_file.not_saved",
     "{path} was not saved: {why}; the text is still here, save it in another folder",
     ErrorKind::environment},
    {"experiment_file.changed_outside",
     "{path} was changed by another program since it was read here, so it was not overwritten",
     ErrorKind::environment},
    {"experiment_file.record",
     "{path} lies in the folder of a run and is its record, so it is not overwritten; save the "
     "experiment somewhere else",
     ErrorKind::environment},
    {"plot.empty", "the run {run} has reported no value yet, so there is no curve to draw"},
    {"plot.write", "the picture could not be written to {path}; choose another folder",
     ErrorKind::environment},
    {"edit.unknown_path", "there is no field {field}"},
    {"edit.wrong_kind", "{field} must be {expected}"},
    {"edit.not_readable",
     "the document cannot be edited before it is repaired: line {line}: {problem}"},
    {"edit.failed",
     "{field} could not be changed without touching other parts of the document; edit the text "
     "itself"},
    // Files and folders.
    {"file.missing", "{path} does not exist", ErrorKind::not_found},
    {"file.not_file", "{path} is not a file"},
    {"file.too_large", "{path} has more than {limit} bytes"},
    {"file.read", "{path} could not be read: {problem}"},
    {"file.write", "{path} could not be written: {problem}", ErrorKind::environment},
    {"file.disk_full", "{path} could not be written: the disk is full; make room and run again",
     ErrorKind::environment},
    {"file.quota_full",
     "{path} could not be written: the disk quota is used up; make room and run again",
     ErrorKind::environment},
    {"file.publish", "{path} could not be put in its place: {problem}", ErrorKind::environment},
    {"file.permission",
     "{path} could not be written: permission denied; use a folder that you may write",
     ErrorKind::environment},
    {"folder.create", "the folder {path} could not be made: {problem}", ErrorKind::environment},
    {"folder.not_folder", "{path} is not a folder; move it away or choose another run folder",
     ErrorKind::environment},
    {"folder.attempts_exhausted", "{path} has too many attempts; start a new run",
     ErrorKind::environment},
    {"run.identity", "{path} is not a run's identity: {problem}"},
    {"run.no_object", "it is not a JSON object"},
    {"run.no_uuid", "the key run is missing"},
    // Events and JSON.
    {"json.malformed", "this is not valid JSON: {problem}"},
    {"json.nothing", "nothing is there"},
    {"json.unexpected", "unexpected text at byte {byte}"},
    {"json.too_deep", "nested deeper than {limit} levels"},
    {"event.malformed", "this is not an event: {problem}"},
    {"event.unknown_kind", "events of the kind {kind} are not known"},
    {"event.too_long", "a line of {bytes} bytes is longer than the {limit} that an event may have"},
};

}  // namespace

std::span<const MessageTemplate> document_messages() { return kDocumentTemplates; }

}  // namespace trainyard
