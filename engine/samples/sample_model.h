// SPDX-License-Identifier: GPL-3.0-or-later
// A sample's substitute for a pretrained model: a very small one with random weights, in a
// transformers folder.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/contract/result.h"
#include "engine/contract/value.h"
#include "engine/text/tokenizer.h"

namespace trainyard {

// Writes config.json and model.safetensors of a new model of this kind (model.kind) for language
// modelling into `folder`, which is created; also the tokenizer's files, if there is one.
// `overrides` are keys of config.json.
Result<void> write_sample_model(const std::filesystem::path& folder, const std::string& kind,
                                const Map& overrides, const Tokenizer* tokenizer = nullptr);

// Trained on these texts: byte-level BPE, with special tokens first, and BERT's WordPiece.
Result<Tokenizer> sample_bpe(const std::vector<std::string>& texts, std::size_t vocab_size,
                             std::vector<std::string> special_tokens);
Result<Tokenizer> sample_word_piece(const std::vector<std::string>& texts, std::size_t vocab_size,
                                    std::vector<std::string> special_tokens);

}  // namespace trainyard
