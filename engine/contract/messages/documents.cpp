// SPDX-License-Identifier: GPL-3.0-or-later
// Messages about documents, fields, rules, files and events.
#include "engine/contract/message_tables.h"

namespace trainyard {
namespace {

constexpr MessageTemplate kDocumentTemplates[] = {
    // The text of a document.
    {"document.too_large",
     "the document has {bytes} bytes, but the limit is {limit}: is this the right file?"},
    {"document.not_utf8", "byte {byte} is not valid UTF-8; save the file as UTF-8"},
    {"document.control_character", "the control character {character} is not allowed; remove it"},
    {"document.syntax", "not valid YAML: {problem}"},
    {"document.too_deep", "nested deeper than {limit} levels"},
    {"document.anchor", "anchors (&name) are not supported; write the value out"},
    {"document.alias", "aliases (*name) are not supported; write the value out"},
    {"document.tag", "the tag {tag} is not supported; remove it"},
    {"document.second", "a second document starts here; keep one experiment per file"},
    {"document.empty", "the document is empty; it needs at least a line such as `name: my-run`"},
    {"document.not_mapping", "an experiment is a list of `key: value` lines, but this is {kind}"},
    {"document.duplicate_key", "{key} is given twice, first in line {first_line}; keep one"},
    {"document.bad_key", "a key must be a plain word"},
    {"document.format",
     "this document has format {format}, but this program reads {supported}; use a newer version"},
    // Keys and values of fields.
    {"key.unknown", "unknown key {key}; remove it"},
    {"key.unknown_near", "unknown key {key}; did you mean {nearest}?"},
    {"key.former", "{former} is now called {key}; rename it"},
    {"key.former_and_new",
     "{former} is the old name of {key}, which is also given; remove {former}"},
    {"field.missing", "{field} is missing; add a line such as `{example}`"},
    {"field.wrong_type", "{field} must be {expected}, not {found}"},
    {"field.not_mapping", "{field} must be a mapping of keys and values, not {found}"},
    {"field.item_type", "each item of {field} must be a string, not {found}"},
    {"field.null",
     "{field} has no value; write {expected}, or remove the line to use the default {default}"},
    {"field.section_type",
     "{field} is a section: write its keys below it, indented, instead of {found}"},
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
    {"override.form", "{override} does not have the form path=value"},
    {"override.unknown", "unknown field {field}"},
    {"override.unknown_near", "unknown field {field}; did you mean {nearest}?"},
    {"override.section", "{field} is a section; set one of its keys, such as {example}"},
    // Relations between fields.
    {"rule.sequence_length",
     "data.sequence_length is {sequence_length}, but the model has {positions} positions; lower "
     "it or raise {key} in model.overrides"},
    {"rule.override_number", "model.overrides: {key} must be a whole number above 0, not {found}"},
    {"rule.heads",
     "model.overrides: {width_key} {width} is not a multiple of {heads_key} {heads}; change one of "
     "them"},
    {"rule.state_passes",
     "{field} puts several records into a row, but the state of a Mamba model passes from one to "
     "the next; leave it out, or choose another model.kind"},
    {"rule.global_batch",
     "one optimizer step would take {global_batch} sequences, but at most {limit} are supported: "
     "lower batch.per_device, batch.gradient_accumulation_steps or the number of processes"},
    {"document.own_command",
     "workload is {workload}, so the document's own command does the training and the engine has "
     "nothing to run; submit it with yard"},
    {"rule.global_not_divided",
     "batch.global is {global}, which does not divide evenly among {ranks} processes; the nearest "
     "value that does is {nearest}"},
    {"rule.accumulation_unused",
     "batch.gradient_accumulation_steps is not used when batch.global is set, since it follows "
     "from the number of processes; remove it"},
    {"rule.processes_gpus",
     "resources.processes_per_node is {processes}, but there are {gpus} GPUs on each node; use at "
     "most one process per GPU"},
    {"rule.idle_gpus",
     "each node has {gpus} GPUs for {processes} processes, so the others stay idle; set "
     "resources.processes_per_node to auto, or ask for fewer GPUs"},
    {"rule.warmup",
     "schedule.warmup_steps {warmup} is above training.max_steps {max_steps}, so the full "
     "learning rate is never reached"},
    {"rule.warmup_twice",
     "the warmup is given both in steps and as a ratio; set schedule.warmup_steps to 0 or "
     "schedule.warmup_ratio to null"},
    {"rule.warmup_unused", "a constant schedule has no warmup; use constant_with_warmup"},
    {"rule.minimum_learning_rate",
     "schedule.minimum_learning_rate {minimum} is above optimizer.learning_rate {learning_rate}; "
     "lower it"},
    {"rule.decay_steps",
     "schedule.warmup_steps {warmup} and schedule.decay_steps {decay} add up to more than "
     "training.max_steps {max_steps}, so the full learning rate is never reached"},
    {"rule.early_stopping",
     "early stopping needs evaluation; set evaluation.every_steps or evaluation.every_epochs, "
     "or remove the patience"},
    {"rule.best_as_result",
     "checkpoint.best_as_result needs evaluation and checkpoint.save_best; set "
     "evaluation.every_steps or evaluation.every_epochs and checkpoint.save_best: true"},
    {"rule.save_best",
     "without evaluation there is no best checkpoint; only the most recent ones are kept"},
    {"rule.no_validation",
     "evaluation needs held-out data; set data.validation, or data.validation_split_ratio above "
     "0, or set evaluation.every_steps to null to train without it"},
    {"rule.data_path",
     "data.kind is prepared: set data.path to the folder that `engine prepare` wrote"},
    {"rule.data_train", "list at least one file in data.train"},
    {"rule.timelines_task",
     "data.kind is timelines: set task.kind to causal_language_modeling or "
     "sequence_classification instead of {found}"},
    {"rule.timelines_vocabulary",
     "data.kind is timelines: set timelines.vocabulary to the vocabulary of the token ids, such "
     "as vocab.gzip"},
    {"rule.streaming_steps",
     "the length of a stream is not known in advance; set training.max_steps, or {field} to "
     "false"},
    {"rule.streaming_tokenizer",
     "a tokenizer cannot be trained on texts that are streamed; set data.tokenizer, or "
     "data.streaming to false"},
    {"rule.streaming_split",
     "a share of streamed texts cannot be held out, since their number is not known; set "
     "data.validation, or data.validation_split_ratio to 0"},
    {"rule.streaming_whole",
     "{field} needs all texts at once, so it cannot be used with data.streaming"},
    {"rule.timelines_outcome",
     "set timelines.outcome to the column to predict, such as same_admission_death"},
    {"rule.formatter_and_mixture",
     "instructions.mixture sets a formatter for each data set: leave instructions.formatter null"},
    {"rule.mixture_files",
     "{field} is ignored, since instructions.mixture lists the files; leave one of them empty"},
    {"rule.mixture_tests",
     "instructions.mixture sets the formatter of each of its data sets, but not of the files in "
     "{field}; leave {field} empty, and evaluate the model with engine evaluate on a document "
     "without the mixture"},
    {"rule.wrapped_answers",
     "instructions.packing: wrapped cuts answers anywhere, so the rest of an answer starts a "
     "sequence without its question; ffd cuts none"},
    {"rule.short_groups",
     "data.keep_short_groups has no effect without data.texts_per_group, since all texts are one "
     "group"},
    {"rule.data_unused", "{field} is not used when data.kind is {kind}"},
    {"rule.test_ratio_seed",
     "data.test_split_ratio needs randomly drawn rows; set data.split_seed, or list files in "
     "data.test"},
    {"rule.split_and_files",
     "{field} lists files, and {ratio} draws others from the training rows; keep only one of them"},
    {"rule.split_sum",
     "data.validation_split_ratio and data.test_split_ratio add up to {sum} and leave nothing to "
     "train on; lower them"},
    {"rule.split_nothing",
     "data.split_seed has nothing to draw; set data.validation_split_ratio or "
     "data.test_split_ratio, or remove it"},
    {"rule.step_unused",
     "{field} is only for files of texts for language modeling or classification (sentences: for "
     "language modeling only); remove it"},
    {"rule.sentence_parameters", "data.sentence_parameters is not used without data.sentences"},
    {"rule.sample_seed",
     "data.sample_seed is not used without data.max_train_samples or data.max_validation_samples"},
    {"rule.lora_resized",
     "model.resize_vocabulary adds embedding rows that adapters would not save; train without "
     "lora.rank, or use the model's own tokenizer"},
    {"rule.resize_pretrained",
     "model.resize_vocabulary is for pretrained models; a new model gets the size of its "
     "tokenizer anyway"},
    {"rule.lora_pretrained",
     "lora.rank trains adapters of a pretrained model; set model.pretrained, or lora.rank to null"},
    {"rule.command_unused",
     "the section command is not used when workload is engine; did you mean `workload: command`?"},
    {"rule.offload_stage", "{field} needs sharding; set parallel.zero_stage to {stage} or more"},
    {"rule.shard_degree",
     "parallel.shard_degree {degree} does not divide the {processes} processes of a training; take "
     "a divisor, such as the number of processes of a node"},
    {"rule.shard_degree_unused",
     "parallel.shard_degree has no effect with parallel.zero_stage 0, which shares nothing out"},
    {"rule.zero_single", "parallel.zero_stage {stage} has no effect with one process"},
    {"rule.pure_bf16_optimizer",
     "optimizer.kind {kind} computes in fp32; with precision.kind pure_bf16 use adamw or sgd, or "
     "use precision.kind bf16"},
    {"rule.sharded_optimizer",
     "optimizer.kind adafactor needs whole parameters; with parallel.zero_stage use another one"},
    {"rule.fp16_processor", "fp16 needs a GPU; use bf16 or fp32, or set resources.gpus_per_node"},
    {"rule.gpu_type",
     "resources.gpu_type is set but resources.gpus_per_node is 0; ask for GPUs or remove it"},
    {"rule.time_limit_zero", "resources.time_limit is zero; give the run some time or remove it"},
    {"rule.restart_time_limit",
     "restart.on_time_limit needs a known time limit; set resources.time_limit"},
    {"rule.signal_too_early",
     "restart.signal_before_end_seconds is {signal}, not less than half of the time limit of "
     "{limit} seconds: the run is signaled {used} seconds before its end instead"},
    {"rule.array", "resources.array: {found} {problem}"},
    {"rule.array_size", "resources.array has {tasks} tasks; at most {limit} are supported"},
    {"rule.after_and_dependency",
     "resources.after and resources.dependency are both set; keep one"},
    {"rule.directive_owned",
     "resources.extra_directives: {found} is set by {field}; use that field"},
    {"rule.environment_both", "environment.conda and environment.venv are both set; keep one"},
    {"rule.metrics_pattern", "the pattern of metrics \"{found}\" {problem}"},
    {"pattern.too_long", "is longer than 500 characters; a part of the line is enough"},
    {"pattern.line_break", "has a line break; a pattern describes one line"},
    {"pattern.side_by_side",
     "has two placeholders side by side; write the text that stands between them"},
    {"pattern.name_twice", "uses a name twice; write {any} for one of them"},
    {"pattern.no_value", "names no value; write {value}, or another name, where the number stands"},
    {"metric_rule.no_comparison",
     "logging.rules: \"{rule}\" compares nothing; write > >= < <= and a number behind the metric, "
     "as in `stop when eval/loss > 3 for 20 points`, or `is not finite`"},
    {"metric_rule.no_metric",
     "logging.rules: \"{rule}\" names no metric; write its name before the comparison, as in `stop "
     "when eval/loss > 3`"},
    {"metric_rule.action",
     "logging.rules: \"{rule}\" has to begin with `stop when`, `notify when` or the name of the "
     "metric, as in `stop when eval/loss > 3`"},
    {"metric_rule.number",
     "logging.rules: in \"{rule}\" \"{found}\" is no number; a rule ends with one, or with `for 20 "
     "points` behind it"},
    {"metric_rule.points",
     "logging.rules: in \"{rule}\" \"{found}\" is no number of points; write a whole one from 1 "
     "on, "
     "as in `for 20 points`"},
    {"metric_rule.too_long",
     "logging.rules: a rule has more than {limit} bytes; write one comparison for each item"},
    {"rule.fired_at", "{metric} was {value} at step {step} (rule: {rule})"},
    {"rule.fired", "{metric} was {value} (rule: {rule})"},
    {"rule.not_noted",
     "That a rule has acted could not be noted in the run folder ({why}); it may act again when "
     "the run is resumed"},
    {"rule.variable_reserved",
     "environment.variables: {found} is set by the program itself; choose another name"},
    {"rule.not_executed",
     "{field}: {found} is checked and shown, but not supported by the engine of this version yet; "
     "use {instead}"},
    {"preset.unknown", "no preset {name}; choose from {known}"},
    {"preset.no_sample", "no sample of {name} was created: {why}"},
    // Edits of a document's text.
    {"experiment_file.unreadable", "{path} cannot be opened: {why}; choose another file",
     ErrorKind::environment},
    {"experiment_file.too_large",
     "{path} is larger than 1 MiB, so it is not an experiment; choose another file",
     ErrorKind::environment},
    {"experiment_file.not_utf8",
     "{path} is not UTF-8 text, so it is not an experiment; choose another file",
     ErrorKind::environment},
    {"experiment_file.read_only",
     "{path} is read-only; save under another name, or allow writing (chmod u+w)"},
    {"experiment_file.not_saved",
     "{path} was not saved: {why}; the text is still here, save it in another folder",
     ErrorKind::environment},
    {"experiment_file.changed_outside",
     "{path} was changed by another program since it was opened here, so it was not overwritten",
     ErrorKind::environment},
    {"experiment_file.record",
     "{path} is in a run folder and is the run's record, so it is not overwritten; save the "
     "experiment somewhere else",
     ErrorKind::environment},
    {"plot.empty", "run {run} has not reported any values yet, so there is no curve to draw"},
    {"plot.write", "could not write the picture to {path}; choose another folder",
     ErrorKind::environment},
    {"edit.unknown_path", "unknown field {field}"},
    {"edit.wrong_kind", "{field} must be {expected}"},
    {"edit.not_readable",
     "the document must be repaired before it can be edited here: line {line}: {problem}"},
    {"edit.failed",
     "{field} could not be changed without touching other parts of the document; edit the text "
     "instead"},
    // Files and folders.
    {"file.missing", "{path} does not exist", ErrorKind::not_found},
    {"file.not_file", "{path} is not a file"},
    {"file.too_large", "{path} has more than {limit} bytes"},
    {"file.read", "{path} could not be read: {problem}"},
    {"file.write", "{path} could not be written: {problem}", ErrorKind::environment},
    {"file.disk_full",
     "{path} could not be written: the disk is full; free some space and run again",
     ErrorKind::environment},
    {"file.quota_full",
     "{path} could not be written: disk quota exceeded; free some space and run again",
     ErrorKind::environment},
    {"file.publish", "{path} could not be moved into place: {problem}", ErrorKind::environment},
    {"file.permission",
     "{path} could not be written: permission denied; use a folder that you can write to",
     ErrorKind::environment},
    {"folder.create", "the folder {path} could not be created: {problem}", ErrorKind::environment},
    {"folder.not_folder", "{path} is not a folder; move it away or choose another run folder",
     ErrorKind::environment},
    {"folder.attempts_exhausted", "{path} has too many attempts; start a new run",
     ErrorKind::environment},
    {"run.identity", "{path} is not the identity file of a run: {problem}"},
    {"run.no_object", "it is not a JSON object"},
    {"run.no_uuid", "the key run is missing"},
    // Events and JSON.
    {"json.malformed", "not valid JSON: {problem}"},
    {"json.nothing", "the text is empty"},
    {"json.unexpected", "unexpected text at byte {byte}"},
    {"json.too_deep", "nested deeper than {limit} levels"},
    {"event.malformed", "not an event: {problem}"},
    {"event.unknown_kind", "unknown kind of event: {kind}"},
    {"event.too_long", "a line of {bytes} bytes exceeds the limit of {limit} for an event"},
};

}  // namespace

std::span<const MessageTemplate> document_messages() { return kDocumentTemplates; }

}  // namespace trainyard
