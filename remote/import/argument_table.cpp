// SPDX-License-Identifier: GPL-3.0-or-later
// argument_rows of arguments.h: the names in the descriptions of fields, and this table for all
// that is not simply another name. Values in `same` are transformers' defaults, and those that the
// engine always uses.
#include "engine/contract/experiment/field_info.h"
#include "remote/import/arguments.h"

namespace trainyard {
namespace {

Value as_bf16(const Value& value) { return truth_of(value) ? Value("bf16") : Value(); }
Value as_fp16(const Value& value) { return truth_of(value) ? Value("fp16") : Value(); }
Value as_full(const Value& value) { return truth_of(value) ? Value("full") : Value(); }

Value as_opposite(const Value& value) {
  const auto truth = truth_of(value);
  return truth ? Value(!*truth) : Value();
}
Value as_packing(const Value& value) { return truth_of(value) ? Value("ffd") : Value(); }
Value as_completion(const Value& value) {
  const auto truth = truth_of(value);
  return truth ? Value(*truth ? "completion" : "everything") : Value();
}
Value as_assistant(const Value& value) { return truth_of(value) ? Value("assistant") : Value(); }
// The patience is fixed in the script.
Value as_patience(const Value& value) { return truth_of(value) ? Value(5) : Value(); }
// [roc_auc] -> eval/roc_auc; with several metrics, none is selected.
Value as_metric(const Value& value) {
  const auto* list = value.get_if<List>();
  const std::string word = word_of(list && list->size() == 1 ? list->front() : value);
  return word.empty() ? Value() : Value("eval/" + word);
}

Value as_grouped(const Value& value) {
  const auto* word = value.get_if<std::string>();
  return word && *word == "group_by_length" ? Value(true) : Value();
}

constexpr KeyRow kArgumentRows[] = {
    // Batches and length.
    {"per_device_eval_batch_size", Use::combined},
    {"max_steps", Use::field, "-1|0", "training.max_steps"},
    {"auto_find_batch_size", Use::no_counterpart, "false"},
    {"group_by_length", Use::field, "false", "batch.group_by_length"},
    {"train_sampling_strategy", Use::field, "random", "batch.group_by_length", as_grouped},
    {"average_tokens_across_devices", Use::no_counterpart, "true|false"},
    // The update.
    {"optim", Use::combined},
    {"adafactor", Use::combined},
    {"optim_args", Use::no_counterpart},
    {"optim_target_modules", Use::no_counterpart},
    {"lr_scheduler_type", Use::combined},
    {"lr_scheduler_kwargs.*", Use::combined},
    {"warmup_steps", Use::combined},
    {"num_warmup_steps", Use::combined},
    {"warmup_ratio", Use::combined},
    {"data_seed", Use::combined},
    // Precision and memory.
    {"bf16", Use::field, "false", "precision.kind", as_bf16},
    {"fp16", Use::field, "false", "precision.kind", as_fp16},
    {"bf16_full_eval", Use::no_counterpart, "false"},
    {"fp16_full_eval", Use::no_counterpart, "false"},
    {"fp16_backend", Use::no_effect, "auto"},
    {"half_precision_backend", Use::no_effect, "auto"},
    {"fp16_opt_level", Use::no_effect, "o1"},
    {"gradient_checkpointing", Use::field, "false", "parallel.recompute", as_full},
    {"gradient_checkpointing_kwargs.*", Use::no_effect},
    {"torch_compile", Use::no_effect, "false"},
    {"torch_compile_backend", Use::no_effect},
    {"torch_compile_mode", Use::no_effect},
    {"use_liger", Use::no_effect, "false"},
    {"use_liger_kernel", Use::no_effect, "false"},
    {"liger_kernel_config.*", Use::no_effect},
    {"activation_offloading", Use::field, "false", "parallel.offload_activations"},
    {"torch_empty_cache_steps", Use::no_effect},
    {"use_cache", Use::no_effect, "true|false"},
    {"low_cpu_mem_usage", Use::no_effect, "true|false"},
    {"attn_implementation", Use::no_effect},
    // Evaluation.
    {"do_train", Use::no_effect, "true|false"},
    {"do_eval", Use::combined},
    {"do_predict", Use::no_counterpart, "false"},
    {"eval_strategy", Use::combined},
    {"evaluation_strategy", Use::combined},
    {"eval_steps", Use::combined},
    {"eval_on_start", Use::field, "false", "evaluation.on_start"},
    {"eval_delay", Use::no_counterpart, "0"},
    {"eval_accumulation_steps", Use::no_effect},
    {"eval_do_concat_batches", Use::no_effect, "true"},
    {"eval_use_gather_object", Use::no_effect, "false"},
    {"batch_eval_metrics", Use::no_effect, "false"},
    {"prediction_loss_only", Use::no_effect, "false|true"},
    {"include_for_metrics", Use::no_effect},
    {"include_inputs_for_metrics", Use::no_effect, "false"},
    {"include_num_input_tokens_seen", Use::no_effect, "false"},
    {"include_tokens_per_second", Use::no_effect, "false"},
    {"load_best_model_at_end", Use::combined},
    {"metric_for_best_model", Use::combined},
    {"greater_is_better", Use::combined},
    {"early_stopping_patience", Use::field, "0", "evaluation.early_stopping_patience"},
    {"label_names", Use::no_effect},
    // Checkpoints.
    {"save_strategy", Use::combined},
    {"save_steps", Use::combined},
    {"save_total_limit", Use::combined},
    {"checkpointing_steps", Use::combined},
    {"save_only_model", Use::no_counterpart, "false"},
    {"save_safetensors", Use::no_effect, "true|false"},
    {"save_on_each_node", Use::no_effect, "false"},
    {"enable_jit_checkpoint", Use::no_effect, "false"},
    {"resume_from_checkpoint", Use::no_counterpart, "true|false"},
    {"resume", Use::no_effect, "false"},
    {"ignore_data_skip", Use::no_counterpart, "false"},
    {"restore_callback_states_from_checkpoint", Use::no_effect, "false"},
    {"output_dir", Use::no_effect},
    {"overwrite_output_dir", Use::no_effect, "true|false"},
    // Logging.
    {"logging_strategy", Use::combined},
    {"logging_steps", Use::combined},
    {"logging_nan_inf_filter", Use::no_effect, "true"},
    {"logging_dir", Use::no_effect},
    {"log_level", Use::no_effect, "passive"},
    {"log_level_replica", Use::no_effect, "warning"},
    {"log_on_each_node", Use::no_effect, "true|false"},
    {"report_to", Use::no_effect, "none|all"},
    {"run_name", Use::no_effect},
    {"project", Use::no_effect, "huggingface"},
    {"trackio_space_id", Use::no_effect, "trackio"},
    {"trackio_bucket_id", Use::no_effect},
    {"trackio_static_space_id", Use::no_effect},
    {"with_tracking", Use::no_effect, "false"},
    {"disable_tqdm", Use::no_effect, "true|false"},
    {"skip_memory_metrics", Use::no_effect, "true|false"},
    {"push_to_hub", Use::no_effect, "false"},
    {"hub_strategy", Use::no_effect, "every_save"},
    {"hub_model_id", Use::no_effect},
    {"hub_token", Use::no_effect, "<hub_token>"},
    {"hub_private_repo", Use::no_effect, "false"},
    {"hub_always_push", Use::no_effect, "false"},
    {"hub_revision", Use::no_effect},
    {"push_to_hub_model_id", Use::no_effect},
    {"push_to_hub_organization", Use::no_effect},
    {"push_to_hub_token", Use::no_effect, "<push_to_hub_token>"},
    {"debug", Use::no_effect},
    // Starting and distribution.
    {"use_cpu", Use::combined},
    {"no_cuda", Use::combined},
    {"local_rank", Use::no_effect, "-1|0"},
    {"_n_gpu", Use::combined},
    {"use_mps_device", Use::no_effect, "false"},
    {"use_ipex", Use::no_effect, "false"},
    {"jit_mode_eval", Use::no_effect, "false"},
    {"mp_parameters", Use::no_effect},
    {"tpu_num_cores", Use::no_effect},
    {"tpu_metrics_debug", Use::no_effect, "false"},
    {"past_index", Use::no_counterpart, "-1"},
    {"deepspeed.*", Use::combined},
    {"deepspeed_config", Use::combined},
    {"fsdp", Use::combined},
    {"fsdp_config.*", Use::combined},
    {"fsdp_min_num_params", Use::combined},
    {"fsdp_transformer_layer_cls_to_wrap", Use::combined},
    {"sharded_ddp", Use::no_counterpart},
    {"parallelism_config.*", Use::no_counterpart},
    {"accelerator_config.split_batches", Use::no_counterpart, "false"},
    {"accelerator_config.*", Use::no_effect, "true|false"},
    {"ddp_backend", Use::no_effect},
    {"ddp_timeout", Use::no_effect, "1800"},
    {"ddp_bucket_cap_mb", Use::no_effect},
    {"ddp_broadcast_buffers", Use::no_effect},
    {"ddp_static_graph", Use::no_effect},
    {"ddp_find_unused_parameters", Use::no_effect},
    {"dispatch_batches", Use::no_effect},
    {"split_batches", Use::no_counterpart, "false"},
    // Reading data.
    {"dataloader_drop_last", Use::no_counterpart, "false"},
    {"dataloader_num_workers", Use::no_effect, "0"},
    {"dataloader_pin_memory", Use::no_effect, "true|false"},
    {"dataloader_persistent_workers", Use::no_effect, "false"},
    {"dataloader_prefetch_factor", Use::no_effect},
    {"dataloader_multiprocessing_context", Use::no_effect},
    {"dataloader_in_order", Use::no_effect, "true"},
    {"remove_unused_columns", Use::no_effect, "true|false"},
    {"length_column_name", Use::no_effect, "length"},
    {"preprocessing_num_workers", Use::no_effect},
    {"overwrite_cache", Use::no_effect, "true|false"},
    {"cache_dir", Use::no_effect},
    {"streaming", Use::combined},
    {"use_fast_tokenizer", Use::no_effect, "true"},
    {"use_slow_tokenizer", Use::no_effect, "false"},
    // The data itself.
    {"train_file", Use::combined},
    {"validation_file", Use::combined},
    {"test_file", Use::no_counterpart},
    {"dataset_name", Use::no_counterpart, "", {}, nullptr, "import.hub_data"},
    {"dataset_config_name", Use::no_counterpart},
    {"dataset_config", Use::no_counterpart},
    {"validation_split_percentage", Use::combined},
    {"max_predict_samples", Use::no_counterpart},
    {"no_keep_linebreaks", Use::field, "false", "data.keep_linebreaks", as_opposite},
    {"line_by_line", Use::no_counterpart, "false"},
    {"pad_to_max_length", Use::no_effect, "true|false"},
    {"mlm_probability", Use::combined},
    {"packing", Use::field, "false", "instructions.packing", as_packing},
    {"packing_strategy", Use::no_counterpart, "ffd|bfd"},
    {"padding_free", Use::field, "false", "instructions.padding_free"},
    {"chat_template", Use::combined},
    {"dataset_text_field", Use::no_counterpart, "text"},
    {"dataset_num_proc", Use::no_effect},
    {"eval_packing", Use::no_counterpart},
    {"pad_token", Use::no_counterpart},
    {"loss_type", Use::no_counterpart, "nll"},
    {"train_split", Use::no_effect, "train"},
    {"eval_split", Use::no_counterpart},
    {"task_name", Use::combined},
    {"text_column_name", Use::combined},
    {"label_column_name", Use::combined},
    {"label_all_tokens", Use::no_counterpart, "false"},
    {"return_entity_level_metrics", Use::no_counterpart, "false"},
    {"completion_only_loss", Use::field, "", "instructions.loss_on", as_completion},
    {"assistant_only_loss", Use::field, "false", "instructions.loss_on", as_assistant},
    // The model.
    {"model_name_or_path", Use::combined},
    {"model_type", Use::combined},
    {"config_overrides", Use::combined},
    {"config_name", Use::combined},
    {"tokenizer_name", Use::combined},
    {"model_revision", Use::no_counterpart, "main"},
    {"torch_dtype", Use::no_counterpart, "auto|float32"},
    {"dtype", Use::no_counterpart, "auto|float32"},
    {"trust_remote_code", Use::no_counterpart, "false"},
    {"ignore_mismatched_sizes", Use::no_counterpart, "false"},
    {"token", Use::no_effect},
    {"use_auth_token", Use::no_effect, "false"},
    {"use_peft", Use::combined},
    {"lora_r", Use::combined},
    {"lora_alpha", Use::combined},
    {"lora_dropout", Use::combined},
    {"lora_target_modules", Use::combined},
    {"lora_modules_to_save", Use::no_counterpart},
    {"lora_task_type", Use::no_effect, "causal_lm"},
    {"use_dora", Use::no_counterpart, "false"},
    {"load_in_8bit", Use::no_counterpart, "false"},
    {"load_in_4bit", Use::no_counterpart, "false"},
    {"bnb_4bit_quant_type", Use::no_effect},
    {"use_bnb_nested_quant", Use::no_effect},
    {"use_rslora", Use::combined},
    // NYUTron's: 4_finetune.py, and the rest of 2_pretrain.py's.
    {"p_eval", Use::combined},
    {"num_train_samples", Use::combined},
    {"metric", Use::field, "", "evaluation.metric", as_metric},
    {"early_stop", Use::field, "false", "evaluation.early_stopping_patience", as_patience},
    {"data.train_data", Use::no_counterpart},
    {"load_trained", Use::no_counterpart, "false"},
    {"prev_ckpt", Use::no_counterpart},
    {"prev_model", Use::no_counterpart},
    {"suffix", Use::no_effect},
    {"cuda_home", Use::no_effect},
    {"tokenizer_parallel", Use::no_effect, "true|false"},
    // fms-ehrs' tune_model.py.
    {"iterable_dataset", Use::engine_decides},  // the windows are the same
    {"model_version", Use::no_effect},
    {"model_dir", Use::no_effect},
    {"jid", Use::no_effect},
    {"wandb_project", Use::no_effect},
};

}  // namespace

std::span<const KeyRow> argument_rows() {
  static const std::vector<KeyRow> rows = [] {
    std::vector<KeyRow> all;
    for (const FieldInfo& field : fields())
      for (const std::string& name : field.hugging_face)
        all.push_back({.key = name, .use = Use::field, .field = field.path});
    all.insert(all.end(), std::begin(kArgumentRows), std::end(kArgumentRows));
    return all;
  }();
  return rows;
}

}  // namespace trainyard
