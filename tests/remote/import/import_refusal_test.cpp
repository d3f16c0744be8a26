// SPDX-License-Identifier: GPL-3.0-or-later
// What is refused, and what is noted because it is no value: conflicts and hostile files.
#include "tests/remote/import/import_outcome.h"

namespace trainyard {
namespace {

std::string refusal(const std::vector<ImportSource>& sources) {
  const auto imported = import_settings(sources, {});
  if (imported) return "none";
  EXPECT_EQ(imported.error().exit_code, ExitCode::invalid_input);
  return imported.error().code;
}

TEST(ImportRefusal, RefusesWhatDisagrees) {
  EXPECT_EQ(
      refusal({{"a.json", R"({"learning_rate": 1e-4})"}, {"b.json", R"({"learning_rate": 1e-5})"}}),
      "import.conflict");
  EXPECT_EQ(refusal({{"a.json", R"({"learning_rate": 1e-4, "seed": 1})"},
                     {"b.json", R"({"optimizer": {"type": "AdamW", "params": {"lr": 1e-5}}})"}}),
            "import.conflict");
  EXPECT_EQ(refusal({{"a.json", R"({"bf16": true, "fp16": true, "seed": 1})"}}), "import.conflict");
  EXPECT_EQ(refusal({{"a.json", R"({"eval_strategy": "no", "evaluation_strategy": "steps"})"}}),
            "import.conflict");
  EXPECT_EQ(
      refusal({{"a.json", R"({"model_name_or_path": "gpt2", "config_overrides": "n_layer=2"})"}}),
      "import.overrides_of_weights");
  EXPECT_EQ(refusal({{"a.json", R"({"train_batch_size": 10, "train_micro_batch_size_per_gpu": 4,
                                    "gradient_accumulation_steps": 1})"}}),
            "import.batch_sizes");
  EXPECT_EQ(refusal({{"a.sh", "python run_clm.py --seed 1\npython run_mlm.py --seed 1"}}),
            "import.two_commands");
  EXPECT_EQ(refusal({{"a.json", R"({"seed": 1, "hub_token": "x"})"},
                     {"b.json", R"({"seed": 1, "hub_token": "y"})"}}),
            "none");
  // The same value twice is no conflict, however it is spelled.
  EXPECT_EQ(refusal({{"a.json", R"({"learning_rate": "1e-4"})"},
                     {"b.json", R"({"learning_rate": 0.0001})"}}),
            "none");
  const auto message =
      import_settings(std::vector<ImportSource>{{"a.json", "{\n\"learning_rate\": 1e-4}"},
                                                {"b.json", R"({"learning_rate": 1e-5})"}},
                      {})
          .error()
          .message;
  EXPECT_EQ(message,
            "a.json:2: learning_rate is 1.0e-4, but b.json:1: learning_rate is 1.0e-5; make them "
            "agree on learning_rate");
}

TEST(ImportRefusal, RefusesWhatItCannotRead) {
  EXPECT_EQ(refusal({}), "import.no_files");
  EXPECT_EQ(refusal({{"a", ""}}), "import.unknown_kind");
  EXPECT_EQ(refusal({{"a", "Dear all,\nplease train it."}}), "import.unknown_kind");
  EXPECT_EQ(refusal({{"a", R"({"architectures": ["GPT2LMHeadModel"], "n_embd": 768})"}}),
            "import.unknown_kind");
  EXPECT_EQ(refusal({{"a", "{\"learning_rate\": 1e-4"}}), "import.unreadable");
  EXPECT_EQ(refusal({{"a", "{\"seed\": 1, \"seed\": 2}"}}), "import.twice");
  EXPECT_EQ(refusal({{"a", "seed: 1\nlearning_rate: 1\nseed: 2\n"}}), "import.unreadable");
  EXPECT_EQ(refusal({{"a", "seed: &x 1\nlearning_rate: *x\n"}}), "import.unreadable");
  EXPECT_EQ(refusal({{"a", std::string("\x89PNG\r\n\x1a\n\0\0", 10)}}), "import.unreadable");
  EXPECT_EQ(refusal({{"a", std::string("{\"seed\": \"\0\"}", 13)}}), "import.unreadable");
  EXPECT_EQ(refusal({{"a", "#!/bin/bash\nmodule load a\xff\npython run_clm.py --seed 1\n"}}),
            "import.unreadable");
  EXPECT_EQ(refusal({{"job.sh", "#SBATCH --time=10\n./simulate --steps 3\n"}}), "import.no_script");
  EXPECT_EQ(refusal({{"a", std::string((1 << 20) + 1, ' ')}}), "import.unreadable");
  EXPECT_EQ(refusal({{"a", std::string(100000, '{')}}), "import.unreadable");
  std::string many = "{\"seed\": 1";
  for (int i = 0; i < 3000; ++i) many += ", \"k" + std::to_string(i) + "\": 1";
  EXPECT_EQ(refusal({{"a", many + "}"}}), "import.too_many");
  EXPECT_EQ(refusal({{"a", "{\"seed\": 1, \"" + std::string(5000, 'k') + "\": 1}"}}),
            "import.too_many");
}

TEST(ImportRefusal, NotesValuesOfWrongTypes) {
  const ImportOutcome out = import_text(R"({
    "learning_rate": "fast", "seed": 1.5, "per_device_train_batch_size": 99999999999999999999,
    "gradient_accumulation_steps": -1, "train_file": [1, {"a": 2}], "block_size": true,
    "warmup_steps": [1], "lr_scheduler_type": {"a": {"b": {}}}, "eval_strategy": 7,
    "eval_steps": "often", "save_strategy": "weekly", "logging_strategy": "loud", "bf16": "maybe",
    "max_grad_norm": "NaN", "num_train_epochs": "1e999", "model_type": 5,
    "config_overrides": "n_layer", "label_smoothing_factor": 1, "weight_decay": [],
    "tokenizer_name": "a\nb", "validation_split_percentage": 101})");
  for (const char* key : {"learning_rate", "seed", "per_device_train_batch_size", "train_file",
                          "block_size", "warmup_steps", "eval_strategy", "save_strategy",
                          "logging_strategy", "num_train_epochs", "max_grad_norm"})
    EXPECT_TRUE(out.is_noted("import.bad_value", key)) << key;
  for (const char* key : {"gradient_accumulation_steps", "label_smoothing_factor",
                          "validation_split_percentage", "tokenizer_name"})
    EXPECT_TRUE(out.is_noted("import.not_taken", key)) << key;
  EXPECT_EQ(out.value("optimizer.learning_rate"), "5.0e-5");
}

TEST(ImportRefusal, KeepsCommentsOnOneLine) {
  auto imported =
      import_settings(std::vector<ImportSource>{{"a\nseed: 9\x1b[1m.json", R"({"seed": 1})"}}, {});
  ASSERT_TRUE(imported) << imported.error().message;
  EXPECT_EQ(read_experiment(imported->document, "e").experiment.seed, 1);
  EXPECT_EQ(imported->document.find('\x1b'), std::string::npos);
}

TEST(ImportRefusal, GivesNames) {
  const auto name = [](const std::string& file, const std::string& wanted = "") {
    const auto imported =
        import_settings(std::vector<ImportSource>{{file, R"({"seed": 1})"}}, {.name = wanted});
    return imported ? read_experiment(imported->document, "e").experiment.name
                    : imported.error().code;
  };
  EXPECT_EQ(name("/home/x/Run CLM (2).json"), "run-clm--2-");
  EXPECT_EQ(name("_.json"), "imported");
  EXPECT_EQ(name("a.json", "my-run"), "my-run");
  EXPECT_EQ(name("a.json", "My Run"), "field.pattern");
  EXPECT_EQ(name(std::string(300, 'a') + ".json"), std::string(64, 'a'));
}

}  // namespace
}  // namespace trainyard
