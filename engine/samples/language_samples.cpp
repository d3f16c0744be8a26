// SPDX-License-Identifier: GPL-3.0-or-later
// Samples for language modelling and instruction tuning.
#include "engine/contract/json.h"
#include "engine/contract/files/whole_file.h"
#include "engine/samples/synthetic_words.h"
#include "engine/samples/sample.h"
#include "engine/samples/sample_model.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

constexpr const char* kEndOfText = "<|endoftext|>";

std::string objects_of_texts(const std::vector<std::string>& texts) {
  std::string lines;
  for (const std::string& text : texts) lines += to_json(Value(Map{{"text", text}})) + "\n";
  return lines;
}

std::vector<std::string> made_up_texts(std::uint64_t seed, int count, int sentences_each) {
  SyntheticWords words(seed);
  std::vector<std::string> texts;
  for (int i = 0; i < count; ++i) texts.push_back(words.sentences(sentences_each));
  return texts;
}

Result<void> write_small_gpt2(const fs::path& folder, const std::vector<std::string>& texts) {
  TRY(const Tokenizer tokenizer, sample_bpe(texts, 512, {kEndOfText}));
  return write_sample_model(folder, "gpt2",
                            {{"n_layer", 2},
                             {"n_embd", 64},
                             {"n_head", 2},
                             {"n_positions", 64},
                             {"vocab_size", static_cast<std::int64_t>(tokenizer.id_limit())},
                             {"bos_token_id", 0},
                             {"eos_token_id", 0}},
                            &tokenizer);
}

// Books as records: 100 of 200 sentences.
Result<void> write_books(const fs::path& folder) {
  const std::vector<std::string> texts = made_up_texts(1, 100, 200);
  TRY(write_file_atomically(folder / "train.jsonl", objects_of_texts(texts)));
  TRY(write_file_atomically(folder / "validation.jsonl",
                            objects_of_texts(made_up_texts(2, 2, 200))));
  return write_small_gpt2(folder / "gpt2-medium", texts);
}

// One long text.
Result<void> write_corpus(const fs::path& folder) {
  return write_file_atomically(folder / "corpus.txt", SyntheticWords(6).sentences(20000) + "\n");
}

// Lines, for more than two groups of a thousand.
Result<void> write_lines(const fs::path& folder) {
  const auto joined = [](const std::vector<std::string>& texts) {
    std::string lines;
    for (const std::string& text : texts) lines += text + "\n";
    return lines;
  };
  const std::vector<std::string> texts = made_up_texts(3, 2500, 2);
  TRY(write_file_atomically(folder / "train.txt", joined(texts)));
  TRY(write_file_atomically(folder / "validation.txt", joined(made_up_texts(4, 1000, 1))));
  return write_small_gpt2(folder / "gpt2", texts);
}

// A question about Python, sometimes with an input, and its answer.
Map made_up_question(SyntheticWords& words) {
  constexpr std::string_view kNames[] = {"add", "subtract", "multiply", "divide"};
  constexpr std::string_view kSigns[] = {"+", "-", "*", "/"};
  const std::uint64_t which = words.below(4);
  const std::string name(kNames[which]), number = std::to_string(words.below(10));
  const bool has_input = words.below(3) == 0;
  return {{"instruction", "Write a Python function that can " + name + " numbers."},
          {"input", has_input ? "number = " + number : std::string()},
          {"output", "def " + name + "(x, y):\n    return x " + std::string(kSigns[which]) +
                         (has_input ? " " + number : " y") + "\n"}};
}

Result<void> write_questions(const fs::path& folder) {
  SyntheticWords words(5);
  std::vector<std::string> texts;
  List records;
  for (int i = 0; i < 400; ++i) {
    records.emplace_back(made_up_question(words));
    texts.push_back(to_json(records.back()));
  }
  texts.push_back("### Instruction: ### Input: ### Response:");
  TRY(write_file_atomically(folder / "python-alpaca.json", to_json(Value(records)) + "\n"));
  TRY(const Tokenizer tokenizer,
      sample_bpe(texts, 512, {kEndOfText, "<|im_start|>", "<|im_end|>"}));
  return write_sample_model(folder / "Qwen3-0.6B", "qwen3",
                            {{"hidden_size", 64},
                             {"intermediate_size", 128},
                             {"num_hidden_layers", 2},
                             {"num_attention_heads", 4},
                             {"num_key_value_heads", 2},
                             {"head_dim", 16},
                             {"max_position_embeddings", 256},
                             {"tie_word_embeddings", true},
                             {"vocab_size", static_cast<std::int64_t>(tokenizer.id_limit())},
                             {"bos_token_id", 0},
                             {"eos_token_id", 2}},
                            &tokenizer);
}

}  // namespace

std::vector<Sample> language_samples() {
  const std::vector<std::pair<std::string, Value>> tuning = {
      {"data.sequence_length", 256},     {"batch.per_device", 8},    {"batch.global", 16},
      {"optimizer.learning_rate", 5e-3}, {"precision.kind", "fp32"},
  };
  return {{"quickstart",
           {{"model.overrides", Map{{"n_layer", 2},
                                    {"n_embd", 128},
                                    {"n_head", 4},
                                    {"n_positions", 64},
                                    {"vocab_size", 512},
                                    {"resid_pdrop", 0.0},
                                    {"embd_pdrop", 0.0},
                                    {"attn_pdrop", 0.0}}},
            {"data.sequence_length", 64}},
           write_corpus},
          {"unity-gpt2-medium",
           {{"data.sequence_length", 64},
            {"optimizer.learning_rate", 3e-3},
            {"evaluation.every_steps", 40},
            {"checkpoint.every_steps", 200}},
           write_books},
          {"twcc-run-clm",
           {{"data.sequence_length", 64},
            {"training.max_steps", 60},
            {"optimizer.learning_rate", 3e-3}},
           write_lines},
          {"leonardo-sft", tuning, write_questions},
          {"leonardo-sft-lora", tuning, write_questions},
          {"leonardo-sft-multinode", tuning, write_questions}};
}

}  // namespace trainyard
