// SPDX-License-Identifier: GPL-3.0-or-later
// A document with every section, in both styles, with comments: what tests of reading and
// robustness start from.
#pragma once

namespace trainyard {

inline constexpr const char* kFullDocument = R"(format: 1
name: wikitext-gpt2          # a comment
notes: ""
tags: []
seed: 42
workload: engine             # engine | command
command:                     # workload: command
  launcher: torchrun
  program: train.py
  arguments: []
  metrics: auto
  stop_signal: SIGTERM
script:      {file: job.sh, arguments: [], metrics: auto, directives: []}
model:      {kind: gpt2, pretrained: null, overrides: {n_layer: 4}, resize_vocabulary: false}
lora:       {rank: null, alpha: 16, dropout: 0, use_rslora: false, target_modules: [], pretrained: null}
task:       {kind: causal_language_modeling, mlm_probability: 0.15, problem_type: single_label_classification, labels: []}
data:       {kind: text, train: [corpus.txt], validation: [], test: [], temporal_test: [], validation_split_ratio: 0.05, split_seed: null, test_split_ratio: 0.0, drop_incomplete_rows: false, sentences: none, sentence_parameters: null, tokenizer: null, sequence_length: 256, text_column: text, text_pair_column: null, label_column: label, keep_linebreaks: true, texts_per_group: null, keep_short_groups: false, max_train_samples: null, max_validation_samples: null, sample_seed: null}
                             # a comment of its own
instructions: {formatter: null, mixture: null, chat_template: null, eos_token: null, loss_on: auto, packing: none, padding_free: false}
timelines:  {vocabulary: null, column: tokens, collation: packed, streaming: false, repeats: 1, shuffle_buffer: 1024, padding_rate: 7.0, outcome: null, evaluate_without_24h: false, training_fraction: 1.0, random_truncation: false}
tokenizer:  {min_frequency: null, special_tokens: [], lowercase: true, limit_alphabet: 1000}
batch:      {per_device: 8, gradient_accumulation_steps: 1, global: null, group_by_length: false}
training:   {max_steps: null, num_epochs: 3, max_tokens: null, max_hours: null, label_smoothing_factor: 0, neftune_noise_alpha: 0, full_determinism: false}
optimizer:  {kind: adamw, learning_rate: 5.0e-5, beta1: 0.9, beta2: 0.999, epsilon: 1.0e-8, momentum: 0.0, weight_decay: 0.0, max_gradient_norm: 1.0}
schedule:   {kind: linear, warmup_steps: 0, warmup_ratio: null, warmup_type: log, minimum_learning_rate: 0.0, num_cycles: null, power: 1.0,
             decay_steps: null, timescale: null}
precision:  {kind: fp32, tf32: false, initial_scale_power: 16, loss_scale_window: 2000, hysteresis: 1, min_loss_scale: 1}
parallel:   {zero_stage: 0, offload_optimizer: false, offload_parameters: false, recompute: none, offload_activations: false}
evaluation: {every_steps: 500, every_epochs: null, on_start: false, batch_size: null, metric: eval/loss, early_stopping_patience: null}
checkpoint: {every_steps: 500, every_epochs: null, keep_last: 2, save_best: true, best_as_result: false, max_shard_size: 5}
logging:    {every_steps: 10}
search:     {space: {}, sampler: tpe, startup_trials: 10, pruner: none, prune_after_steps: 0, prune_patience: null, objective: eval/loss, direction: minimize, trials: 20, parallel: 1,
             time_limit: null, seeds: 1, first: {}}
resources:  {nodes: 1, gpus_per_node: 0, gpu_type: null, processes_per_node: auto, cpus_per_process: null, memory_gib_per_node: null,
             time_limit: null, partition: null, account: null, qos: null, reservation: null, array: null, dependency: null, after: [], extra_directives: []}
restart:    {on_time_limit: false, on_preemption: true, signal_before_end_seconds: 120, max_without_progress: 2}
environment: {modules: [], conda: null, venv: null, container: null, variables: {}, setup_commands: []}
code:       {source: null, exclude: []}
)";

}  // namespace trainyard
