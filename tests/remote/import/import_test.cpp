// SPDX-License-Identifier: GPL-3.0-or-later
// Files as groups have them (tests/fixtures/import), and texts of one purpose.
#include "remote/import/import.h"

#include "tests/remote/import/import_outcome.h"

namespace trainyard {
namespace {

TEST(Import, TakesArgumentsOfRunClm) {
  const ImportOutcome out = import_all(fixtures({"run_clm.json"}));
  EXPECT_EQ(out.value("model.kind"), "gpt2");
  EXPECT_EQ(out.value("model.pretrained"), "gpt2");
  EXPECT_EQ(out.value("data.train"), "[corpus/train.txt]");
  EXPECT_EQ(out.value("data.sequence_length"), "512");
  EXPECT_EQ(out.value("batch.per_device"), "4");
  EXPECT_EQ(out.value("batch.gradient_accumulation_steps"), "8");
  EXPECT_EQ(out.value("optimizer.learning_rate"), "3.0e-4");
  EXPECT_EQ(out.value("schedule.kind"), "cosine");
  EXPECT_EQ(out.value("schedule.warmup_ratio"), "0.03");
  EXPECT_EQ(out.value("precision.kind"), "bf16");
  EXPECT_EQ(out.value("parallel.recompute"), "full");
  EXPECT_EQ(out.value("evaluation.every_steps"), "200");
  EXPECT_EQ(out.value("evaluation.batch_size"), "8");
  EXPECT_EQ(out.value("checkpoint.keep_last"), "3");
  EXPECT_EQ(out.value("checkpoint.save_best"), "true");
  EXPECT_TRUE(out.is_noted("import.unknown_key", "curriculum"));
  EXPECT_EQ(out.line_of("curriculum"), 29);
  EXPECT_TRUE(out.is_noted("import.no_effect", "report_to"));
  EXPECT_NE(out.imported.document.find("  # run_clm.json:12: per_device_train_batch_size\n"
                                       "  per_device: 4\n"),
            std::string::npos);
}

TEST(Import, WritesDefaultsThatDiffer) {
  const ImportOutcome out = import_text(R"({"learning_rate": 1e-4, "train_file": "a.txt"})");
  EXPECT_EQ(out.value("data.sequence_length"), "1024");
  EXPECT_EQ(out.value("evaluation.every_steps"), "null");
  EXPECT_EQ(out.value("checkpoint.keep_last"), "1000000");
  EXPECT_EQ(out.value("checkpoint.save_best"), "false");
  EXPECT_EQ(out.value("logging.every_steps"), "500");
  // What is the same here is not written.
  for (const char* key : {"per_device", "num_epochs", "max_gradient_norm", "beta1", "seed"})
    EXPECT_EQ(out.imported.document.find(key), std::string::npos) << key;
}

TEST(Import, TakesTrainingArgumentsInYaml) {
  const ImportOutcome out = import_all(fixtures({"training_args.yaml"}));
  EXPECT_EQ(out.value("optimizer.learning_rate"), "2.0e-5");
  EXPECT_EQ(out.value("schedule.kind"), "cosine");
  EXPECT_EQ(out.value("schedule.minimum_learning_rate"), "2.0e-6");
  EXPECT_EQ(out.value("evaluation.every_epochs"), "1.0");
  EXPECT_EQ(out.value("evaluation.every_steps"), "null");
  EXPECT_EQ(out.value("checkpoint.every_epochs"), "1.0");
  EXPECT_EQ(out.value("training.neftune_noise_alpha"), "5.0");
  EXPECT_EQ(out.value("training.max_steps"), "null");
  EXPECT_EQ(out.value("precision.kind"), "fp16");
  EXPECT_EQ(out.value("optimizer.kind"), "adamw_8bit");
  // A secret is never repeated.
  for (const Diagnostic& note : out.imported.notes)
    EXPECT_EQ(note.text.find("<HUB"), std::string::npos) << note.text;
}

TEST(Import, TakesAccelerate) {
  const ImportOutcome plain = import_all(fixtures({"accelerate.yaml"}));
  EXPECT_EQ(plain.value("precision.kind"), "bf16");
  EXPECT_EQ(plain.value("resources.nodes"), "2");
  EXPECT_EQ(plain.value("resources.gpus_per_node"), "4");
  const ImportOutcome sharded = import_all(fixtures({"accelerate_deepspeed.yaml"}));
  EXPECT_EQ(sharded.value("parallel.zero_stage"), "2");
  EXPECT_EQ(sharded.value("parallel.offload_optimizer"), "true");
  EXPECT_EQ(sharded.value("parallel.offload_parameters"), "false");
  EXPECT_EQ(sharded.value("optimizer.max_gradient_norm"), "0.5");
  EXPECT_EQ(sharded.value("batch.gradient_accumulation_steps"), "4");
  EXPECT_EQ(sharded.value("precision.kind"), "fp32");
}

TEST(Import, ShardsAsFsdpDoes) {
  const ImportOutcome out = import_text(
      "distributed_type: FSDP\nfsdp_config:\n  fsdp_sharding_strategy: FULL_SHARD\n"
      "  fsdp_offload_params: true\n  fsdp_activation_checkpointing: true\n"
      "  fsdp_auto_wrap_policy: NO_WRAP\nmixed_precision: fp8\nnum_processes: 3\nnum_machines: "
      "2\n");
  EXPECT_EQ(out.value("parallel.zero_stage"), "3");
  EXPECT_EQ(out.value("parallel.offload_parameters"), "true");
  EXPECT_EQ(out.value("parallel.recompute"), "full");
  EXPECT_EQ(out.value("parallel.offload_optimizer"), "true");
  EXPECT_TRUE(out.is_noted("import.engine_decides", "fsdp_config.fsdp_auto_wrap_policy"));
  EXPECT_TRUE(out.is_noted("import.no_counterpart", "mixed_precision"));
  EXPECT_TRUE(out.is_noted("import.not_divided", "num_processes"));
}

TEST(Import, FillsInWhatIsAuto) {
  const ImportOutcome alone = import_all(fixtures({"ds_config.json"}));
  EXPECT_EQ(alone.value("schedule.kind"), "warmup_decay_lr");
  EXPECT_EQ(alone.value("parallel.zero_stage"), "2");
  for (const char* line : {"learning_rate: 5.0e-5", "per_device: 8", "max_gradient_norm: 1.0",
                           "beta2: 0.999", "warmup_steps: 0", "minimum_learning_rate: 0.0"})
    EXPECT_NE(alone.imported.document.find(std::string("  ") + line), std::string::npos) << line;
  EXPECT_EQ(alone.value("precision.min_loss_scale"), "0.5");
  EXPECT_EQ(alone.value("precision.loss_scale_window"), "1000");
  EXPECT_EQ(alone.value("precision.hysteresis"), "2");

  const ImportOutcome both = import_all(fixtures({"ds_config.json", "run_clm.json"}));
  EXPECT_EQ(both.value("optimizer.learning_rate"), "3.0e-4");
  EXPECT_EQ(both.value("batch.per_device"), "4");
  EXPECT_EQ(both.value("optimizer.beta2"), "0.95");
  EXPECT_EQ(both.value("schedule.kind"), "warmup_decay_lr");
  EXPECT_EQ(both.value("schedule.warmup_ratio"), "0.03");
  EXPECT_TRUE(both.is_noted("import.overruled", "lr_scheduler_type"));
}

TEST(Import, SaysWhatAutoCannotStandFor) {
  const ImportOutcome out = import_text(
      R"({"train_batch_size": "auto", "zero_optimization": {"stage": "auto"}, "data_types": "auto"})");
  EXPECT_TRUE(out.is_noted("import.auto", "zero_optimization.stage"));
  EXPECT_TRUE(out.is_noted("import.auto", "data_types"));
  EXPECT_EQ(out.value("parallel.zero_stage"), "0");
}

TEST(Import, TakesDeepSpeedsOwnValues) {
  const ImportOutcome out = import_text(R"({
    "train_batch_size": 64, "train_micro_batch_size_per_gpu": 4,
    "optimizer": {"type": "Adam", "params": {"lr": 1e-4, "betas": [0.8, 0.98], "eps": 1e-7}},
    "scheduler": {"type": "WarmupLR", "params": {"warmup_max_lr": 2e-4, "warmup_type": "linear"}},
    "fp16": {"enabled": true}, "zero_optimization": {"stage": 3, "offload_param": {"device": "nvme"}}})");
  EXPECT_EQ(out.value("batch.global"), "64");
  EXPECT_EQ(out.value("batch.per_device"), "4");
  EXPECT_EQ(out.value("optimizer.kind"), "adamw");
  EXPECT_EQ(out.value("optimizer.beta1"), "0.8");
  EXPECT_EQ(out.value("optimizer.learning_rate"), "2.0e-4");  // the scheduler's
  EXPECT_TRUE(out.is_noted("import.overruled", "optimizer.params.lr"));
  EXPECT_EQ(out.value("schedule.kind"), "warmup_lr");
  EXPECT_EQ(out.value("schedule.warmup_type"), "linear");
  EXPECT_EQ(out.value("schedule.warmup_steps"), "1000");  // DeepSpeed's default
  EXPECT_EQ(out.value("optimizer.max_gradient_norm"), "0.0");
  EXPECT_EQ(out.value("precision.kind"), "fp16");
  EXPECT_TRUE(out.is_noted("import.offload_to", "zero_optimization.offload_param.device"));
  const ImportOutcome other = import_text(R"({"train_batch_size": 8, "optimizer": {"type": "Lamb"},
                                        "scheduler": {"type": "OneCycle"}})");
  EXPECT_TRUE(other.is_noted("import.no_counterpart", "optimizer.type"));
  EXPECT_TRUE(other.is_noted("import.no_counterpart", "scheduler.type"));
}

