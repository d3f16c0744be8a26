// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/samples/sample_model.h"

#include "engine/checkpoint/hugging_face.h"
#include "engine/checkpoint/weights.h"
#include "engine/contract/files/durable_file.h"
#include "engine/model/model.h"
#include "engine/model/parameters.h"
#include "engine/text/bpe_trainer.h"
#include "engine/text/word_piece_trainer.h"

namespace trainyard {

namespace {

constexpr std::uint64_t kSeedOfWeights = 42;

}  // namespace

Result<void> write_sample_model(const std::filesystem::path& folder, const std::string& kind,
                                const Map& overrides, const Tokenizer* tokenizer) {
  TRY(const Map config, apply_overrides(kind, {}, overrides));
  TRY(const auto model, make_model(kind, config));
  Parameters parameters(model->table(), at::kCPU);
  parameters.initialize(kSeedOfWeights);
  ModelContent content;
  content.weights = named_weights(parameters);
  content.config = model->config();
  TRY(make_folders(folder));
  TRY(write_model_folder(folder, content));
  return tokenizer ? tokenizer->write(folder, model->max_positions()) : Result<void>();
}

Result<Tokenizer> sample_bpe(const std::vector<std::string>& texts, std::size_t vocab_size,
                             std::vector<std::string> special_tokens) {
  BpeTrainer trainer({.vocab_size = vocab_size, .special_tokens = std::move(special_tokens)});
  for (const std::string& text : texts) trainer.add(text);
  return trainer.train();
}

Result<Tokenizer> sample_word_piece(const std::vector<std::string>& texts, std::size_t vocab_size,
                                    std::vector<std::string> special_tokens) {
  WordPieceTrainer trainer({.vocab_size = vocab_size, .special_tokens = std::move(special_tokens)});
  for (const std::string& text : texts) trainer.add(text);
  return trainer.train();
}

}  // namespace trainyard
