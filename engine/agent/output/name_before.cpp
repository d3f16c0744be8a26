// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/output/name_before.h"

#include <algorithm>

#include "engine/agent/output/metric_words.h"

namespace trainyard::agent {
namespace {

using std::string_view;

// Words around a number that are no name: "tensor(0.5)", "np.float64(0.5)".
bool is_wrapper(string_view word) {
  static constexpr string_view all[] = {
      "tensor",        "array",   "Array",   "DeviceArray", "float",  "np.float32", "np.float64",
      "numpy.float64", "float32", "float64", "jnp.array",   "Tensor", "int"};
  return std::find(std::begin(all), std::end(all), word) != std::end(all);
}

class NameReader : private TokenView {
 public:
  NameReader(const std::vector<LineToken>& tokens, std::size_t taken)
      : TokenView(tokens), taken_(taken) {}

  NameBefore before(std::size_t number) const {
    NameBefore found;
    found.first = number;
    std::size_t i = number;
    while (i > taken_ && separates(i, found)) --i;
    while (i > taken_ && found.words.size() < 12 && names(i, found)) {
    }
    return found;
  }

 private:
  // Whether the token before `i` stands between a number and its name; notes what it is.
  bool separates(std::size_t i, NameBefore& found) const {
    const LineToken& token = tokens_[i - 1];
    if (token.kind == TokenKind::word) {
      const bool is_joined = joins(token.text);
      if (!is_joined && !(found.bracket == '(' && is_wrapper(token.text))) return false;
      found.has_separator = found.has_separator || is_joined;
      if (is_wrapper(token.text)) found.bracket = 0;
      return true;
    }
    if (token.kind == TokenKind::rule) return found.has_separator = true;
    if (token.kind != TokenKind::mark) return false;
    const bool is_behind_word = i >= 2 && is_word(i - 2);
    if (token.mark == ':' || token.mark == '=') return found.has_separator = true;
    if (token.mark == '[' || token.mark == '(') {
      if (found.bracket != 0 || found.has_separator) return false;
      found.bracket = token.mark;
      return true;
    }
    if (token.mark == '.' && token.space == 0 && is_behind_word) return true;  // "Up. 500"
    if (token.mark == '-' && is_behind_word && !found.has_separator)
      return found.has_separator = true;  // "loss - 2.5"
    if (token.mark == ',' && i >= 2 && is_mark(i - 2, "\"'"))
      return found.has_separator = true;  // ('loss', 2.5)
    if ((token.mark == ',' || token.mark == ';') && token.space == 0 && tokens_[i].space == 0 &&
        is_behind_word && found.bracket == 0)
      return found.has_separator = true;  // step,100,loss,2.5
    return string_view("\"'<>~#`*").find(token.mark) != string_view::npos;
  }

  // Whether the token before `i` belongs to the name, which then begins at the new `i`.
  bool names(std::size_t& i, NameBefore& found) const {
    const LineToken& token = tokens_[i - 1];
    if (token.kind == TokenKind::word) {
      // Columns that stand apart.
      if (is_log_level(token.text) || (!found.words.empty() && tokens_[i].space >= 3)) return false;
      found.words.insert(found.words.begin(), token.text);
    } else if (token.kind != TokenKind::mark) {
      return false;
    } else if (token.mark == ')' || token.mark == ']') {
      return names_in_brackets(i, found);
    } else if (!(token.mark == '.' && i >= 2 && is_word(i - 2) &&
                 tokens_[i - 2].text.size() <= 4) &&  // "Avg. loss"
               string_view("\"'`*#").find(token.mark) == string_view::npos) {
      return false;
    }
    found.first = --i;
    return true;
  }

  // "per iteration (ms): 12", "loss [train]: 2"
  bool names_in_brackets(std::size_t& i, NameBefore& found) const {
    std::size_t open = i - 1;
    while (open > taken_ && i - open < 6 && is_word(open - 1)) --open;
    if (open == taken_ || open == i - 1 ||
        !is_mark(open - 1, tokens_[i - 1].mark == ')' ? "(" : "["))
      return false;
    if (i - 1 == open + 1 && unit_word(tokens_[open].text) != UnitKind::none)
      found.unit = tokens_[open].text;
    else
      for (std::size_t k = i - 1; k > open; --k)
        found.words.insert(found.words.begin(), tokens_[k - 1].text);
    found.first = i = open - 1;
    return true;
  }

  const std::size_t taken_;
};

}  // namespace

bool is_log_level(string_view word) {
  static constexpr string_view all[] = {"INFO",     "DEBUG", "WARNING", "WARN", "ERROR",
                                        "CRITICAL", "TRACE", "NOTICE",  "info", "Info"};
  return std::find(std::begin(all), std::end(all), word) != std::end(all);
}

bool joins(string_view word) { return word == "is" || word == "was" || word == "are"; }

NameBefore name_before(const std::vector<LineToken>& tokens, std::size_t taken,
                       std::size_t number) {
  return NameReader(tokens, taken).before(number);
}

}  // namespace trainyard::agent