TEST(Import, TakesAJobScript) {
  const ImportOutcome out = import_all(fixtures({"two_nodes.sh"}));
  EXPECT_EQ(out.document.experiment.name, "story_multi");
  EXPECT_EQ(out.value("model.kind"), "gpt2");
  EXPECT_EQ(out.value("model.overrides"), "{n_embd: 1024, n_head: 16, n_layer: 24}");
  EXPECT_EQ(out.value("data.tokenizer"), "/models/gpt2");
  EXPECT_EQ(out.value("data.validation"), "[corpus/held out.txt]");
  EXPECT_EQ(out.value("training.max_steps"), "250");
  EXPECT_EQ(out.value("evaluation.every_steps"), "250");  // once, at the end
  EXPECT_EQ(out.value("optimizer.learning_rate"), "5.0e-4");
  EXPECT_EQ(out.value("resources.nodes"), "2");
  EXPECT_EQ(out.value("resources.gpus_per_node"), "8");
  EXPECT_EQ(out.value("resources.gpu_type"), "a100");
  EXPECT_EQ(out.value("resources.processes_per_node"), "auto");
  EXPECT_EQ(out.value("resources.cpus_per_process"), "4");
  EXPECT_EQ(out.value("resources.memory_gib_per_node"), "256.0");
  EXPECT_EQ(out.value("resources.time_limit"), "\"00:10:00\"");
  EXPECT_EQ(out.value("resources.partition"), "gp1d");
  EXPECT_EQ(out.value("resources.extra_directives"), "[\"--constraint=nvlink\"]");
  EXPECT_EQ(out.value("environment.modules"), "[purge, cuda/11.7]");
  EXPECT_EQ(out.value("environment.venv"), "\"~/envs/gpt2\"");
  EXPECT_TRUE(out.is_noted("import.no_effect", "--output_dir $OUTPUT_DIR"));
}

