// SPDX-License-Identifier: GPL-3.0-or-later
// Command lines of fms-ehrs, whose data are timelines of tokens, and what they search.
#include "tests/remote/import/import_outcome.h"

namespace trainyard {
namespace {

// fms-ehrs: tune_model.py with the model "med".
TEST(ImportTimelines, TuneModel) {
  const ImportOutcome out = import_all(
      {{"tune.sh",
        "#!/bin/bash\n#SBATCH --job-name=tune-mdl\n#SBATCH --output=./output/%j-%x.stdout\n#SBATCH "
        "--partition=gpuq\n#SBATCH --gres=gpu:8\n#SBATCH --time=1-00:00:00\n"
        "torchrun --nproc_per_node=8 ../fms_ehrs/scripts/tune_model.py --data_dir data-mimic "
        "--data_version day_stays --model_dir mdls --model_version med --model_name "
        "meta-llama/Llama-3.2-1B --hidden_size 1024 --intermediate_size 2048 --num_hidden_layers 8 "
        "--num_attention_heads 8 --n_epochs 5 --max_seq_length 1024 --per_device_train_batch_size "
        "4 --max_grad_norm 1.0 --lr_min 5e-5 --lr_max 5e-4 --gr_acc_min 1 --gr_acc_max 3 "
        "--collation packed --n_trials 5 --jid 1 --wandb_project x --iterable_dataset True\n"}});
  expect_values(out,
                {{"model.kind", "llama"},
                 {"data.kind", "timelines"},
                 {"data.train", "[data-mimic/day_stays-tokenized/train/tokens_timelines.parquet]"},
                 {"timelines.vocabulary", "data-mimic/day_stays-tokenized/train/vocab.gzip"},
                 {"timelines.column", "tokens"},
                 {"timelines.repeats", "5"},
                 {"data.sequence_length", "1024"},
                 {"batch.per_device", "4"},
                 {"batch.gradient_accumulation_steps", "1"},
                 {"training.num_epochs", "1.0"},
                 {"optimizer.learning_rate", "5.0e-5"},
                 {"optimizer.max_gradient_norm", "1.0"},
                 {"evaluation.every_steps", "500"},
                 {"evaluation.metric", "eval/loss"},
                 {"evaluation.early_stopping_patience", "3"},
                 {"search.space",
                  "{optimizer.learning_rate: {low: 5.0e-5, high: 5.0e-4, log: true}, "
                  "batch.gradient_accumulation_steps: {low: 1, high: 3}}"},
                 {"search.trials", "5"},
                 {"search.sampler", "tpe"},
                 {"search.objective", "eval/loss"},
                 {"checkpoint.save_best", "true"},
                 {"checkpoint.keep_last", "1"},
                 {"resources.gpus_per_node", "8"},
                 {"resources.partition", "gpuq"}});
  const std::string overrides = out.value("model.overrides");
  for (const char* part : {"hidden_size: 1024", "intermediate_size: 2048", "num_hidden_layers: 8"})
    EXPECT_NE(overrides.find(part), std::string::npos) << part << " in " << overrides;
  EXPECT_TRUE(out.is_noted("import.engine_decides", "--iterable_dataset"));
  EXPECT_EQ(out.text("import.no_counterpart"), "");
  EXPECT_EQ(import_text("python tune_model.py --lr_min 2e-4 --lr_max 3e-4 --n_trials 25")
                .value("search.space"),
            "{optimizer.learning_rate: {low: 2.0e-4, high: 3.0e-4, log: true}}");
}

// fms-ehrs: fine_tune_classification.py as its job starts it.
TEST(ImportTimelines, FineTuneClassification) {
  const std::string program =
      "torchrun --nproc_per_node=8 ../fms_ehrs/scripts/fine_tune_classification.py --model_loc "
      "mdls/llama-med --data_dir data-mimic --data_version day_stays_first_24h --out_dir mdls "
      "--n_epochs 10 --jid 1 --wandb_project mimic-sft-clsfr --metric_for_best_model eval_auc "
      "--greater_is_better True --outcome icu_admission --unif_rand_trunc True "
      "--training_fraction 0.2 ";
  const ImportOutcome out = import_text(program + "--tune False");
  expect_values(
      out, {{"model.kind", "llama"},
            {"model.pretrained", "mdls/llama-med"},
            {"task.kind", "sequence_classification"},
            {"data.kind", "timelines"},
            {"data.train",
             "[data-mimic/day_stays_first_24h-tokenized/train/tokens_timelines_outcomes.parquet]"},
            {"data.sequence_length", "1024"},
            {"timelines.vocabulary", "data-mimic/day_stays_first_24h-tokenized/train/vocab.gzip"},
            {"timelines.column", "padded"},
            {"timelines.outcome", "icu_admission"},
            {"timelines.random_truncation", "true"},
            {"timelines.training_fraction", "0.2"},
            {"batch.per_device", "4"},
            {"batch.gradient_accumulation_steps", "2"},
            {"training.num_epochs", "10.0"},
            {"optimizer.learning_rate", "2.0e-5"},
            {"evaluation.every_epochs", "1.0"},
            {"evaluation.metric", "eval/roc_auc"},
            {"evaluation.early_stopping_patience", "3"},
            {"search.space", "{}"},
            {"checkpoint.keep_last", "2"},
            {"checkpoint.save_best", "true"},
            {"checkpoint.best_as_result", "true"},
            {"resources.gpus_per_node", "8"}});
  for (const char* code : {"import.unknown_key", "import.no_counterpart", "import.not_listed"})
    EXPECT_EQ(out.text(code), "") << code;
  expect_values(import_text(program + "--tune True"),
                {{"search.space",
                  "{optimizer.learning_rate: {low: 5.0e-6, high: 5.0e-5, log: true}, "
                  "batch.gradient_accumulation_steps: {low: 1, high: 3}}"},
                 {"search.trials", "5"},
                 {"search.objective", "eval/roc_auc"},
                 {"search.direction", "maximize"}});
}

}  // namespace
}  // namespace trainyard
