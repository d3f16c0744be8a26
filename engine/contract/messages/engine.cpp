// What is said about training: data, models, checkpoints, ranks.
#include "engine/contract/messages/tables.h"

namespace trainyard {
namespace {

constexpr MessageTemplate kEngineTemplates[] = {
    // The document and the run folder.
    {"document.refused", "{place}: {finding}"},
    {"document.refused_with_others", "{place}: {finding} (and {others} more)"},
    {"run_folder.none_given", "no run folder is named; give --run-dir DIR"},
    {"run_folder.unusable", "{folder} cannot be used as a run folder: {reason}"},
    {"run_folder.in_use_here",
     "{folder} is already in use by another engine or agent; wait for it to end, or cancel that "
     "run first"},
    // How training goes and ends.
    {"end.completed", "The training is complete."},
    {"end.cancelled", "Stopped by a signal after saving a checkpoint; start it again to continue."},
    {"end.preempted", "Stopped by a signal after saving a checkpoint; start it again to continue."},
    {"stopped_early", "stopped by a signal after step {step}; start again to continue"},
    {"early_stopping", "early stopping: {metric} has not improved since step {best_step}"},
    {"superseded", "a newer attempt of this run has started; this one ends"},
    {"superseded.results",
     "a newer attempt of this run has started; this one ends without writing results"},
    {"evaluation.metric", "evaluation.metric: this task has no {metric}; it has {known}"},
    {"events.lost",
     "{count} events could not be handed over in time and are lost; the curve has gaps there"},
    {"non_finite_loss",
     "the loss became non-finite at step {step} and nothing of it was saved; lower "
     "optimizer.learning_rate, raise schedule.warmup_steps or look at the data of this step"},
    {"non_finite_gradient",
     "the gradient became non-finite at step {step} and nothing of it was saved; lower "
     "optimizer.learning_rate, raise schedule.warmup_steps or look at the data of this step"},
    {"out_of_memory",
     "out of memory: {detail}; use a smaller batch.per_device (raise gradient_accumulation_steps "
     "by the same factor, or set batch.global), a shorter data.sequence_length or a smaller "
     "model"},
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
    {"out_of_memory.system", "the system refused more memory"},
    {"torch", "the computation failed: {detail}"},
    {"internal", "the engine failed: {detail}"},
    // Going on from a checkpoint.
    {"resume.changed",
     "resumed with another value of {what}: {before} became {now}; losses will differ from those "
     "of an uninterrupted run"},
    {"checkpoint.none", "{folder} holds no checkpoint yet"},
    {"checkpoint.none_to_resume", "{folder} holds no checkpoint to resume from"},
    {"checkpoint.fallback", "resuming from the older checkpoint {folder}"},
    {"checkpoint.other_config",
     "{file} is a checkpoint of another model: {key} is {there} there and {here} here; use another "
     "run folder, or --resume never to start over"},
    {"checkpoint.other_optimizer",
     "{folder} has the state of the optimizer {found}, and optimizer.kind is {wanted}; set it "
     "back, or start a new run with model.pretrained set to this folder"},
    {"checkpoint.other_tensors",
     "{file} is a checkpoint of another model: this one has no {tensor}; use another run folder, "
     "or --resume never to start over"},
    {"checkpoint.state_unreadable",
     "{file} is missing, damaged or of another version; this checkpoint cannot be resumed"},
    {"checkpoint.state_incomplete", "{file} lacks {key}; this checkpoint cannot be used"},
    // Models and what they are trained on.
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
     "model configuration: model_type is \"{found}\", but model.kind is {kind}"},
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
    {"model.unused_weights",
     "{count} tensors of the pretrained folder are not used, the first is {first}"},
    {"data.prepared_already",
     "data.kind: engine prepare makes prepared data from data.kind text; this document's data is "
     "prepared already"},
    {"data.too_short",
     "the training text has {tokens} tokens, less than one sequence of {sequence_length}; give "
     "more text or a shorter data.sequence_length"},
    {"data.no_validation",
     "the validation text has less than one sequence, so nothing is evaluated; give "
     "data.validation or a larger data.validation_split_ratio"},
    {"data.sequence_too_long",
     "data.sequence_length is {sequence_length} but the model has only {positions} positions; "
     "shorten it or set model.overrides.n_positions"},
    {"data.vocabulary",
     "the tokenizer has {tokenizer} entries but the model only {model}; use the model's own "
     "tokenizer or set model.overrides.vocab_size"},
    {"data.no_mask",
     "{tokenizer}: the tokenizer has neither [MASK] nor <mask>, which masked language modelling "
     "needs; name another with data.tokenizer"},
    // Ranks and devices.
    {"communication.rank",
     "rank {silent} of {world_size} ended or no longer answers, as rank {rank} found in "
     "{operation} ({detail}); look at its output and its node, then resume the run"},
    {"communication.ranks",
     "ranks {silent} of {world_size} ended or no longer answer, as rank {rank} found in "
     "{operation} ({detail}); look at their output and their nodes, then resume the run"},
    {"communication.some_rank",
     "another rank of {world_size} ended or no longer answers, as rank {rank} found in "
     "{operation} ({detail}); look at the output of all ranks, then resume the run"},
    {"communication.lost",
     "another rank ended or no longer answers ({detail}); look at the output of all ranks, then "
     "resume the run"},
    {"communication.in_sum", "the sum over the ranks"},
    {"communication.in_broadcast", "the broadcast"},
    {"communication.in_barrier", "waiting for all ranks"},
    {"communication.in_turn", "waiting for the first rank's data"},
    {"parallel.other_document",
     "rank {rank} was started with another document than rank 0: {found} here, {first} there; "
     "start all ranks with the same document and the same --set"},
    {"parallel.variable_missing",
     "{variable} is not set, although {present} is; a rank needs all of RANK, WORLD_SIZE, "
     "LOCAL_RANK, LOCAL_WORLD_SIZE, MASTER_ADDR and MASTER_PORT"},
    {"parallel.variable_number", "{variable} is \"{found}\", which is not a whole number"},
    {"parallel.variable_range", "{variable} is {found}, but must be from {minimum} to {maximum}"},
    {"parallel.address_empty", "MASTER_ADDR is empty; it must be the address of rank 0's node"},
    {"parallel.connect",
     "rank {rank} at {address} could not connect to the other ranks: {problem}"},
    {"parallel.nccl", "rank {rank} could not start NCCL: {problem}"},
    {"parallel.rendezvous",
     "rank {rank} of {world_size} could not meet the others at {address}: {problem}"},
    {"parallel.port_taken",
     "rank {rank} of {world_size} could not meet the others at {address}: the port is taken by "
     "another program; choose another MASTER_PORT"},
    {"parallel.address_unknown",
     "rank {rank} of {world_size} could not meet the others at {address}: the address cannot be "
     "resolved"},
    {"parallel.only_loopback",
     "rank {rank} of {world_size} could not meet the others at {address}: this node has no network "
     "address besides loopback"},
    {"gpu.unavailable",
     "GPUs were asked for, but cannot be used: {problem}; run on a node with an NVIDIA GPU and "
     "driver, or set resources.gpus_per_node to 0"},
    {"gpu.not_the_library",
     "GPUs were asked for, but {library} is not the engine's GPU library; install the engine anew"},
    {"gpu.fewer_than_ranks",
     "this node shows {found} GPUs to {ranks} ranks; lower resources.processes_per_node or ask for "
     "more GPUs"},
    {"gpu.too_few", "this machine shows {found} of the {wanted} GPUs that were asked for"},
    {"gpu.too_old",
     "{device} has compute capability {capability}; torch computes on 7.5 (Turing) and newer: "
     "choose another resources.gpu_type, or set resources.gpus_per_node to 0"},
    {"gpu.no_bf16",
     "{device} has compute capability {capability} and no bf16, which needs 8.0 (Ampere) or newer: "
     "set precision.kind to fp32 or choose another resources.gpu_type"},
    // Source texts.
    {"data.missing", "{file}: there is no such file; correct the path under data"},
    {"data.not_file", "{file}: is not a file; name a text file under data"},
    {"data.empty", "{file}: is empty; there is nothing to learn from it"},
    {"data.shortened", "{file}: became shorter while it was read; start again when it is complete"},
    {"data.binary",
     "{file}: holds a zero byte in line {line} (byte offset {offset}), so it is no text file"},
    {"data.not_utf8",
     "{file}: is not UTF-8 in line {line} (byte offset {offset}); convert it, for example with "
     "iconv"},
    // Prepared data.
    {"data.stopped", "stopped while the data was being prepared"},
    {"data.output_exists", "{path}: exists already; name a folder that does not exist yet"},
    {"data.no_cache",
     "neither XDG_CACHE_HOME nor HOME names a folder for prepared data; set one of them"},
    {"data.prepared_missing",
     "{file}: there is no such folder of prepared data; make it with engine prepare"},
    {"data.prepared_damaged", "{file}: {what}; prepare the data again"},
    {"prepared.no_list", "holds no prepared.json"},
    {"prepared.no_json", "is not valid JSON"},
    {"prepared.format", "has a format that this version does not know"},
    {"prepared.incomplete", "lacks vocab_size, token_bytes or a training split"},
    {"prepared.outside", "names a file outside the folder"},
    {"prepared.file_missing", "is not there"},
    {"prepared.size", "has {bytes} bytes instead of {expected}"},
    {"prepared.checksum", "does not have the checksum that prepared.json says"},
    {"prepared.shortened", "became shorter while it was in use"},
    {"prepared.token", "token {position} is {id}, outside the vocabulary of {vocabulary}"},
    // Tokenizers.
    {"text.tokenizer_damaged",
     "{file}: the tokenizer can not be read: {reason}; copy the file again from where it came "
     "from"},
    {"text.tokenizer_unsupported",
     "{file}: {what} is not supported; use a BPE, WordPiece or Unigram tokenizer as GPT-2, Llama, "
     "Qwen, Gemma, BERT or T5 have it, or let one be trained"},
    {"text.vocab_size",
     "a vocabulary of {vocab_size} entries can not be trained: byte-level BPE needs {fewest} to "
     "{most}"},
    {"text.special_tokens", "the special tokens of a vocabulary must differ and not be empty"},
    {"text.stopped", "the training of the vocabulary was stopped"},
    {"text.duplicate_id", "the tokens {other} and {token} have the same id {id}"},
    {"text.id_too_high", "the id {id} of {token} is above {limit}"},
    {"text.two_ids",
     "the added token {token} has the id {id}, the vocabulary says {vocabulary_id}"},
    {"text.byte_missing",
     "the vocabulary has no entry for the byte {byte} ({letter}), so it is not a byte-level "
     "vocabulary"},
    {"tokenizer.missing", "there is no such file"},
    {"tokenizer.too_large", "it is larger than 256 MiB"},
    {"tokenizer.unreadable", "it can not be opened or is empty"},
    {"tokenizer.not_utf8", "line {line} is not UTF-8"},
    {"tokenizer.empty_folder",
     "the folder has neither tokenizer.json, nor vocab.json and merges.txt, nor vocab.txt"},
    {"tokenizer.no_object", "it holds no JSON object"},
    {"tokenizer.no_end", "its last line has no line break, so its end is missing"},
    {"tokenizer.key_missing", "\"{key}\" is missing"},
    {"tokenizer.key_no_object", "\"{key}\" must be an object"},
    {"tokenizer.key_no_list", "\"{key}\" must be a list"},
    {"tokenizer.key_no_flag", "\"{key}\" must be true or false"},
    {"tokenizer.bad_id", "the id of {token} must be an integer from 0 to {limit}"},
    {"tokenizer.token_twice", "the token {token} stands twice in the vocabulary"},
    {"tokenizer.merge_unknown",
     "merge {merge} needs the token {token}, which is not in the vocabulary"},
    {"tokenizer.merge_line",
     "merge {merge} must be two tokens with one space between them, it is {line}"},
    {"tokenizer.merge_pair", "merge {merge} must be two tokens"},
    {"tokenizer.charsmap", "its \"precompiled_charsmap\" can not be read"},
    {"tokenizer.scored_entry",
     "entry {entry} of the vocabulary must be a list of a token and its score, a finite number"},
    {"tokenizer.unknown_id",
     "\"unk_id\" must be the place of an entry of the vocabulary, counted from 0"},
    {"tokenizer.added_no_object", "an entry of \"added_tokens\" must be an object"},
    {"tokenizer.added_no_content", "an added token has no \"content\""},
    {"tokenizer.added_no_id", "the added token {token} has no \"id\" from 0 to {limit}"},
    {"tokenizer.added_alone", "a list of added tokens without a tokenizer.json"},
    {"tokenizer.normalizer", "the normalizer {type}"},
    {"tokenizer.decoder", "the decoder {type}"},
    {"tokenizer.post_processor", "the post-processor {type}"},
    {"tokenizer.no_unknown", "the unknown token {token} is not in the vocabulary"},
    {"tokenizer.pre_tokenizer", "the pre-tokenizer {type}"},
    {"tokenizer.model_type", "the model type {type}"},
    {"tokenizer.split", "the split {pattern}"},
    {"tokenizer.model_key", "the model's \"{key}\""},
    {"tokenizer.single_word", "\"single_word\": true of the added token {token}"},
    // Checkpoints and model folders.
    {"checkpoint.superseded",
     "a newer attempt of this run has started in {folder}; this one ends without writing more"},
    {"checkpoint.output_exists", "{path}: exists already; name a folder that does not exist yet"},
    {"checkpoint.damaged", "{file}: {what}; this checkpoint cannot be used"},
    {"checkpoint.no_manifest", "is no manifest"},
    {"checkpoint.outside", "names a file outside the checkpoint"},
    {"checkpoint.not_in_manifest", "has no size or checksum in the manifest"},
    {"checkpoint.file_missing", "is missing or cannot be read"},
    {"checkpoint.size", "has {bytes} bytes instead of {expected}"},
    {"checkpoint.checksum", "does not have the checksum of the manifest"},
    {"checkpoint.no_tensor", "{file}: has no tensor {tensor}; it belongs to another model"},
    {"checkpoint.other_model",
     "{file}: tensor {tensor} has the shape {shape} instead of {expected}; it belongs to another "
     "model"},
    {"checkpoint.number_format",
     "{file}: tensor {tensor} has the number format {dtype}, which is not supported"},
    {"checkpoint.not_safetensors", "{file}: {what}; the file is damaged or is no safetensors file"},
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
     "{file}: is missing or cannot be read; a model folder as transformers writes it is needed"},
    {"model.config_no_object", "{file}: is not a JSON object"},
    {"model.no_weights",
     "{file}: holds neither model.safetensors nor model.safetensors.index.json"},
    {"model.no_weight_map", "{file}: has no weight_map"},
    {"model.index_outside", "{file}: names no file of the folder for {tensor}"},
    {"model.index_broken", "{file}: lacks {tensor}, which the index promises"},
};

}  // namespace

std::span<const MessageTemplate> engine_messages() { return kEngineTemplates; }

}  // namespace trainyard
