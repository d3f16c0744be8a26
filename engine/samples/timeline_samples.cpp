// SPDX-License-Identifier: GPL-3.0-or-later
// Samples of token timelines.
#include "engine/contract/files/whole_file.h"
#include "engine/contract/files/durable_file.h"
#include "engine/data/timelines/synthetic_timelines.h"
#include "engine/samples/sample.h"
#include "engine/samples/sample_model.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

constexpr std::int64_t kSampleWords = 58;  // plus 6 special tokens
constexpr std::int64_t kPadded = 32;

const Map kSmallLlama = {{"hidden_size", 64},
                         {"intermediate_size", 128},
                         {"num_hidden_layers", 2},
                         {"num_attention_heads", 4},
                         {"num_key_value_heads", 4},
                         {"head_dim", 16},
                         {"max_position_embeddings", 1024},
                         {"rms_norm_eps", 1e-5},
                         {"tie_word_embeddings", true},
                         {"rope_theta", 500000.0}};

Result<void> write_timelines(const fs::path& folder, const char* file, std::int64_t rows,
                             double mean_length) {
  SyntheticSettings settings;
  settings.num_rows = rows;
  settings.num_words = kSampleWords;
  settings.mean_length = mean_length;
  settings.padded_length = kPadded;
  for (const char* split : {"train", "val"}) {
    TRY(make_folders(folder / split));
    TRY(write_synthetic_timelines(folder / split / file, settings));
    settings.part = 1;
    settings.num_rows = rows / 5;
  }
  return write_vocabulary(folder / "train" / "vocabulary.json", synthetic_vocabulary(kSampleWords));
}

Result<void> write_timelines_to_read(const fs::path& folder) {
  return write_timelines(folder, "tokens_timelines.parquet", 300, 40);
}

Result<void> write_model_of_timelines(const fs::path& folder) {
  Map overrides = kSmallLlama;
  overrides.emplace_back("initializer_range", 0.05);  // so that a new model learns faster
  overrides.emplace_back("vocab_size", kSampleWords + kSyntheticWords);
  overrides.emplace_back("bos_token_id", static_cast<std::int64_t>(kSyntheticStart));
  overrides.emplace_back("eos_token_id", static_cast<std::int64_t>(kSyntheticEnd));
  overrides.emplace_back("pad_token_id", static_cast<std::int64_t>(kSyntheticPad));
  return write_sample_model(folder / "model", "llama", overrides);
}

Result<void> write_evaluation_timelines(const fs::path& folder) {
  TRY(write_timelines(folder, "tokens_timelines_outcomes.parquet", 4000, 8));
  return write_model_of_timelines(folder);
}

// How `engine predict` reads the rows.
constexpr const char* kRowsDocument = R"(format: 1
name: fms-ehrs-rows
model: {kind: llama}
task: {kind: causal_language_modeling}
data: {kind: timelines, train: [tokens_timelines.parquet], sequence_length: 32}
timelines: {vocabulary: vocabulary.json, column: padded}
evaluation: {every_steps: null}
)";

Result<void> write_timelines_to_describe(const fs::path& folder) {
  SyntheticSettings settings;
  settings.num_rows = 200;
  settings.num_words = kSampleWords;
  settings.mean_length = 16;
  settings.padded_length = kPadded;
  TRY(write_synthetic_timelines(folder / "tokens_timelines.parquet", settings));
  TRY(write_vocabulary(folder / "vocabulary.json", synthetic_vocabulary(kSampleWords)));
  TRY(write_file_atomically(folder / "rows.yaml", kRowsDocument));
  return write_model_of_timelines(folder);
}

// The space of the presets, with the rates of smaller models.
Map search_of_rates(double low, double high) {
  return {{"optimizer.learning_rate", Map{{"low", low}, {"high", high}, {"log", true}}},
          {"batch.gradient_accumulation_steps", Map{{"low", 1}, {"high", 3}}}};
}

}  // namespace

std::vector<Sample> timeline_samples() {
  return {{"fms-ehrs-pretrain",
           {{"model.overrides", kSmallLlama},
            {"data.sequence_length", 128},
            {"timelines.vocabulary", "fms-ehrs-pretrain/train/vocabulary.json"},
            {"optimizer.learning_rate", 3e-3},
            {"search.space", search_of_rates(5e-4, 2e-2)},
            {"evaluation.every_steps", 40}},
           write_timelines_to_read},
          {"fms-ehrs-finetune",
           {{"data.sequence_length", kPadded},
            {"batch.per_device", 16},
            {"timelines.vocabulary", "fms-ehrs-finetune/train/vocabulary.json"},
            {"training.num_epochs", 5},
            {"optimizer.learning_rate", 2e-3},
            {"search.space", search_of_rates(3e-4, 1e-2)},
            {"search.trials", 3}},
           write_evaluation_timelines},
          {"fms-ehrs-features", {}, write_timelines_to_describe}};
}

}  // namespace trainyard
