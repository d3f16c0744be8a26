// SPDX-License-Identifier: GPL-3.0-or-later
// Punkt's words, and the properties of a single word.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace trainyard {

inline constexpr std::string_view punkt_number = "##number##";

// Whether a sentence may continue after its full stop with the character at `at`: a bracket, quote
// or mark that is not part of words. Returns its length in bytes, 0 if not.
std::size_t punkt_non_word_length(std::string_view text, std::size_t at);

// Returns the bytes of a closing bracket or quote at `at`, which belongs to the sentence before it;
// 0 if there is none.
std::size_t punkt_closing_length(std::string_view text, std::size_t at);

// Returns the bytes of the white space (\s) at `at`; 0 if there is none. For all three, `at` may be
// the end.
std::size_t punkt_space_length(std::string_view text, std::size_t at);

// Iterates over the words of a text, line by line.
class PunktWords {
 public:
  explicit PunktWords(std::string_view text) : text_(text) {}

  // Gets the next word; false at the end.
  bool next(std::string_view& word);
  // Whether the last word is the first of a line, and of a paragraph (after a blank line).
  bool begins_line() const { return begins_line_; }
  bool begins_paragraph() const { return begins_paragraph_; }

 private:
  bool next_line();

  std::string_view text_, line_;
  std::size_t next_line_ = 0, at_ = 0;
  bool is_done_ = false, begins_line_ = false, begins_paragraph_ = false;
  bool new_line_ = false, after_blank_ = false;
};

// A word. set() keeps a view of it.
class PunktToken {
 public:
  void set(std::string_view word);

  std::string_view word() const { return word_; }
  // In lower case; all numbers are one type, with or without a full stop.
  std::string_view type() const { return is_number_ ? punkt_number : std::string_view(lower_); }
  std::string_view lower() const { return lower_; }
  std::string_view type_without_period() const;
  // Without its full stop if that ends a sentence.
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

  // The first pass, on the word alone. `is_known` returns whether a lower-cased word without its
  // full stop is a known abbreviation.
  template <typename IsKnown>
  void annotate(const IsKnown& is_known);

  bool ends_sentence = false;
  bool is_abbreviation = false;

 private:
  std::string_view word_;
  std::string lower_;
  bool is_number_ = false, is_all_periods_ = false;
};

// Whether a type contains a letter; the type of numbers does.
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
