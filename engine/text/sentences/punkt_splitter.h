// SPDX-License-Identifier: GPL-3.0-or-later
// Splits a text into sentences using Punkt's parameters: at the same places as nltk 3.10.4's
// PunktSentenceTokenizer with the language variables of English and realigned boundaries.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/text/sentences/punkt_parameters.h"
#include "engine/text/sentences/punkt_token.h"
#include "engine/text/vocabulary.h"

namespace trainyard {

// Bytes [begin, end) of a text.
struct SentenceSpan {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool operator==(const SentenceSpan&) const = default;
};

// Can be used by several threads at once.
class PunktSplitter {
 public:
  explicit PunktSplitter(const PunktParameters& parameters);

  // Returns the sentences of `text`, which must be valid UTF-8 (utf8.h: replace_invalid), in order,
  // without the white space between them; empty for a text of white space. Time and memory are
  // linear in the text, whatever its content.
  std::vector<SentenceSpan> spans(std::string_view text) const;
  // Returns views of `text`.
  std::vector<std::string_view> sentences(std::string_view text) const;

 private:
  enum class Starts : std::uint8_t { no, yes, unknown };
  struct Type {
    std::uint32_t id = 0;
    std::uint32_t context = 0;
    bool is_abbreviation = false;
    bool is_sentence_starter = false;
    bool begins_collocation = false;
  };

  Type& add(std::string_view type);
  const Type& find(std::string_view type) const;
  bool is_collocation(const Type& first, const Type& second) const;
  void annotate(PunktToken& token) const;
  void decide(PunktToken& token, const PunktToken& next) const;
  Starts starts_sentence(const PunktToken& token, const Type& type) const;
  bool holds_end(std::string_view context) const;
  std::vector<SentenceSpan> cut(std::string_view text) const;

  std::unordered_map<std::string, Type, StringHash, std::equal_to<>> types_;
  std::unordered_set<std::uint64_t> collocations_;  // two ids
};

}  // namespace trainyard
