// SPDX-License-Identifier: GPL-3.0-or-later
// The words that Punkt looks at, and what is seen of one by itself.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace trainyard {

inline constexpr std::string_view punkt_number = "##number##";

// Whether a sentence may go on behind its full stop with the character at `at`: a bracket, quote
// or mark that no word holds. 0 where it may not, else the character's bytes.
std::size_t punkt_non_word_length(std::string_view text, std::size_t at);

// The bytes of the closing bracket or quote at `at`, which stays with the sentence before it; 0
// where none is.
std::size_t punkt_closing_length(std::string_view text, std::size_t at);

// The bytes of the white space (\s) at `at`; 0 where none is. All three: `at` may be the end.
std::size_t punkt_space_length(std::string_view text, std::size_t at);

// Takes the words of one text one after the other, line by line.
class PunktWords {
 public:
  explicit PunktWords(std::string_view text) : text_(text) {}

  // The next word; false at the end.
  bool next(std::string_view& word);
  // Of the last word: whether it is the first of a line, and of a paragraph (a blank line was
  // before it).
  bool begins_line() const { return begins_line_; }
  bool begins_paragraph() const { return begins_paragraph_; }

 private:
  bool next_line();

  std::string_view text_, line_;
  std::size_t next_line_ = 0, at_ = 0;
  bool is_done_ = false, begins_line_ = false, begins_paragraph_ = false;
  bool new_line_ = false, after_blank_ = false;
};

// One word. set() keeps a view of it.
class PunktToken {
 public:
  void set(std::string_view word);

  std::string_view word() const { return word_; }
  // In lower case; numbers are all one type, with or without a full stop.
  std::string_view type() const { return is_number_ ? punkt_number : std::string_view(lower_); }
  std::string_view lower() const { return lower_; }
  std::string_view type_without_period() const;
  // Without its full stop where that ends a sentence.
  std::string_view type_in_sentence() const {
    return ends_sentence ? type_without_period() : type();
  }

  bool ends_with_period() const { return word_.ends_with('.'); }
  bool is_number() const { return is_number_; }
  bool is_ellipsis() const { return word_.size() > 1 && is_all_periods_; }
  bool is_initial() const;     // a letter and a full stop
  bool is_alphabetic() const;  // letters only
  bool begins_upper() const;
  bool begins_lower() const;

  // The first look, at the word alone. `is_known` says whether a lower-cased word without its full
  // stop is a known abbreviation.
  template <typename IsKnown>
  void annotate(const IsKnown& is_known);

  bool ends_sentence = false;
  bool is_abbreviation = false;

 private:
  std::string_view word_;
  std::string lower_;
  bool is_number_ = false, is_all_periods_ = false;
};

// Whether a type has a letter; that of numbers has.
bool has_punkt_letter(std::string_view type);

template <typename IsKnown>
void PunktToken::annotate(const IsKnown& is_known) {
  ends_sentence = is_abbreviation = false;
  if (word_ == "." || word_ == "?" || word_ == "!") {
    ends_sentence = true;
  } else if (ends_with_period() && !word_.ends_with("..")) {
    const std::string_view bare = std::string_view(lower_).substr(0, lower_.size() - 1);
    const std::size_t hyphen = bare.rfind('-');
    is_abbreviation = is_known(bare) || (hyphen != bare.npos && is_known(bare.substr(hyphen + 1)));
    ends_sentence = !is_abbreviation;
  }
}

}  // namespace trainyard
