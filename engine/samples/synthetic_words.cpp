// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/samples/synthetic_words.h"

namespace trainyard {

namespace {

using WordList = std::span<const std::string_view>;

constexpr std::string_view kArticles[] = {"the", "a", "this", "every"};
constexpr std::string_view kKinds[] = {"old", "young", "quiet", "tired", "careful", "new"};
constexpr std::string_view kPeople[] = {"nurse",   "doctor", "patient", "teacher",
                                        "student", "driver", "sailor",  "neighbour"};
constexpr std::string_view kDoings[] = {"reads", "writes", "finds", "sends", "keeps", "remembers"};
constexpr std::string_view kThings[] = {"letter", "book", "report", "answer", "story", "list"};
constexpr std::string_view kTimes[] = {"in the morning", "after dinner", "at night", "on Monday",
                                       "before the storm"};

}  // namespace

std::uint64_t SyntheticWords::below(std::uint64_t limit) {
  state_ = splitmix64(state_);
  return (state_ >> 32) * limit >> 32;
}

std::string_view SyntheticWords::one_of(WordList words) { return words[below(words.size())]; }

std::string SyntheticWords::sentence() {
  std::string text;
  for (const WordList words :
       {WordList(kArticles), WordList(kKinds), WordList(kPeople), WordList(kDoings),
        WordList(kArticles), WordList(kKinds), WordList(kThings), WordList(kTimes)}) {
    if (!text.empty()) text += ' ';
    text += one_of(words);
  }
  text.front() = static_cast<char>(text.front() - 'a' + 'A');
  return text + '.';
}

std::string SyntheticWords::sentences(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += (i > 0 ? " " : "") + sentence();
  return text;
}

}  // namespace trainyard