TEST(Import, TakesOptionsOverTheFileThatTheyName) {
  const ImportOutcome out = import_all(fixtures({"accelerate_launch.txt", "accelerate.yaml"}));
  EXPECT_EQ(out.value("task.kind"), "masked_language_modeling");
  EXPECT_EQ(out.value("task.mlm_probability"), "0.2");
  EXPECT_EQ(out.value("model.kind"), "bert");
  EXPECT_EQ(out.value("resources.gpus_per_node"), "2");  // 4 processes on 2 nodes
  EXPECT_TRUE(out.is_noted("import.overruled", "num_processes"));
  EXPECT_EQ(out.value("checkpoint.every_steps"), "null");
  // What the script computes counts, too, although it cannot be known.
  const ImportOutcome computed =
      import_all({{"a.sh", "accelerate launch --num_processes $((2 * N)) run_clm.py --seed 1"},
                  fixture("accelerate.yaml")});
  EXPECT_TRUE(computed.is_noted("import.overruled", "num_processes"));
  EXPECT_EQ(computed.value("resources.gpus_per_node"), "0");
  const ImportOutcome alone = import_all(fixtures({"accelerate_launch.txt"}));
  EXPECT_TRUE(alone.is_noted("import.needs_file", "accelerate --config_file"));
}

TEST(Import, TakesScriptsWithoutTrainer) {
  const ImportOutcome out = import_all(fixtures({"no_trainer.sh"}));
  EXPECT_EQ(out.value("data.train"), "[a.txt, b.txt]");
  EXPECT_EQ(out.value("training.max_steps"), "1000");
  EXPECT_EQ(out.value("schedule.warmup_steps"), "50");
  EXPECT_EQ(out.value("optimizer.max_gradient_norm"), "0.0");
  EXPECT_EQ(out.value("evaluation.every_epochs"), "1.0");
  EXPECT_EQ(out.value("checkpoint.every_epochs"), "1.0");
  EXPECT_EQ(out.value("environment.variables"), "{CUDA_VISIBLE_DEVICES: \"0\"}");
  EXPECT_EQ(out.value("resources.gpus_per_node"), "1");
}

