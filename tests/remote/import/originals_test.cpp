// SPDX-License-Identifier: GPL-3.0-or-later
// Configuration files and command lines of the trainings that the presets follow, with their own
// values: what becomes of each.
#include "remote/import/import.h"

#include <set>

#include "engine/contract/json.h"
#include "engine/contract/files/whole_file.h"
#include "tests/remote/import/import_outcome.h"

namespace trainyard {
namespace {

ImportSource deepspeed_file(const std::string& name) {
  const auto text = read_file(std::string(TRAINYARD_SOURCE_DIR) +
                                  "/resources/presets/twcc-run-clm-deepspeed/" + name + ".json",
                              1 << 20);
  EXPECT_TRUE(text) << name;
  return {name + ".json", text ? *text : std::string()};
}

// EuroHPC-Basics, train_job.sh: directives, launch and arguments.
TEST(ImportOriginals, SftTrain) {
  const ImportOutcome out = import_all(
      {{"train_job.sh",
        "#!/bin/bash\n#SBATCH --job-name=sft-train\n#SBATCH --partition=boost_usr_prod\n"
        "#SBATCH --gres=gpu:4\n#SBATCH --nodes=1\n#SBATCH --ntasks-per-node=1\n#SBATCH "
        "--ntasks=1\n#SBATCH --cpus-per-task=32\n#SBATCH --mem=256G\n#SBATCH --time=24:00:00\n"
        "#SBATCH --account=EUHPC_A06_067\n#SBATCH --output=logs/output_sft.log\n#SBATCH "
        "--error=logs/error_sft.log\nmodule load cuda/12.1\nmodule load anaconda3/2023.09-0\n"
        "source activate sft\n"
        "srun accelerate launch --config_file ./multi_gpu.yaml sft_train.py "
        "--model_name_or_path $HF_HOME/Qwen3-0.6B --dataset_name Vezora/Tested-143k-Python-Alpaca "
        "--cache_dir $HF_HOME --train_split train --output_dir $WORK/results "
        "--per_device_train_batch_size 2 --gradient_accumulation_steps 8 --num_train_epochs 2 "
        "--learning_rate 5.0e-06 --optim adamw_torch_fused --weight_decay 0.1 --max_grad_norm 1.0 "
        "--adam_beta2 0.99 --warmup_ratio 0.03 --bf16 --logging_steps 1 --save_steps 10 "
        "--eval_steps 100 --completion_only_loss --instruction_format pythonalpaca "
        "--max_length 8192 --use_liger\n"},
       {"multi_gpu.yaml",
        "compute_environment: LOCAL_MACHINE\ndebug: false\ndistributed_type: MULTI_GPU\n"
        "downcast_bf16: 'no'\ngpu_ids: all\nmachine_rank: 0\nmain_training_function: main\n"
        "mixed_precision: bf16\nnum_machines: 1\nnum_processes: 4\nrdzv_backend: static\n"
        "same_network: true\ntpu_env: []\ntpu_use_cluster: false\ntpu_use_sudo: false\n"
        "use_cpu: false\n"}});
  expect_values(out, {{"model.kind", "qwen3"},
                      {"task.kind", "instruction_tuning"},
                      {"instructions.formatter", "pythonalpaca"},
                      {"instructions.loss_on", "completion"},
                      {"instructions.packing", "none"},
                      {"instructions.eos_token", "\"<|im_end|>\""},
                      {"data.sequence_length", "8192"},
                      {"batch.per_device", "2"},
                      {"batch.gradient_accumulation_steps", "8"},
                      {"training.num_epochs", "2.0"},
                      {"optimizer.kind", "adamw"},
                      {"optimizer.learning_rate", "5.0e-6"},
                      {"optimizer.weight_decay", "0.1"},
                      {"optimizer.beta1", "0.9"},
                      {"optimizer.beta2", "0.99"},
                      {"optimizer.epsilon", "1.0e-5"},  // the script's default
                      {"optimizer.max_gradient_norm", "1.0"},
                      {"schedule.kind", "linear"},
                      {"schedule.warmup_ratio", "0.03"},
                      {"precision.kind", "bf16"},
                      {"logging.every_steps", "1"},
                      {"checkpoint.every_steps", "10"},
                      {"evaluation.every_steps", "null"},
                      {"resources.nodes", "1"},
                      {"resources.gpus_per_node", "4"},
                      {"resources.memory_gib_per_node", "256.0"},
                      {"resources.time_limit", "\"24:00:00\""},
                      {"resources.partition", "boost_usr_prod"},
                      {"resources.account", "EUHPC_A06_067"}});
  EXPECT_TRUE(out.is_noted("import.hub_data", "--dataset_name"));
  for (const Diagnostic& note : out.imported.notes)
    EXPECT_NE(note.code, "import.unknown_key") << note.text;
}

TEST(ImportOriginals, SftTrainWithAdapters) {
  const ImportOutcome out = import_all(
      {{"job.sh",
        "python sft_train.py --model_name_or_path ./Qwen3-0.6B --data_files a.json "
        "--instruction_format alpaca_chat --assistant_only_loss --packing --use_peft --use_rslora "
        "--activation_offloading --gradient_checkpointing --neftune_noise_alpha 5 --resume\n"}});
  expect_values(out, {{"lora.rank", "32"},
                      {"lora.alpha", "16.0"},
                      {"lora.dropout", "0.05"},
                      {"lora.use_rslora", "true"},
                      {"data.train", "[a.json]"},
                      {"instructions.loss_on", "assistant"},
                      {"instructions.packing", "ffd"},
                      {"parallel.offload_activations", "true"},
                      {"parallel.recompute", "full"},
                      {"training.neftune_noise_alpha", "5.0"},
                      // defaults of the script
                      {"batch.per_device", "4"},
                      {"batch.gradient_accumulation_steps", "8"},
                      {"training.num_epochs", "2.0"},
                      {"optimizer.learning_rate", "2.0e-5"},
                      {"optimizer.weight_decay", "0.1"},
                      {"schedule.warmup_ratio", "0.03"},
                      {"data.sequence_length", "8192"},
                      {"logging.every_steps", "10"},
                      {"checkpoint.every_steps", "100"}});
  EXPECT_NE(out.value("lora.target_modules").find("down_proj"), std::string::npos);
}

// hf-slurm-training, run_clm_DDP.sh; unity_project, its readme's command.
TEST(ImportOriginals, RunClm) {
  const ImportOutcome twcc = import_all(
      {{"run_clm_DDP.sh",
        "#!/bin/bash\n#SBATCH --job-name=gpt2_multi\n#SBATCH --nodes=2\n#SBATCH "
        "--ntasks-per-node=1\n#SBATCH --cpus-per-task=32\n#SBATCH --gres=gpu:8\n#SBATCH "
        "--time=00:10:00\n#SBATCH --account=\"MST111000\"\n#SBATCH --partition=gp1d\n#SBATCH -o "
        "%j.out\n#SBATCH -e %j.err\n"
        "torchrun --nnodes 2 --nproc_per_node 8 ./run_clm.py --overwrite_output_dir "
        "--model_name_or_path gpt2 --max_steps 250 --learning_rate=5e-4 "
        "--per_device_train_batch_size 8 --dataset_name wikitext --dataset_config_name "
        "wikitext-2-raw-v1 --output_dir out --report_to none --do_train\n"}});
  expect_values(twcc, {{"model.kind", "gpt2"},
                       {"training.max_steps", "250"},
                       {"optimizer.learning_rate", "5.0e-4"},
                       {"batch.per_device", "8"},
                       {"data.sequence_length", "1024"},
                       {"schedule.kind", "linear"},
                       {"logging.every_steps", "500"},
                       {"evaluation.every_steps", "null"},
                       {"resources.nodes", "2"},
                       {"resources.gpus_per_node", "8"},
                       {"resources.time_limit", "\"00:10:00\""},
                       {"resources.partition", "gp1d"}});
  const ImportOutcome unity = import_all(
      {{"job.sh",
        "#!/bin/bash\n#SBATCH -c 2\n#SBATCH --mem=100000\n#SBATCH -p gypsum-rtx8000\n#SBATCH -G "
        "2\n#SBATCH -o slurm-%j.out\nmodule load pytorch\n"
        "torchrun --standalone --nnodes=1 --nproc_per_node=2 multi_gpu_finetune.py --output_dir "
        "checkpoints --do_train True --do_eval True --evaluation_strategy steps "
        "--per_device_train_batch_size 4 --per_device_eval_batch_size 4 --num_train_epochs 0.1 "
        "--save_steps 500 --eval_steps 500\n"}},
      {.as = ImportAs::engine});
  expect_values(unity, {{"training.num_epochs", "0.1"},
                        {"evaluation.every_steps", "500"},
                        {"evaluation.batch_size", "4"},
                        {"checkpoint.every_steps", "500"},
                        {"resources.gpus_per_node", "2"},
                        {"resources.partition", "gypsum-rtx8000"}});
}

// What run_clm has beside the arguments of its job.
TEST(ImportOriginals, RunClmWithMore) {
  const std::string program = "python run_clm.py --train_file t.txt --max_steps 100 ";
  const ImportOutcome out = import_text(
      program +
      "--config_name gpt2 --tokenizer_name ./gpt2 --streaming True --data_seed 42 --label_names "
      "labels --resume_from_checkpoint True");
  EXPECT_EQ(out.value("model.kind"), "gpt2");
  EXPECT_EQ(out.value("model.pretrained"), "null");
  expect_values(out, {{"data.streaming", "true"},
                      {"data.shuffle_buffer", "0"},
                      {"data.validation_split_ratio", "0.0"},
                      {"data.texts_per_group", "1000"},
                      {"training.max_steps", "100"}});
  EXPECT_TRUE(out.is_noted("import.streamed_split", "--streaming"));
  EXPECT_EQ(out.text("import.no_counterpart"), "");
  const ImportOutcome other = import_text(program +
                                          "--model_type gpt2 --config_name bert --seed 3 "
                                          "--data_seed 4 --resume_from_checkpoint c/7");
  for (const char* key : {"--config_name", "--data_seed", "--resume_from_checkpoint"})
    EXPECT_TRUE(other.is_noted("import.no_counterpart", key)) << key;
}

TEST(ImportOriginals, StreamsTexts) {
  const std::string streamed = "--model_type gpt2 --tokenizer_name ./gpt2 --streaming ";
  const auto has_rule = [](const ImportOutcome& out, const std::string& code) {
    return std::ranges::any_of(out.document.diagnostics,
                               [&](const Diagnostic& finding) { return finding.code == code; });
  };
  const ImportOutcome evaluated = import_text("python run_clm.py --train_file t.txt " + streamed +
                                              "--validation_file v.txt --max_steps 100");
  expect_values(evaluated, {{"data.streaming", "true"}, {"data.validation", "[v.txt]"}});
  EXPECT_EQ(evaluated.text("import.streamed_split"), "");
  EXPECT_FALSE(has_rule(evaluated, "rule.streaming_steps"));

  const ImportOutcome held_out = import_text("python run_mlm.py --train_file t.txt " + streamed +
                                             "--validation_split_percentage 10");
  expect_values(held_out, {{"data.streaming", "true"}, {"data.validation_split_ratio", "0.0"}});
  EXPECT_TRUE(held_out.is_noted("import.streamed_split", "--validation_split_percentage"));
  EXPECT_TRUE(has_rule(held_out, "rule.streaming_steps"));

  const ImportOutcome off = import_text(
      "python run_clm.py --train_file t.txt --model_type gpt2 --streaming False "
      "--validation_split_percentage 10");
  expect_values(off, {{"data.streaming", "false"}, {"data.validation_split_ratio", "0.1"}});
  const ImportOutcome labelled =
      import_text("python run_glue.py --train_file t.csv --streaming True");
  expect_values(labelled, {{"data.streaming", "false"}});
  EXPECT_TRUE(labelled.is_noted("import.no_counterpart", "--streaming"));
}

TEST(ImportOriginals, RefusesOverridesOfWeights) {
  const auto refused = import_settings(
      std::vector<ImportSource>{
          {"run.sh",
           "python run_clm.py --model_name_or_path gpt2 --config_overrides n_positions=102\n"}},
      {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "import.overrides_of_weights");
}

// NYUTron: nyutron_all.yaml with its DeepSpeed configuration, and binary.yaml.
TEST(ImportOriginals, NyutronPretraining) {
  const ImportOutcome out = import_all(
      {{"nyutron_all.yaml",
        "debug: False\nload_trained: False\nresume: False\nprev_ckpt: None\nprev_model: None\n"
        "suffix: all_100m\ncuda_home: cuda/11.4\ntokenizer_parallel: true\ndata:\n"
        "  train_data: grouped\n  tokenizer_dir: ./vocab50000\n  max_seq_len: 512\n  vocab_size: "
        "50000\n  type_vocab_size: 2\n  mlm_prob: 0.15\nmodel:\n  n_attention_heads: 12\n  "
        "n_hidden_layers: 12\n  hidden_size: 768\ntraining:\n  fp16: True\n  n_epochs: 100\n  "
        "per_device_train_batch_size: 64\n  save_steps: 2000\n  save_total_limit: 3\n  deepspeed: "
        "configs/ds.json\n  logging_steps: 500\n  prediction_loss_only: True\n"},
       {"ds.json",
        R"({"fp16": {"enabled": "auto", "loss_scale": 0, "loss_scale_window": 1000,
            "initial_scale_power": 32, "hysteresis": 2, "min_loss_scale": 0.5},
            "optimizer": {"type": "AdamW", "params": {"lr": "auto", "betas": "auto",
            "eps": "auto", "weight_decay": "auto"}},
            "scheduler": {"type": "WarmupLR", "params": {"warmup_min_lr": "auto",
            "warmup_max_lr": "auto", "warmup_num_steps": "auto"}},
            "zero_optimization": {"stage": 1, "offload_optimizer": {"device": "cpu",
            "pin_memory": true}, "allgather_partitions": true, "allgather_bucket_size": 2e8,
            "reduce_scatter": true, "reduce_bucket_size": 2e8, "overlap_comm": true,
            "contiguous_gradients": true}, "gradient_accumulation_steps": "auto",
            "gradient_clipping": "auto", "steps_per_print": 2000, "train_batch_size": "auto",
            "train_micro_batch_size_per_gpu": "auto", "wall_clock_breakdown": false,
            "num_gpu": 8})"}});
  expect_values(out, {{"model.kind", "bert"},
                      {"task.kind", "masked_language_modeling"},
                      {"task.mlm_probability", "0.15"},
                      {"data.sequence_length", "512"},
                      {"training.num_epochs", "100.0"},
                      {"batch.per_device", "64"},
                      {"optimizer.learning_rate", "1.0e-5"},
                      {"optimizer.max_gradient_norm", "0.5"},
                      {"schedule.kind", "warmup_lr"},
                      {"schedule.warmup_ratio", "0.01"},
                      {"precision.kind", "fp16"},
                      {"precision.initial_scale_power", "32"},
                      {"precision.loss_scale_window", "1000"},
                      {"precision.hysteresis", "2"},
                      {"precision.min_loss_scale", "0.5"},
                      {"parallel.zero_stage", "1"},
                      {"parallel.offload_optimizer", "true"},
                      {"checkpoint.every_steps", "2000"},
                      {"checkpoint.keep_last", "3"},
                      {"logging.every_steps", "500"}});
  const std::string overrides = out.value("model.overrides");
  for (const char* part : {"vocab_size: 50000", "num_hidden_layers: 12", "num_attention_heads: 12",
                           "hidden_size: 768", "max_position_embeddings: 512"})
    EXPECT_NE(overrides.find(part), std::string::npos) << part << " in " << overrides;
  EXPECT_TRUE(out.is_noted("import.no_counterpart", "data.train_data"));
  EXPECT_TRUE(out.is_noted("import.unknown_key", "num_gpu"));
}

TEST(ImportOriginals, NyutronFineTuning) {
  const ImportOutcome out = import_text(
      "p_eval: 0.5\nlr: 2e-5\nnum_train_epochs: 2\nweight_decay: 0\nsave_strategy: steps\n"
      "logging_strategy: steps\nlogging_steps: 5\neval_steps: 50\nevaluation_strategy: steps\n"
      "per_device_train_batch_size: 4\nper_device_eval_batch_size: 4\nsave_steps: 50\n"
      "save_total_limit: 5\nmetric: [roc_auc]\nearly_stop: True\ngradient_accumulation_steps: 4\n"
      "num_train_samples: 1000\nseed: 13\n");
  expect_values(out, {{"task.kind", "sequence_classification"},
                      {"optimizer.learning_rate", "2.0e-5"},
                      {"training.num_epochs", "2.0"},
                      {"batch.per_device", "4"},
                      {"batch.gradient_accumulation_steps", "4"},
                      {"evaluation.every_steps", "null"},
                      {"evaluation.every_epochs", "0.5"},
                      {"evaluation.batch_size", "4"},
                      {"evaluation.metric", "eval/roc_auc"},
                      {"evaluation.early_stopping_patience", "5"},
                      {"checkpoint.every_steps", "null"},
                      {"checkpoint.every_epochs", "0.5"},
                      {"data.max_train_samples", "1000"},
                      {"data.sample_seed", "13"},
                      {"checkpoint.keep_last", "5"},
                      {"logging.every_steps", "5"}});
  EXPECT_TRUE(out.is_noted("import.overruled", "eval_steps"));
  EXPECT_TRUE(out.is_noted("import.overruled", "save_steps"));
}

void collect_keys(const Map& map, const std::string& path, std::vector<std::string>& keys) {
  for (const auto& [key, value] : map) {
    const std::string whole = path.empty() ? key : path + "." + key;
    if (const Map* inner = value.get_if<Map>())
      collect_keys(*inner, whole, keys);
    else
      keys.push_back(whole);
  }
}

// Every key of the four files is named beside a field or in a sentence; those that are silent ask
// for what happens in any case, or for what another key is named for.
TEST(ImportOriginals, EveryKeyOfDeepSpeed) {
  const std::set<std::string> silent = {
      "wall_clock_breakdown", "fp16.loss_scale",
      // without a block for the scheduler or a batch in numbers nothing follows from these
      "train_batch_size", "fp16.enabled", "scheduler.params.total_num_steps",
      "optimizer.params.lr"};  // the scheduler's warmup_max_lr
  for (const auto& [name, stage] : {std::pair("zero2", "2"), std::pair("zero2_offload", "2"),
                                    std::pair("zero3", "3"), std::pair("zero3_offload", "3")}) {
    const ImportSource source = deepspeed_file(name);
    const ImportOutcome out = import_all({source});
    EXPECT_EQ(out.value("parallel.zero_stage"), stage) << name;
    EXPECT_EQ(out.value("parallel.offload_optimizer"),
              std::string(name).ends_with("offload") ? "true" : "false");
    EXPECT_EQ(out.value("parallel.offload_parameters"),
              std::string(name) == "zero3_offload" ? "true" : "false");
    EXPECT_TRUE(
        std::none_of(out.imported.notes.begin(), out.imported.notes.end(),
                     [](const Diagnostic& note) { return note.code == "rule.not_executed"; }))
        << name;
    std::vector<std::string> keys;
    const auto json = parse_json(source.text);
    ASSERT_TRUE(json);
    collect_keys(*json->get_if<Map>(), "", keys);
    EXPECT_GE(keys.size(), 18U);
    for (const std::string& key : keys) {
      const bool is_field =
          out.imported.document.find(": " + key + "\n") != std::string::npos ||
          out.imported.document.find(": " + key + " is auto") != std::string::npos ||
          out.imported.document.find(": " + key + ",") != std::string::npos;
      const bool is_noted = std::any_of(
          out.imported.notes.begin(), out.imported.notes.end(), [&](const Diagnostic& note) {
            return (", " + get<std::string>(note.arguments, "key") + ",").find(", " + key + ",") !=
                   std::string::npos;
          });
      EXPECT_TRUE(is_field || is_noted || silent.contains(key)) << name << ": " << key << "\n"
                                                                << out.imported.document;
    }
  }
}

}  // namespace
}  // namespace trainyard
