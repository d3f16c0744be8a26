// SPDX-License-Identifier: GPL-3.0-or-later
// Messages about training: models, checkpoints, ranks. One file because it is a table.
#include "engine/contract/message_tables.h"

namespace trainyard {
namespace {

constexpr MessageTemplate kEngineTemplates[] = {
    // The document and the run folder.
    {"document.refused", "{place}: {finding}"},
    {"document.refused_with_others", "{place}: {finding} (and {others} more)"},
    {"run_folder.none_given", "no run folder given; pass --run-dir DIR"},
    {"run_folder.unusable", "{folder} cannot be used as a run folder: {reason}",
     ErrorKind::environment},
    {"run_folder.in_use_here",
     "{folder} is already in use by another engine or agent; wait for it to end, or cancel that "
     "run first"},
    // The course and end of training.
    {"end.completed", "The training is complete."},
    {"end.cancelled", "Stopped by a signal after saving a checkpoint; start it again to continue."},
    {"end.preempted", "Stopped by a signal after saving a checkpoint; start it again to continue."},
    {"stopped_early", "stopped by a signal after step {step}; start it again to continue"},
    {"early_stopping", "early stopping: {metric} has not improved since step {best_step}"},
    {"training.no_targets",
     "no row of step {step} has anything to learn, so it changed no weights; further such steps "
     "are not reported"},
    {"training.nothing_learned",
     "none of the {steps} steps had anything to learn, so the model is unchanged; provide records "
     "with something to learn, or raise data.sequence_length"},
    {"evaluation.no_targets",
     "none of the validation data has anything to predict, so the evaluation at step {step} has "
     "no value and is ignored; provide validation records that have something to predict"},
    {"training.time_over",
     "training.max_hours: {hours} hours were up after step {step} of {steps}"},
    {"superseded", "a newer attempt of this run has started; this one ends", ErrorKind::stopped},
    {"superseded.results",
     "a newer attempt of this run has started; this one ends without writing results",
     ErrorKind::stopped},
    {"evaluation.stopped", "the evaluation was stopped", ErrorKind::stopped},
    {"evaluation.no_data",
     "an evaluation was requested (SIGUSR2), but this run has no evaluation; set "
     "evaluation.every_steps and data.validation or data.validation_split_ratio"},
    {"prediction.stopped", "prediction was stopped; nothing was written", ErrorKind::stopped},
    {"prediction.kind", "--write {kind}: not a prediction of this task; choose from {known}"},
    {"prediction.format", "--format {format}: unknown format; choose from {known}"},
    {"parquet.unavailable",
     "cannot write Parquet: {problem}; reinstall the engine, or use --format npy",
     ErrorKind::environment},
    {"parquet.no_reader", "cannot read Parquet files: {problem}; reinstall the engine",
     ErrorKind::environment},
    {"parquet.damaged", "{path}: not readable as Parquet: {problem}; write the file again"},
    {"parquet.no_column", "{path}: no column {column}; the columns are {columns}"},
    {"parquet.no_text",
     "{file}: the column {column} has the type {type}, which cannot be read as a text or a number; "
     "convert it to texts (string) first"},
    {"parquet.kind",
     "{path}: column {column} has the type {type}; supported are numbers, booleans, strings, "
     "timestamps and lists of these"},
    {"parquet.null",
     "{path}: column {column} has no value in row {row} (counting from 0); fill or drop such rows"},
    {"parquet.too_large",
     "{path}: column {column} has a number above 2^63 - 1 in row {row} (counting from 0)"},
    {"prediction.no_labels",
     "{model}: an adapter does not record the labels of its outputs; list them in task.labels, in "
     "the order used in training"},
    {"prediction.no_room",
     "{folder}: the predictions need {needed}, but only {free} are free; free some space or "
     "choose fewer of them with --write",
     ErrorKind::environment},
    {"evaluation.undefined_metric",
     "evaluation.metric: {metric} is undefined on this validation data (for instance because a "
     "label is missing), so no checkpoint is the best"},
    {"evaluation.metric",
     "evaluation.metric: this task has no metric {metric}; choose from {known}"},
    {"events.lost",
     "{count} events could not be delivered in time and are lost; the curve has gaps there"},
    {"non_finite_loss",
     "the loss became non-finite at step {step}, which was not saved; lower "
     "optimizer.learning_rate, raise schedule.warmup_steps or check the data of this step",
     ErrorKind::non_finite},
    {"precision.lowest_loss_scale",
     "fp16 gradients overflow at step {step} even at the lowest loss scale, {scale}; use "
     "precision.kind bf16, or lower optimizer.learning_rate",
     ErrorKind::non_finite},
    {"non_finite_gradient",
     "the gradient became non-finite at step {step}, which was not saved; lower "
     "optimizer.learning_rate, raise schedule.warmup_steps or check the data of this step",
     ErrorKind::non_finite},
    {"out_of_memory",
     "out of memory: {detail}; use a smaller batch.per_device (raise gradient_accumulation_steps "
     "by the same factor, or set batch.global), a shorter data.sequence_length or a smaller "
     "model",
     ErrorKind::out_of_memory},
    {"out_of_memory.planned",
     "out of memory: {detail}; the estimate for a step was {total} ({parameters} parameters, "
     "{gradients} gradients, {optimizer} optimizer, {activations} activations); {savings}; with "
     "fewer "
     "rows raise batch.gradient_accumulation_steps by the same factor, or set batch.global"},
    {"out_of_memory.savings", "what saves memory: {savings}"},
    {"out_of_memory.no_savings",
     "no setting would save much: use a shorter data.sequence_length or a smaller model"},
    {"memory.plan",
     "each rank needs about {total} per step: {parameters} parameters, {gradients} gradients, "
     "{optimizer} optimizer, {activations} activations"},
    {"memory.host",
     "offloading keeps {host} of each rank in main memory, {total} for the {processes} processes "
     "of "
     "a node"},
    {"parallel.host_memory",
     "offloading keeps {needed} in main memory for the {processes} processes of a node, which has "
     "{limit}; raise resources.memory_gib_per_node, use more nodes, or set "
     "parallel.offload_optimizer, parallel.offload_parameters and parallel.offload_activations to "
     "false"},
    {"checkpoint.host_memory",
     "a checkpoint is written from a copy in main memory, which takes {copies} on a node beside "
     "{offloaded} that are offloaded, and the node has {limit}; raise "
     "resources.memory_gib_per_node, or use more nodes"},
    {"checkpoint.not_pinned",
     "the {copies} of main memory from which checkpoints are written could not be pinned, so the "
     "training waits longer for each of them; look at the node's limit of locked memory"},
    {"memory.peak",
     "peak memory of this rank was {peak}, including all libraries; the estimate for a step was "
     "{total}"},
    {"memory.not_planned",
     "how much memory a step needs is not known, because the estimate failed ({cause}); the "
     "training goes on without it"},
    {"profile.written", "profiled steps {first} to {last}: {folder}; longest: {longest}"},
    {"profile.not_started", "no steps are profiled, because torch's profiler failed: {detail}"},
    {"profile.not_written",
     "the profile could not be written, so the training goes on without: {cause}"},
    {"profile.too_short",
     "no steps were profiled, because the first {steps} steps of an attempt are not, and this one "
     "had no more"},
    {"attention.backend", "attention uses torch's {backend} kernel"},
    {"kernels.fused",
     "losses, norms with dropout, rotary embeddings, activations and updates are computed by the "
     "engine's own kernels"},
    {"parallel.offload_on_processor",
     "parallel.offload_activations has no effect on the CPU, where activations are in main memory "
     "anyway"},
    {"memory.gpu_peak",
     "peak GPU memory of this rank was {peak}; the estimate for a step was {total}"},
    {"out_of_memory.system", "the system could not provide more memory"},
    {"gpu.broken",
     "the GPU of this node is defective: {detail}; resume the run on another node, and tell the "
     "site",
     ErrorKind::environment},
    {"gpu.program",
     "a computation on the GPU failed: {detail}; often it is a token or label out of range: run a "
     "step with CUDA_LAUNCH_BLOCKING=1 to find where",
     ErrorKind::environment},
    {"gpu.failed", "the GPU failed: {detail}; resume the run, on another node if it happens again",
     ErrorKind::environment},
    {"torch", "the computation failed: {detail}", ErrorKind::environment},
    {"internal", "the engine failed: {detail}", ErrorKind::environment},
    // Resuming from a checkpoint.
    {"resume.changed",
     "since the checkpoint, this has changed: {what} ({before} became {now}); losses may differ "
     "from those of an uninterrupted run, often only in their last digits"},
    {"checkpoint.not_one", "{folder} is neither a checkpoint nor a run folder; give one of these",
     ErrorKind::damaged},
    {"checkpoint.none", "no checkpoint in {folder} yet", ErrorKind::damaged},
    {"checkpoint.none_to_resume", "no checkpoint to resume from in {folder}", ErrorKind::damaged},
    {"results.last_as_best",
     "the best checkpoint {folder} cannot be used; the model of the last step is the result "
     "instead"},
    {"checkpoint.fallback", "resuming from the older checkpoint {folder}"},
    {"checkpoint.other_config",
     "{file} is a checkpoint of a different model: its {key} is {there}, here it is {here}; use "
     "another run folder, or --resume never to start over",
     ErrorKind::damaged},
    {"checkpoint.other_optimizer",
     "{folder} has the state of the optimizer {found}, but optimizer.kind is {wanted}; change it "
     "back, or start a new run with model.pretrained set to this folder",
     ErrorKind::damaged},
    {"checkpoint.whole_model",
     "{folder} is a checkpoint of a full model, but lora.rank asks for adapters; use another run "
     "folder, or --resume never to start over",
     ErrorKind::damaged},
    {"checkpoint.adapter_alone",
     "{folder} is a checkpoint of adapters, but lora.rank is null; use another run folder, or "
     "--resume never to start over",
     ErrorKind::damaged},
    {"checkpoint.other_tensors",
     "{file} is a checkpoint of a different model: this one has no {tensor}; use another run "
     "folder, or --resume never to start over",
     ErrorKind::damaged},
    {"checkpoint.state_unreadable",
     "{file} is missing, damaged or from another version; this checkpoint cannot be resumed",
     ErrorKind::damaged},
    {"checkpoint.state_incomplete", "{file} lacks {key}; this checkpoint cannot be used",
     ErrorKind::damaged},
    // Models.
    {"model.override", "model.overrides.{key} is not a configuration key of {kind} models"},
    {"model.override_near",
     "model.overrides.{key} is not a configuration key of {kind} models; did you mean {nearest}?"},
    {"model.override_twice",
     "model.overrides has both {key} and {other}, which say the same thing; leave one of them out"},
    {"model.override_overruled",
     "model.overrides.{key} has no effect, because the model's config.json has {other}, which "
     "stands above it; override {other}, too (null: computed from {key})"},
    {"model.override_part",
     "model.overrides.{key} has {part}, which nothing reads; its parts are {known}"},
    {"model.override_own_head",
     "model.overrides.tie_word_embeddings has no effect: the weights in {folder} contain a head of "
     "their own; it is kept, and the trained model is not tied"},
    {"model.override_unused",
     "model.overrides.{key} has no effect: the data and the task decide it; the trained model has "
     "{found}"},
    {"model.kind", "model.kind {kind} is not supported yet; supported are {known}"},
    {"model.config_not_finite", "model configuration: {key} must be a finite number"},
    {"model.config_too_small",
     "model configuration: {key} is {found}, but must be at least {minimum}"},
    {"model.config_too_large", "model configuration: {key} is {found}, but must be below {below}"},
    {"model.config_whole", "model configuration: {key} must be a whole number"},
    {"model.config_number", "model configuration: {key} must be a number"},
    {"model.config_flag", "model configuration: {key} must be true or false"},
    {"model.config_text", "model configuration: {key} must be a string"},
    {"model.config_type",
     "model configuration: model_type is \"{found}\", but model.kind is {kind}; set model.kind to "
     "{meant}"},
    {"model.config_unknown_type",
     "model configuration: model_type is \"{found}\", which is not supported; supported are "
     "{known}"},
    {"model.config_object", "model configuration: {key} must be an object"},
    {"model.config_activation", "model configuration: {key} is \"{found}\"; supported are {known}"},
    {"model.config_not_executed", "model configuration: {key} is not supported yet"},
    {"model.config_rope",
     "model configuration: {key} has \"{found}\", which is not supported yet; rotary embeddings "
     "can be default, linear, dynamic, llama3 or yarn, over the whole head"},
    {"model.config_rope_part",
     "model configuration: {key} is of type {type}, which needs {part}; add it"},
    {"model.config_layer_types",
     "model configuration: {key} lists {found} layers, but the model has {layers}"},
    {"model.config_no_window",
     "model configuration: {key} has sliding layers, but the model has no window; set "
     "use_sliding_window and sliding_window"},
    {"model.config_cross_attention",
     "model configuration: add_cross_attention is true, but only decoders without cross-attention "
     "are supported"},
    {"model.config_heads",
     "model configuration: {key} ({width}) must be divisible by {by} ({heads})"},
    {"model.too_large",
     "model configuration: it has {parameters} parameters, more than any computer can hold; check "
     "its sizes and its number of layers"},
    {"model.no_such_head",
     "model.kind {kind} does not support this task: transformers has no {head}; choose another "
     "model.kind or task.kind"},
    {"model.new_weights",
     "the pretrained model has no weights for the head, which is newly initialized ({count} "
     "tensors, the first is {first})"},
    {"lora.no_module",
     "lora.target_modules: this model's layers have no module {module}; choose from {known}"},
    {"engine.no_command", "unknown command {name}; the commands are {known}"},
    {"engine.no_command_near", "unknown command {name}; did you mean {nearest}?"},
    {"model.own_head",
     "{folder}: config.json ties the head to the embedding (tie_word_embeddings), but the weights "
     "contain a separate head; it is kept, and the trained model is not tied"},
    {"model.unused_weights",
     "the pretrained model has weights that are not used ({count} tensors, the first is {first})"},
    // Ranks and devices.
    {"communication.rank",
     "rank {silent} of {world_size} ended or stopped responding, as rank {rank} found during "
     "{operation} ({detail}); check its output and its node, then resume the run",
     ErrorKind::communication},
    {"communication.ranks",
     "ranks {silent} of {world_size} ended or stopped responding, as rank {rank} found during "
     "{operation} ({detail}); check their output and their nodes, then resume the run",
     ErrorKind::communication},
    {"communication.some_rank",
     "another rank of {world_size} ended or stopped responding, as rank {rank} found during "
     "{operation} ({detail}); check the output of all ranks, then resume the run",
     ErrorKind::communication},
    {"parallel.slow_rank",
     "rank {rank} on node {node} took {factor} times the median of the ranks for the last {steps} "
     "steps ({own} ms, median {median} ms), and all others wait for it; look at this node: a GPU "
     "or processor that is throttled or shared, or slow access to the data"},
    {"communication.lost",
     "another rank ended or stopped responding ({detail}); check the output of all ranks, then "
     "resume the run",
     ErrorKind::communication},
    {"communication.in_sum", "the all-reduce"},
    {"communication.in_scatter", "the reduce-scatter"},
    {"communication.in_connecting", "connecting"},
    {"communication.in_collective", "{operation} of {purpose}, collective {sequence}"},
    {"communication.of_documents", "the documents' checksums"},
    {"communication.of_weights", "the initial weights"},
    {"communication.of_counts", "a step's counts and flags"},
    {"communication.of_gradients", "the gradients of layer {layer}"},
    {"communication.of_parameters", "the parameters of layer {layer}"},
    {"communication.of_loss", "a step's loss and gradient norm"},
    {"communication.of_evaluation", "an evaluation"},
    {"communication.of_checkpoint", "a checkpoint"},
    {"communication.of_results", "the results"},
    {"communication.of_profile", "the profile"},
    {"communication.in_gather", "the all-gather"},
    {"communication.in_broadcast", "the broadcast"},
    {"communication.in_barrier", "the barrier"},
    {"communication.in_search", "a search of several trials at once"},
    {"communication.in_turn", "the wait for the first rank's data"},
    {"parallel.uneven_groups",
     "{world_size} processes cannot be divided evenly among {count} trials at once; set "
     "search.parallel to a divisor, or search.run_as to job_each"},
    {"parallel.no_answer", "the first rank no longer answers: {detail}", ErrorKind::communication},
    {"parallel.stopped", "a stop was requested", ErrorKind::stopped},
    {"parallel.other_document",
     "rank {rank} was started with a different document than rank 0: {found} here, {first} there; "
     "start all ranks with the same document and the same --set"},
    {"parallel.variable_missing",
     "{variable} is not set, although {present} is; each rank needs all of RANK, WORLD_SIZE, "
     "LOCAL_RANK, LOCAL_WORLD_SIZE, MASTER_ADDR and MASTER_PORT",
     ErrorKind::environment},
    {"parallel.variable_number", "{variable} is \"{found}\", which is not a whole number",
     ErrorKind::environment},
    {"parallel.variable_range",
     "{variable} is {found}, but must be between {minimum} and {maximum}", ErrorKind::environment},
    {"parallel.address_empty", "MASTER_ADDR is empty; it must be the address of rank 0's node",
     ErrorKind::environment},
    {"parallel.connect", "rank {rank} at {address} could not connect to the other ranks: {problem}",
     ErrorKind::communication},
    {"parallel.nccl", "rank {rank} could not start NCCL: {problem}", ErrorKind::communication},
    {"parallel.rendezvous",
     "rank {rank} of {world_size} could not reach the rendezvous at {address}: {problem}",
     ErrorKind::communication},
    {"parallel.missing_ranks",
     "rank {missing} of {world_size} did not come to the rendezvous at {address} in time, as rank "
     "{rank} found; check its output and its node, or raise parallel.connect_timeout_seconds",
     ErrorKind::communication},
    {"parallel.port_taken",
     "rank {rank} of {world_size} could not reach the rendezvous at {address}: another program "
     "uses this port; choose another MASTER_PORT",
     ErrorKind::communication},
    {"parallel.address_unknown",
     "rank {rank} of {world_size} could not reach the rendezvous at {address}: the address cannot "
     "be resolved",
     ErrorKind::communication},
    {"parallel.only_loopback",
     "rank {rank} of {world_size} could not reach the rendezvous at {address}: this node has no "
     "network address other than loopback",
     ErrorKind::communication},
    {"gpu.unavailable",
     "GPUs were requested but cannot be used: {problem}; run on a node with an NVIDIA GPU and "
     "driver, or set resources.gpus_per_node to 0",
     ErrorKind::environment},
    {"gpu.not_the_library",
     "GPUs were requested, but {library} is not the engine's GPU library; reinstall the engine",
     ErrorKind::environment},
    {"gpu.fewer_than_ranks",
     "only {found} GPUs are visible to the {ranks} ranks on this node; lower "
     "resources.processes_per_node or ask for more GPUs",
     ErrorKind::environment},
    {"gpu.same_device",
     "ranks {first} and {second} use the same GPU, or slice of one, on {node}; request a GPU for "
     "each process, or lower resources.processes_per_node",
     ErrorKind::environment},
    {"gpu.too_few", "only {found} of the {wanted} requested GPUs are visible on this machine",
     ErrorKind::environment},
    {"gpu.no_kernels", "the engine's own kernels are not used, but torch's operators: {problem}",
     ErrorKind::environment},
    {"gpu.kernels_too_old",
     "the engine's own kernels are not used, but torch's operators: {device} is older than compute "
     "capability 8.0",
     ErrorKind::environment},
    {"gpu.too_old",
     "{device} has compute capability {capability}, but torch needs 7.5 (Turing) or newer: choose "
     "another resources.gpu_type, or set resources.gpus_per_node to 0",
     ErrorKind::environment},
    {"gpu.no_bf16",
     "{device} has compute capability {capability}, but bf16 needs 8.0 (Ampere) or newer: set "
     "precision.kind to fp32 or choose another resources.gpu_type",
     ErrorKind::environment},
    // Checkpoints and model folders.
    {"checkpoint.superseded",
     "a newer attempt of this run has started in {folder}; this one ends without writing anything "
     "more",
     ErrorKind::stopped},
    {"checkpoint.output_exists", "{path}: already exists; give a folder that does not exist yet"},
    {"checkpoint.damaged", "{file}: {what}; this checkpoint cannot be used", ErrorKind::damaged},
    {"checkpoint.no_manifest", "is not a manifest"},
    {"checkpoint.outside", "refers to a file outside the checkpoint"},
    {"checkpoint.file_missing", "is missing or cannot be read"},
    {"checkpoint.size", "has {bytes} bytes instead of {expected}"},
    {"checkpoint.checksum", "does not match its checksum in the manifest"},
    {"checkpoint.no_tensor", "{file}: has no tensor {tensor}; it belongs to a different model",
     ErrorKind::damaged},
    {"checkpoint.not_finite",
     "{file}: tensor {tensor} has values that are not finite, as after a training that diverged; "
     "take an earlier checkpoint, or download the model again",
     ErrorKind::damaged},
    {"checkpoint.other_model",
     "{file}: tensor {tensor} has the shape {shape} instead of {expected}; it belongs to a "
     "different model",
     ErrorKind::damaged},
    {"checkpoint.number_format",
     "{file}: tensor {tensor} has the dtype {dtype}, which is not supported", ErrorKind::damaged},
    {"checkpoint.not_safetensors", "{file}: {what}; the file is damaged or not a safetensors file",
     ErrorKind::damaged},
    {"safetensors.unreadable", "cannot be read"},
    {"safetensors.short", "is shorter than 8 bytes"},
    {"safetensors.long_header", "has a header of {bytes} bytes, more than the limit of {limit}"},
    {"safetensors.header_end", "ends inside its header"},
    {"safetensors.no_brace", "has a header that is not a JSON object"},
    {"safetensors.metadata", "has metadata that is not a string"},
    {"safetensors.twice", "lists the tensor {tensor} twice"},
    {"safetensors.no_tensor", "holds something other than a tensor under {tensor}"},
    {"safetensors.incomplete", "lacks dtype, shape or data_offsets of {tensor}"},
    {"safetensors.dtype", "gives {tensor} the unknown dtype {dtype}"},
    {"safetensors.shape", "has a shape for {tensor} that is not made of whole numbers"},
    {"safetensors.offsets", "has no pair of offsets for {tensor}"},
    {"safetensors.backwards", "has offsets for {tensor} that run backwards"},
    {"safetensors.size", "has a shape for {tensor} that does not match its offsets"},
    {"safetensors.overlap", "has overlapping tensors at {tensor}"},
    {"safetensors.gap", "has a gap before {tensor}"},
    {"safetensors.file_size", "has {bytes} bytes, but its header says {expected}"},
    {"safetensors.tensor_end", "ends inside tensor {tensor}"},
    {"ranges.no_index", "is not an index of ranges of tensors"},
    {"ranges.shape", "has an impossible shape or dtype of tensor {tensor}"},
    {"ranges.elsewhere", "refers to a file that is not next to it for tensor {tensor}"},
    {"ranges.outside", "has the range [{begin}, {end}) of tensor {tensor}, which is not in it"},
    {"ranges.overlap", "has elements of tensor {tensor} twice, from element {begin} on"},
    {"ranges.gap", "lacks elements of tensor {tensor}, from element {begin} on"},
    {"model.unreadable",
     "{file}: is missing or cannot be read; a model folder as saved by transformers is needed",
     ErrorKind::damaged},
    {"download.lfs_pointer",
     "{file}: is not the file but a pointer to it, which git-lfs has left; run `git lfs pull` in "
     "its folder, or download the file",
     ErrorKind::damaged},
    {"download.broken_link",
     "{file}: is a link to {target}, which does not exist; copy the folder with the files that "
     "its links lead to (cp -rL), or download it again",
     ErrorKind::damaged},
    {"model.no_shard",
     "{file}: does not exist, although {index} names it; the download is not complete, download "
     "the missing files",
     ErrorKind::damaged},
    {"checkpoint.prefix",
     "{file}: has no tensor {tensor}; its names begin with {prefix}, {origin}; save the model "
     "without it",
     ErrorKind::damaged},
    {"checkpoint.prefix_of_adapters",
     "as peft writes a whole model with its adapters (merge_and_unload() makes one without)"},
    {"checkpoint.prefix_of_replicas",
     "as a model that torch's DataParallel or DistributedDataParallel wraps has them (model.module "
     "is the one without)"},
    {"checkpoint.prefix_of_compiled",
     "as a model from torch.compile has them (model._orig_mod is the one without)"},
    {"model.config_no_object", "{file}: is not a JSON object", ErrorKind::damaged},
    {"model.reading_stopped", "{folder}: loading the weights was stopped", ErrorKind::stopped},
    {"model.no_weights",
     "{file}: has neither model.safetensors nor pytorch_model.bin, nor an index of their shards",
     ErrorKind::damaged},
    {"torch_file.unusable", "{file}: {what}; cannot load weights from it", ErrorKind::damaged},
    {"torch_file.no_archive",
     "is damaged, or was saved by torch before 1.6; save it again with a newer version ({detail})"},
    {"torch_file.no_state_dict", "is not a state dict (a dict of tensors)"},
    {"torch_file.byte_order", "was written on a machine with a different byte order"},
    {"torch_file.tensor", "describes {tensor} inconsistently"},
    {"torch_file.strides",
     "stores {tensor} in an order other than row-major; save it again after .contiguous()"},
    {"pickle.ends", "ends too early"},
    {"pickle.damaged", "is damaged"},
    {"pickle.too_large", "has more objects than a state dict can need"},
    {"pickle.operation",
     "contains the pickle operation {operation}, which tensors and their names do not need"},
    {"model.is_adapter",
     "{file}: is an adapter, not a model; engine export --merge turns a checkpoint of adapters "
     "into a model",
     ErrorKind::damaged},
    {"adapter.unreadable",
     "{file}: is missing, damaged or not an adapter_config.json of LoRA with r and lora_alpha",
     ErrorKind::damaged},
    {"adapter.not_merged", "{file}: has {key}, which cannot be merged", ErrorKind::damaged},
    {"adapter.no_base",
     "{base}: no such folder; give the folder of the adapter's base model with --base FOLDER",
     ErrorKind::damaged},
    {"adapter.no_weight",
     "{folder}: has no weight {tensor}, which this adapter modifies; give the folder of the "
     "adapter's base model with --base FOLDER",
     ErrorKind::damaged},
    {"adapter.other_scale",
     "{folder}: this adapter was trained with alpha {alpha} and use_rslora {rslora}; set "
     "lora.alpha "
     "and lora.use_rslora to these"},
    {"adapter.other_modules",
     "{folder}: has {tensor}, which lora.target_modules does not cover; list this adapter's "
     "modules there"},
    {"adapter.half",
     "{file}: has no matching lora_A and lora_B for {module}; the adapter is damaged",
     ErrorKind::damaged},
    {"adapter.other_shape",
     "{file}: tensor {tensor} has a different shape than in this adapter; give the folder of the "
     "adapter's base model with --base FOLDER",
     ErrorKind::damaged},
    {"adapter.none", "{folder}: is a full model; export it without --merge"},
    {"adapter.stopped", "the merge was stopped; nothing was written", ErrorKind::stopped},
    {"model.no_weight_map", "{file}: has no weight_map", ErrorKind::damaged},
    {"model.index_outside", "{file}: gives no file inside the folder for {tensor}",
     ErrorKind::damaged},
    {"model.index_broken", "{file}: has no {tensor}, although the index lists it",
     ErrorKind::damaged},
    // Samples.
    {"sample.unknown", "no sample {name}; choose from {names}"},
};

}  // namespace

std::span<const MessageTemplate> engine_messages() { return kEngineTemplates; }

}  // namespace trainyard