TEST(Import, TakesClassification) {
  const ImportOutcome out = import_all(fixtures({"run_glue.json"}));
  EXPECT_EQ(out.value("task.kind"), "sequence_classification");
  EXPECT_EQ(out.value("data.sequence_length"), "128");
  EXPECT_TRUE(out.is_noted("import.no_counterpart", "task_name"));
  EXPECT_EQ(out.value("data.max_train_samples"), "1000");
  EXPECT_TRUE(out.is_noted("import.hub_name", "model_name_or_path"));
}

TEST(Import, ReadsLaunchers) {
  const std::string program = " run_clm.py --learning_rate 1e-4 --bf16";
  const auto of = [&](const std::string& launcher) { return import_text(launcher + program); };
  EXPECT_EQ(of("torchrun --standalone --nproc-per-node=4").value("resources.gpus_per_node"), "4");
  EXPECT_EQ(
      of("python -m torch.distributed.run --nproc_per_node 2").value("resources.gpus_per_node"),
      "2");
  const ImportOutcome deepspeed = of("deepspeed --num_gpus=8 --num_nodes=3 --hostfile h");
  EXPECT_EQ(deepspeed.value("resources.nodes"), "3");
  EXPECT_EQ(deepspeed.value("resources.gpus_per_node"), "8");
  EXPECT_TRUE(deepspeed.is_noted("import.no_effect", "deepspeed --hostfile"));
  const ImportOutcome slurm = of("srun -N2 --ntasks-per-node=4 -G 8 --mem 100000 python -u");
  EXPECT_EQ(slurm.value("resources.nodes"), "2");
  EXPECT_EQ(slurm.value("resources.gpus_per_node"), "4");
  EXPECT_EQ(slurm.value("resources.memory_gib_per_node"), "97.65625");
  EXPECT_EQ(of("mpirun -np 2 python").value("resources.gpus_per_node"), "2");
  EXPECT_TRUE(of("torchrun --nproc_per_node gpu").is_noted("import.gpus_unknown", ""));
  EXPECT_TRUE(of("torchrun --nproc_per_node $N")
                  .is_noted("import.unresolved", "torchrun --nproc_per_node $N"));
  EXPECT_EQ(of("apptainer exec --nv image.sif python").value("environment.container"), "image.sif");
  EXPECT_EQ(of("python").value("precision.kind"), "bf16");
  const ImportOutcome there =
      import_text("python run_clm.py --model_name_or_path $HOME/Qwen3-0.6B --seed 1");
  EXPECT_EQ(there.value("model.kind"), "qwen3");
  EXPECT_EQ(there.value("model.pretrained"), "null");
  const ImportOutcome processor =
      import_text("torchrun --nproc_per_node 2 run_clm.py --use_cpu --seed 1");
  EXPECT_EQ(processor.value("resources.gpus_per_node"), "0");
  EXPECT_EQ(processor.value("resources.processes_per_node"), "2");
}

TEST(Import, CountsProcessesOfSlurm) {
  const auto of = [&](const std::string& directives) {
    return import_text("#SBATCH " + directives + "\nsrun python run_clm.py --seed 1\n");
  };
  const ImportOutcome tasks = of("-N 2 --ntasks=8 --gres=gpu:8");
  EXPECT_EQ(tasks.value("resources.processes_per_node"), "4");
  EXPECT_EQ(tasks.value("resources.gpus_per_node"), "8");
  EXPECT_EQ(of("--ntasks-per-node=1 --gres=gpu:2").value("resources.processes_per_node"), "auto");
  EXPECT_TRUE(of("-N 3 -G 8").is_noted("import.not_divided", "#SBATCH --gpus"));
  EXPECT_TRUE(of("-N 2-4").is_noted("import.bad_value", "#SBATCH --nodes"));
  EXPECT_TRUE(of("--mem=much").is_noted("import.bad_value", "#SBATCH --mem"));
  EXPECT_TRUE(of("--comment='a;b'").is_noted("import.no_counterpart", "#SBATCH --comment"));
  EXPECT_EQ(of("--mail-type=ALL").value("resources.extra_directives"), "[\"--mail-type=ALL\"]");
}

TEST(Import, ReadsArgumentsAsTheirParserDoes) {
  const ImportOutcome out = import_text(
      "python run_clm.py --learning-rate=2e-5 --do_eval True --eval_strategy steps "
      "--max_steps -1 --no_keep_linebreaks --fp16 False --seed 1 --seed 2 other.json x=1");
  EXPECT_EQ(out.value("optimizer.learning_rate"), "2.0e-5");
  EXPECT_EQ(out.value("evaluation.every_steps"), "500");
  EXPECT_EQ(out.value("training.max_steps"), "null");
  EXPECT_EQ(out.value("data.keep_linebreaks"), "false");
  EXPECT_EQ(out.value("precision.kind"), "fp32");
  EXPECT_TRUE(out.is_noted("import.repeated", "--seed"));
}

}  // namespace
}  // namespace trainyard
