// SPDX-License-Identifier: GPL-3.0-or-later
// Files of settings: which program's they are, and what it does without being told.
#include "tests/remote/import/import_outcome.h"

namespace trainyard {
namespace {

std::string refusal_of(const std::string& text) {
  const auto imported = import_settings(std::vector<ImportSource>{{"/x/conf.yaml", text}}, {});
  if (imported) return "none";
  EXPECT_EQ(imported.error().exit_code, ExitCode::invalid_input);
  return imported.error().message;
}

TEST(ImportSettings, NamesTrainersThatItDoesNotRead) {
  EXPECT_NE(refusal_of("model_name_or_path: /m\nstage: sft\nfinetuning_type: lora\nlora_rank: 16\n"
                       "cutoff_len: 4096\nlearning_rate: 1.0e-4\noutput_dir: out\n")
                .find("conf.yaml is a configuration of LLaMA-Factory, which is not supported"),
            std::string::npos);
  EXPECT_NE(refusal_of("base_model: /m\nadapter: lora\nsequence_len: 4096\nmicro_batch_size: 2\n"
                       "learning_rate: 1e-4\noutput_dir: o\n")
                .find("axolotl"),
            std::string::npos);
  EXPECT_NE(refusal_of("model:\n  _component_: torchtune.models.llama3\nepochs: 1\nseed: 1\n")
                .find("torchtune"),
            std::string::npos);
  EXPECT_NE(refusal_of("model_name_or_path: /m\nnum_generations: 8\nlearning_rate: 1e-6\n")
                .find("reinforcement"),
            std::string::npos);
  EXPECT_EQ(refusal_of("model_name_or_path: /m\nlearning_rate: 1e-4\ndo_train: true\n"
                       "preprocessing_num_workers: 4\noutput_dir: o\n"),
            "none");
}

TEST(ImportSettings, KnowsSupervisedTuning) {
  const std::string text =
      "model_name_or_path: /m/qwen2\nmax_seq_length: 2048\npacking: true\neos_token: <|im_end|>\n"
      "chat_template: \"{% for m in messages %}{{ m }}{% endfor %}\"\noutput_dir: o\nuse_peft: "
      "true\n"
      "lora_target_modules: [q_proj, v_proj]\n";
  const ImportOutcome printed = import_text(text);
  EXPECT_EQ(printed.value("task.kind"), "instruction_tuning");
  EXPECT_EQ(printed.value("instructions.packing"), "ffd");
  EXPECT_EQ(printed.value("instructions.eos_token"), "\"<|im_end|>\"");
  EXPECT_EQ(printed.value("optimizer.learning_rate"), "2.0e-5");
  EXPECT_EQ(printed.value("lora.target_modules"), "[q_proj, v_proj]");
  EXPECT_EQ(printed.value("instructions.chat_template"), "null");
  EXPECT_TRUE(printed.is_noted("import.template_file", "chat_template"));
  const ImportOutcome written = import_all({{"sft.yaml", text}}, {.writes_files = true});
  EXPECT_EQ(written.value("instructions.chat_template"), "chat_template.jinja");
  ASSERT_EQ(written.imported.files.size(), 1u);
  EXPECT_EQ(written.imported.files[0].text, "{% for m in messages %}{{ m }}{% endfor %}");
}

TEST(ImportSettings, SaysWhenTheTaskIsAGuess) {
  const ImportOutcome guessed = import_text("learning_rate: 1e-4\noutput_dir: o\n");
  EXPECT_TRUE(guessed.is_noted("import.task_unknown", "the training"));
  const ImportOutcome bert =
      import_text("python train.py --model_type bert --seed 1", ImportAs::engine);
  EXPECT_TRUE(bert.is_noted("import.task_unknown", "train.py"));
  EXPECT_EQ(import_text("python my_run_mlm.py --seed 1", ImportAs::engine).value("task.kind"),
            "masked_language_modeling");
  EXPECT_EQ(import_text("python run_clm.py --seed 1").text("import.task_unknown"), "");
}

TEST(ImportSettings, ShardsFullyByDefault) {
  const auto stage = [](const std::string& text) {
    return import_text("distributed_type: FSDP\nnum_processes: 8\n" + text)
        .value("parallel.zero_stage");
  };
  EXPECT_EQ(stage("fsdp_config: {fsdp_version: 2, fsdp_reshard_after_forward: true}\n"), "3");
  EXPECT_EQ(stage("fsdp_config: {fsdp_version: 2, fsdp_reshard_after_forward: false}\n"), "2");
  EXPECT_EQ(stage("fsdp_config: {fsdp_version: 1}\n"), "3");
  EXPECT_EQ(stage("fsdp_config: {fsdp_sharding_strategy: SHARD_GRAD_OP}\n"), "2");
  EXPECT_EQ(stage("fsdp_config: {fsdp_sharding_strategy: NO_SHARD}\n"), "0");
  EXPECT_EQ(
      import_text("accelerate launch --use_fsdp --fsdp_offload_params true run_clm.py --seed 1")
          .value("parallel.zero_stage"),
      "3");
  EXPECT_EQ(import_text("seed: 1\noutput_dir: o\nfsdp: \"full_shard auto_wrap offload\"\n")
                .value("parallel.offload_parameters"),
            "true");
}

TEST(ImportSettings, ReadsJsonWithComments) {
  const ImportOutcome out = import_text(
      "{\n  // words, \"quoted\"\n  \"train_micro_batch_size_per_gpu\": 4, # more\n"
      "  /* several\n     lines */ \"gradient_clipping\": 0.5,\n"
      "  \"wandb\": {\"team\": \"a // b # c\"},\n}\n");
  EXPECT_EQ(out.value("batch.per_device"), "4");
  EXPECT_EQ(out.value("optimizer.max_gradient_norm"), "0.5");
  EXPECT_NE(out.imported.document.find("settings:5: gradient_clipping"), std::string::npos);
  EXPECT_EQ(import_text("// first\n# then\n{\"zero_optimization\": {\"stage\": 2 /* x */}}\n")
                .value("parallel.zero_stage"),
            "2");
  EXPECT_EQ(import_text("# of YAML\nseed: 3\noutput_dir: o\n").value("seed"), "3");
  EXPECT_NE(refusal_of("{\n  \"a\": 1,\n  // b\n  \"c\" 2\n}\n").find("conf.yaml:4"),
            std::string::npos);
}

TEST(ImportSettings, KnowsMoreCounterparts) {
  const std::string program = "python run_clm.py --model_type gpt2 --train_file a.jsonl ";
  const ImportOutcome out =
      import_text(program + "--max_train_samples 1000 --max_eval_samples 200");
  EXPECT_EQ(out.value("data.max_train_samples"), "1000");
  EXPECT_EQ(out.value("data.max_validation_samples"), "200");
  EXPECT_EQ(out.value("data.texts_per_group"), "1000");  // run_clm's own
  EXPECT_EQ(out.text("import.data_format"), "");
  EXPECT_EQ(import_text("python run_mlm.py --line_by_line --seed 1").value("data.texts_per_group"),
            "null");
  const ImportOutcome given = import_all({{"a.txt", program + "--deepspeed_config ds.json"},
                                          {"ds.json", "{\"gradient_clipping\": 0.25}"}});
  EXPECT_EQ(given.value("optimizer.max_gradient_norm"), "0.25");
  EXPECT_EQ(given.text("import.unknown_key"), "");
}

// Comments and sentences have the file's name, wherever it lies.
TEST(ImportSettings, NamesPathsTheSameWay) {
  const ImportOutcome out =
      import_all({{"/home/me/x/ds.json",
                   "{\"train_micro_batch_size_per_gpu\": \"auto\",\n"
                   "\"optimizer\": {\"type\": \"AdamW\", \"params\": {\"lr\": \"auto\"}}}"},
                  {"/home/me/x/args.json", "{\"optim\": \"sgd\", \"seed\": 1}"}});
  EXPECT_EQ(out.imported.document.find("/home/me"), std::string::npos) << out.imported.document;
  EXPECT_NE(
      out.imported.document.find("# ds.json:1: train_micro_batch_size_per_gpu, which is auto"),
      std::string::npos);
  EXPECT_NE(out.text("import.overruled").find("ds.json:2: optimizer.type"), std::string::npos);
}

}  // namespace
}  // namespace trainyard
