// SPDX-License-Identifier: GPL-3.0-or-later
// What is said about training: models, checkpoints, ranks.
#include "engine/contract/messages/tables.h"

namespace trainyard {
namespace {

constexpr MessageTemplate kEngineTemplates[] = {
    // The document and the run folder.
    {"document.refused", "{place}: {finding}"},
    {"document.refused_with_others", "{place}: {finding} (and {others} more)"},
    {"run_folder.none_given", "no run folder is named; give --run-dir DIR"},
    {"run_folder.unusable", "{folder} cannot be used as a run folder: {reason}",
     ErrorKind::environment},
    {"run_folder.in_use_here",
     "{folder} is already in use by another engine or agent; wait for it to end, or cancel that "
     "run first"},
    // How training goes and ends.
    {"end.completed", "The training is complete."},
    {"end.cancelled", "Stopped by a signal after saving a checkpoint; start it again to continue."},
    {"end.preempted", "Stopped by a signal after saving a checkpoint; start it again to continue."},
    {"stopped_early", "stopped by a signal after step {step}; start again to continue"},
    {"early_stopping", "early stopping: {metric} has not improved since step {best_step}"},
    {"training.no_targets",
     "nothing of the rows of step {step} is learned, so it changed no weight; of further such "
     "steps "
     "nothing is said"},
    {"training.nothing_learned",
     "none of the {steps} steps had anything to learn, so the model is what it was before; give "
     "records of which something is learned, or a larger data.sequence_length"},
    {"evaluation.no_targets",
     "nothing of the validation data is judged, so the evaluation of step {step} has no value and "
     "decides nothing; give records of which something is learned"},
    {"training.time_over",
     "training.max_hours: {hours} hours are over after step {step} of {steps}"},
    {"superseded", "a newer attempt of this run has started; this one ends", ErrorKind::stopped},
    {"superseded.results",
     "a newer attempt of this run has started; this one ends without writing results",
     ErrorKind::stopped},
    {"evaluation.stopped", "the evaluation was stopped", ErrorKind::stopped},
    {"evaluation.no_data",
     "an evaluation was asked for (SIGUSR2), but nothing is evaluated in this run; "
     "evaluation.every_steps with data.validation or data.validation_split_ratio would do it"},
    {"prediction.stopped", "predicting was stopped; nothing was written", ErrorKind::stopped},
    {"prediction.kind", "--write {kind}: this task has no such prediction; it has {known}"},
    {"prediction.format", "--format {format}: there is no such format; there are {known}"},
    {"parquet.unavailable",
     "Parquet cannot be written: {problem}; install the engine again, or use --format npy",
     ErrorKind::environment},
    {"parquet.no_reader", "files of Parquet cannot be read: {problem}; install the engine again",
     ErrorKind::environment},
    {"parquet.damaged", "{path}: cannot be read as Parquet: {problem}; write the file again"},
    {"parquet.no_column", "{path}: there is no column {column}; there are {columns}"},
    {"parquet.kind",
     "{path}: the column {column} is {type}; numbers, booleans, texts, timestamps and lists of "
     "them are read"},
    {"parquet.null",
     "{path}: the column {column} has no value in row {row} (the first is row 0); fill or drop "
     "such rows"},
    {"parquet.too_large",
     "{path}: the column {column} has a number above 2^63 - 1 in row {row} (the first is row 0)"},
    {"prediction.no_labels",
     "{model}: an adapter does not say which labels its outputs stand for; name them in "
     "task.labels, in the order of the training"},
    {"prediction.no_room",
     "{folder}: the predictions need {needed}, but {free} are free there; free space or name "
     "fewer of them in --write",
     ErrorKind::environment},
    {"evaluation.undefined_metric",
     "evaluation.metric: {metric} is not defined on this validation data (labels that are missing "
     "there, for instance), so no evaluation is the best"},
    {"evaluation.metric", "evaluation.metric: this task has no {metric}; it has {known}"},
    {"events.lost",
     "{count} events could not be handed over in time and are lost; the curve has gaps there"},
    {"non_finite_loss",
     "the loss became non-finite at step {step} and nothing of it was saved; lower "
     "optimizer.learning_rate, raise schedule.warmup_steps or look at the data of this step",
     ErrorKind::non_finite},
    {"precision.lowest_loss_scale",
     "gradients overflow fp16 in step {step} although the loss scale is at its lowest, {scale}; "
     "use "
     "precision.kind bf16, or lower optimizer.learning_rate",
     ErrorKind::non_finite},
    {"non_finite_gradient",
     "the gradient became non-finite at step {step} and nothing of it was saved; lower "
     "optimizer.learning_rate, raise schedule.warmup_steps or look at the data of this step",
     ErrorKind::non_finite},
    {"out_of_memory",
     "out of memory: {detail}; use a smaller batch.per_device (raise gradient_accumulation_steps "
     "by the same factor, or set batch.global), a shorter data.sequence_length or a smaller "
     "model",
     ErrorKind::out_of_memory},
    {"out_of_memory.planned",
     "out of memory: {detail}; a step was to take {total} ({parameters} parameters, {gradients} "
     "gradients, {optimizer} optimizer, {activations} activations); use a smaller "
     "batch.per_device (raise gradient_accumulation_steps by the same factor, or set "
     "batch.global), parallel.recompute full, a shorter data.sequence_length or a smaller model"},
    {"memory.plan",
     "a rank needs about {total} for a step: {parameters} parameters, {gradients} gradients, "
     "{optimizer} optimizer, {activations} activations"},
    {"memory.peak",
     "the most memory that this rank took was {peak}, with all libraries; a step was "
     "to take {total}"},
    {"attention.backend", "attention runs as torch's {backend} kernel"},
    {"parallel.offload_on_processor",
     "parallel.offload_activations changes nothing on a processor, where activations are in main "
     "memory anyway"},
    {"memory.gpu_peak",
     "the most memory that this rank took on its GPU was {peak}; a step was to take {total}"},
    {"out_of_memory.system", "the system refused more memory"},
    {"torch", "the computation failed: {detail}", ErrorKind::environment},
    {"internal", "the engine failed: {detail}", ErrorKind::environment},
    // Going on from a checkpoint.
    {"resume.changed",
     "resumed with another value of {what}: {before} became {now}; losses will differ from those "
     "of an uninterrupted run"},
    {"checkpoint.not_one",
     "{folder} is neither a checkpoint nor the folder of a run; name one of these",
     ErrorKind::damaged},
    {"checkpoint.none", "{folder} holds no checkpoint yet", ErrorKind::damaged},
    {"checkpoint.none_to_resume", "{folder} holds no checkpoint to resume from",
     ErrorKind::damaged},
    {"results.last_as_best",
     "the best checkpoint {folder} cannot be used; the last step's model is the result"},
    {"checkpoint.fallback", "resuming from the older checkpoint {folder}"},
    {"checkpoint.other_config",
     "{file} is a checkpoint of another model: {key} is {there} there and {here} here; use another "
     "run folder, or --resume never to start over",
     ErrorKind::damaged},
    {"checkpoint.other_optimizer",
     "{folder} has the state of the optimizer {found}, and optimizer.kind is {wanted}; set it "
     "back, or start a new run with model.pretrained set to this folder",
     ErrorKind::damaged},
    {"checkpoint.whole_model",
     "{folder} is a checkpoint of a whole model, and lora.rank asks for adapters; use another run "
     "folder, or --resume never to start over",
     ErrorKind::damaged},
    {"checkpoint.adapter_alone",
     "{folder} is a checkpoint of adapters, and lora.rank is null; use another run folder, or "
     "--resume never to start over",
     ErrorKind::damaged},
    {"checkpoint.other_tensors",
     "{file} is a checkpoint of another model: this one has no {tensor}; use another run folder, "
     "or --resume never to start over",
     ErrorKind::damaged},
    {"checkpoint.state_unreadable",
     "{file} is missing, damaged or of another version; this checkpoint cannot be resumed",
     ErrorKind::damaged},
    {"checkpoint.state_incomplete", "{file} lacks {key}; this checkpoint cannot be used",
     ErrorKind::damaged},
    // Models.
    {"model.override", "model.overrides.{key} is no configuration key of a {kind} model"},
    {"model.override_near",
     "model.overrides.{key} is no configuration key of a {kind} model; did you mean {nearest}?"},
    {"model.kind", "model.kind {kind} cannot be trained by this engine yet; it trains {known}"},
    {"model.config_not_finite", "model configuration: {key} must be a finite number"},
    {"model.config_too_small",
     "model configuration: {key} is {found}, but must be at least {minimum}"},
    {"model.config_too_large", "model configuration: {key} is {found}, but must be below {below}"},
    {"model.config_whole", "model configuration: {key} must be a whole number"},
    {"model.config_number", "model configuration: {key} must be a number"},
    {"model.config_flag", "model configuration: {key} must be true or false"},
    {"model.config_text", "model configuration: {key} must be a text"},
    {"model.config_type",
     "model configuration: model_type is \"{found}\", but model.kind is {kind}; set model.kind to "
     "{meant}"},
    {"model.config_unknown_type",
     "model configuration: model_type is \"{found}\", which cannot be trained; known are {known}"},
    {"model.config_object", "model configuration: {key} must be an object"},
    {"model.config_activation", "model configuration: {key} is \"{found}\"; known are {known}"},
    {"model.config_not_executed", "model configuration: {key} is not executed yet"},
    {"model.config_rope",
     "model configuration: {key} has \"{found}\", which is not executed yet; rotary positions are "
     "default, linear or llama3, of the whole head"},
    {"model.config_layer_types",
     "model configuration: {key} names {found} layers, but there are {layers}"},
    {"model.config_cross_attention",
     "model configuration: add_cross_attention is true, but only decoders without cross attention "
     "are trained"},
    {"model.config_heads",
     "model configuration: {key} ({width}) must be divisible by {by} ({heads})"},
    {"model.too_large",
     "model configuration: it has {parameters} parameters, more than any computer holds; look at "
     "its sizes and the number of its layers"},
    {"model.no_such_head",
     "model.kind {kind} cannot do this task: transformers has no {head}; choose another model.kind "
     "or task.kind"},
    {"model.new_weights",
     "the pretrained folder lacks tensors of the head, which are newly initialized ({count}, the "
     "first is "
     "{first})"},
    {"lora.no_module",
     "lora.target_modules: no module of this model's layers is called {module}; they are {known}"},
    {"engine.no_command", "there is no command {name}; there are {known}"},
    {"engine.no_command_near", "there is no command {name}; did you mean {nearest}?"},
    {"model.own_head",
     "{folder}: config.json says that the head is the embedding (tie_word_embeddings), but the "
     "weights hold another head; it is kept, and the trained model is not tied"},
    {"model.unused_weights",
     "the pretrained folder has tensors that are not used ({count}, the first is {first})"},
    // Ranks and devices.
    {"communication.rank",
     "rank {silent} of {world_size} ended or no longer answers, as rank {rank} found in "
     "{operation} ({detail}); look at its output and its node, then resume the run",
     ErrorKind::communication},
    {"communication.ranks",
     "ranks {silent} of {world_size} ended or no longer answer, as rank {rank} found in "
     "{operation} ({detail}); look at their output and their nodes, then resume the run",
     ErrorKind::communication},
    {"communication.some_rank",
     "another rank of {world_size} ended or no longer answers, as rank {rank} found in "
     "{operation} ({detail}); look at the output of all ranks, then resume the run",
     ErrorKind::communication},
    {"communication.lost",
     "another rank ended or no longer answers ({detail}); look at the output of all ranks, then "
     "resume the run",
     ErrorKind::communication},
    {"communication.in_sum", "the sum over the ranks"},
    {"communication.in_broadcast", "the broadcast"},
    {"communication.in_barrier", "waiting for all ranks"},
    {"communication.in_turn", "waiting for the first rank's data"},
    {"parallel.other_document",
     "rank {rank} was started with another document than rank 0: {found} here, {first} there; "
     "start all ranks with the same document and the same --set"},
    {"parallel.variable_missing",
     "{variable} is not set, although {present} is; a rank needs all of RANK, WORLD_SIZE, "
     "LOCAL_RANK, LOCAL_WORLD_SIZE, MASTER_ADDR and MASTER_PORT",
     ErrorKind::environment},
    {"parallel.variable_number", "{variable} is \"{found}\", which is not a whole number",
     ErrorKind::environment},
    {"parallel.variable_range", "{variable} is {found}, but must be from {minimum} to {maximum}",
     ErrorKind::environment},
    {"parallel.address_empty", "MASTER_ADDR is empty; it must be the address of rank 0's node",
     ErrorKind::environment},
    {"parallel.connect", "rank {rank} at {address} could not connect to the other ranks: {problem}",
     ErrorKind::communication},
    {"parallel.nccl", "rank {rank} could not start NCCL: {problem}", ErrorKind::communication},
    {"parallel.rendezvous",
     "rank {rank} of {world_size} could not meet the others at {address}: {problem}",
     ErrorKind::communication},
    {"parallel.port_taken",
     "rank {rank} of {world_size} could not meet the others at {address}: the port is taken by "
     "another program; choose another MASTER_PORT",
     ErrorKind::communication},
    {"parallel.address_unknown",
     "rank {rank} of {world_size} could not meet the others at {address}: the address cannot be "
     "resolved",
     ErrorKind::communication},
    {"parallel.only_loopback",
     "rank {rank} of {world_size} could not meet the others at {address}: this node has no network "
     "address besides loopback",
     ErrorKind::communication},
    {"gpu.unavailable",
     "GPUs were asked for, but cannot be used: {problem}; run on a node with an NVIDIA GPU and "
     "driver, or set resources.gpus_per_node to 0",
     ErrorKind::environment},
    {"gpu.not_the_library",
     "GPUs were asked for, but {library} is not the engine's GPU library; install the engine again",
     ErrorKind::environment},
    {"gpu.fewer_than_ranks",
     "this node shows {found} GPUs to {ranks} ranks; lower resources.processes_per_node or ask for "
     "more GPUs",
     ErrorKind::environment},
    {"gpu.too_few", "this machine shows {found} of the {wanted} GPUs that were asked for",
     ErrorKind::environment},
    {"gpu.too_old",
     "{device} has compute capability {capability}; torch computes on 7.5 (Turing) and newer: "
     "choose another resources.gpu_type, or set resources.gpus_per_node to 0",
     ErrorKind::environment},
    {"gpu.no_bf16",
     "{device} has compute capability {capability} and no bf16, which needs 8.0 (Ampere) or newer: "
     "set precision.kind to fp32 or choose another resources.gpu_type",
     ErrorKind::environment},
    // Checkpoints and model folders.
    {"checkpoint.superseded",
     "a newer attempt of this run has started in {folder}; this one ends without writing more",
     ErrorKind::stopped},
    {"checkpoint.output_exists", "{path}: exists already; name a folder that does not exist yet"},
    {"checkpoint.damaged", "{file}: {what}; this checkpoint cannot be used", ErrorKind::damaged},
    {"checkpoint.no_manifest", "is no manifest"},
    {"checkpoint.outside", "names a file outside the checkpoint"},
    {"checkpoint.not_in_manifest", "has no size or checksum in the manifest"},
    {"checkpoint.file_missing", "is missing or cannot be read"},
    {"checkpoint.size", "has {bytes} bytes instead of {expected}"},
    {"checkpoint.checksum", "does not have the checksum of the manifest"},
    {"checkpoint.no_tensor", "{file}: has no tensor {tensor}; it belongs to another model",
     ErrorKind::damaged},
    {"checkpoint.other_model",
     "{file}: tensor {tensor} has the shape {shape} instead of {expected}; it belongs to another "
     "model",
     ErrorKind::damaged},
    {"checkpoint.number_format",
     "{file}: tensor {tensor} has the number format {dtype}, which is not supported",
     ErrorKind::damaged},
    {"checkpoint.not_safetensors", "{file}: {what}; the file is damaged or is no safetensors file",
     ErrorKind::damaged},
    {"safetensors.unreadable", "cannot be read"},
    {"safetensors.short", "is shorter than 8 bytes"},
    {"safetensors.long_header", "has a header of {bytes} bytes, more than {limit}"},
    {"safetensors.header_end", "ends inside its header"},
    {"safetensors.no_brace", "has a header that is not a JSON object"},
    {"safetensors.metadata", "has metadata that is not text"},
    {"safetensors.twice", "names the tensor {tensor} twice"},
    {"safetensors.no_tensor", "holds something other than a tensor under {tensor}"},
    {"safetensors.incomplete", "lacks dtype, shape or data_offsets of {tensor}"},
    {"safetensors.dtype", "says that {tensor} has the unknown dtype {dtype}"},
    {"safetensors.shape", "has a shape of {tensor} that is not made of whole numbers"},
    {"safetensors.offsets", "has no pair of offsets for {tensor}"},
    {"safetensors.backwards", "has offsets of {tensor} that run backwards"},
    {"safetensors.size", "has a shape of {tensor} that does not fit its offsets"},
    {"safetensors.overlap", "has overlapping tensors at {tensor}"},
    {"safetensors.gap", "has a gap before {tensor}"},
    {"safetensors.file_size", "has {bytes} bytes where its header says {expected}"},
    {"safetensors.tensor_end", "ends inside tensor {tensor}"},
    {"model.unreadable",
     "{file}: is missing or cannot be read; a model folder as transformers writes it is needed",
     ErrorKind::damaged},
    {"model.config_no_object", "{file}: is not a JSON object", ErrorKind::damaged},
    {"model.reading_stopped", "{folder}: the reading of the weights was stopped",
     ErrorKind::stopped},
    {"model.no_weights",
     "{file}: holds neither model.safetensors nor pytorch_model.bin, nor an index of their parts",
     ErrorKind::damaged},
    {"torch_file.unusable", "{file}: {what}; the weights cannot be read from it",
     ErrorKind::damaged},
    {"torch_file.no_archive",
     "is damaged, or from a torch before 1.6; save it again with a newer one ({detail})"},
    {"torch_file.no_state_dict", "holds no dictionary of tensors, as a model's state dict is"},
    {"torch_file.byte_order", "was written on a machine with another order of bytes"},
    {"torch_file.tensor", "says of {tensor} what does not fit together"},
    {"torch_file.strides",
     "holds {tensor} in another order than by rows; save it again after .contiguous()"},
    {"pickle.ends", "ends too early"},
    {"pickle.damaged", "is damaged"},
    {"pickle.too_large", "has more objects than such a file can need"},
    {"pickle.operation",
     "has the pickle operation {operation}, which tensors and their names do not need"},
    {"model.is_adapter",
     "{file}: holds an adapter, not a model; engine export --merge makes a model of a checkpoint "
     "of adapters",
     ErrorKind::damaged},
    {"adapter.unreadable",
     "{file}: is missing, damaged or no adapter_config.json of LoRA with r and lora_alpha",
     ErrorKind::damaged},
    {"adapter.not_merged", "{file}: has {key}, which cannot be merged", ErrorKind::damaged},
    {"adapter.no_base",
     "{base}: is no folder here; give the folder of this adapter's model with --base FOLDER",
     ErrorKind::damaged},
    {"adapter.no_weight",
     "{folder}: has no weight {tensor}, to which this adapter belongs; give the folder of the "
     "adapter's model with --base FOLDER",
     ErrorKind::damaged},
    {"adapter.other_scale",
     "{folder}: this adapter was trained with alpha {alpha} and use_rslora {rslora}; set "
     "lora.alpha "
     "and lora.use_rslora to these"},
    {"adapter.other_modules",
     "{folder}: has {tensor}, to which lora.target_modules gives no place; name this adapter's "
     "modules"},
    {"adapter.half",
     "{file}: has no lora_A and lora_B of {module} that fit each other; the adapter is damaged",
     ErrorKind::damaged},
    {"adapter.other_shape",
     "{file}: tensor {tensor} has another shape than this adapter; give the folder of the "
     "adapter's "
     "model with --base FOLDER",
     ErrorKind::damaged},
    {"adapter.none", "{folder}: holds a whole model; export it without --merge"},
    {"adapter.stopped", "merging was stopped; nothing was written", ErrorKind::stopped},
    {"model.no_weight_map", "{file}: has no weight_map", ErrorKind::damaged},
    {"model.index_outside", "{file}: names no file of the folder for {tensor}", ErrorKind::damaged},
    {"model.index_broken", "{file}: lacks {tensor}, which the index promises", ErrorKind::damaged},
    // Samples.
    {"sample.unknown", "there is no sample {name}; there are {names}"},
};

}  // namespace

std::span<const MessageTemplate> engine_messages() { return kEngineTemplates; }

}  // namespace trainyard
