// SPDX-License-Identifier: GPL-3.0-or-later
// A vocabulary for tests: "<|endoftext|>", the 256 bytes, and the given merges in their order ("t
// h" of spelled tokens).
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/text/vocabulary.h"
#include "engine/text/tokenizer.h"
#include "engine/text/byte_letters.h"

namespace trainyard {

inline Vocabulary small_vocabulary(const std::vector<std::string>& merges) {
  Vocabulary vocabulary;
  const auto id_of = [&](const std::string& token) {
    return vocabulary.ids.emplace(token, static_cast<std::uint32_t>(vocabulary.ids.size()))
        .first->second;
  };
  vocabulary.added.push_back(
      {.content = "<|endoftext|>", .id = id_of("<|endoftext|>"), .special = true});
  for (int byte = 0; byte < 256; ++byte) {
    id_of(spell_bytes(std::string(1, static_cast<char>(byte))));
  }
  for (const std::string& merge : merges) {
    const std::size_t space = merge.find(' ');
    const std::string left = merge.substr(0, space);
    const std::string right = merge.substr(space + 1);
    vocabulary.merges.push_back(
        {.left = id_of(left), .right = id_of(right), .result = id_of(left + right)});
  }
  return vocabulary;
}

inline Tokenizer small_tokenizer(Vocabulary vocabulary) {
  auto built = vocabulary.build_indexes();
  if (!built) {
    throw std::runtime_error(built.error().message);
  }
  return Tokenizer(std::make_shared<const Vocabulary>(std::move(vocabulary)));
}

inline std::vector<std::string> tokens_of(const Tokenizer& bpe,
                                          const std::vector<std::uint32_t>& ids) {
  std::vector<std::string> tokens;
  for (const std::uint32_t id : ids) {
    tokens.push_back(bpe.token(id).value_or("?"));
  }
  return tokens;
}

}  // namespace trainyard
