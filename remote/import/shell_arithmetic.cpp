// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/import/shell_arithmetic.h"

#include <algorithm>
#include <charconv>

#include "remote/import/shell_scan.h"

namespace trainyard {
namespace {

constexpr int kDeepestExpression = 50;
// Products of two such values still fit into 64-bit integers.
constexpr std::int64_t kLargestValue = std::int64_t{1} << 31;

using ShellNumber = std::optional<std::int64_t>;

ShellNumber within_limit(std::int64_t value) {
  if (value > kLargestValue || value < -kLargestValue) return std::nullopt;
  return value;
}

class ArithmeticReader {
 public:
  ArithmeticReader(std::string_view text, const ArithmeticVariables& variables)
      : text_(text), variables_(variables) {}

  ShellNumber read() {
    ShellNumber value = assignment();
    while (take(",")) value = assignment();
    skip();
    return is_broken_ || at_ < text_.size() ? std::nullopt : value;
  }

 private:
  void skip() {
    while (at_ < text_.size() && (is_shell_blank(text_[at_]) || text_[at_] == '\n')) ++at_;
  }
  bool is_next(std::string_view sign) {
    skip();
    return text_.substr(at_).starts_with(sign);
  }
  bool take(std::string_view sign) {
    if (!is_next(sign)) return false;
    at_ += sign.size();
    return true;
  }
  // Takes `sign` only if it is not the start of a longer one.
  bool take_only(std::string_view sign, std::string_view longer) {
    if (!is_next(sign)) return false;
    const char after = at_ + sign.size() < text_.size() ? text_[at_ + sign.size()] : ' ';
    if (longer.find(after) != longer.npos) return false;
    at_ += sign.size();
    return true;
  }

  ShellNumber assignment() {
    skip();
    const std::size_t begin = at_, length = name_length(text_.substr(at_));
    if (length > 0) {
      const std::string name(text_.substr(at_, length));
      at_ += length;
      for (const std::string_view sign : {"+=", "-=", "*=", "/=", "%="})
        if (take(sign)) return assign(name, binary(sign.front(), known(name), assignment()));
      if (take_only("=", "=")) return assign(name, assignment());
      at_ = begin;
    }
    return choice();
  }
  ShellNumber known(const std::string& name) const {
    const ShellNumber value = variables_.get(name);
    return value ? within_limit(*value) : std::nullopt;
  }
  ShellNumber assign(const std::string& name, ShellNumber value) {
    variables_.set(name, value);
    return value;
  }
  ShellNumber choice() {
    const ShellNumber condition = level(0);
    if (!take("?")) return condition;
    const ShellNumber yes = assignment();
    if (!take(":")) is_broken_ = true;
    const ShellNumber no = assignment();
    if (!condition) return std::nullopt;
    return *condition != 0 ? yes : no;
  }

  ShellNumber level(std::size_t depth) {
    struct Sign {
      std::string_view text, longer;
      char meaning;
    };
    static const std::vector<std::vector<Sign>> levels = {
        {{"||", "", 'o'}},
        {{"&&", "", 'a'}},
        {{"==", "", '='}, {"!=", "", '!'}},
        {{"<=", "", 'l'}, {">=", "", 'g'}, {"<", "<", '<'}, {">", ">", '>'}},
        {{"+", "=+", '+'}, {"-", "=-", '-'}},
        {{"*", "=*", '*'}, {"/", "=", '/'}, {"%", "=", '%'}}};
    if (depth == levels.size()) return power();
    ShellNumber left = level(depth + 1);
    for (bool is_found = true; is_found && !is_broken_;) {
      is_found = false;
      for (const Sign& sign : levels[depth])
        if (take_only(sign.text, sign.longer)) {
          left = binary(sign.meaning, left, level(depth + 1));
          is_found = true;
          break;
        }
    }
    return left;
  }
  static ShellNumber binary(char sign, ShellNumber a, ShellNumber b) {
    if (!a || !b) return std::nullopt;
    const std::int64_t x = *a, y = *b;
    switch (sign) {
      case 'o':
        return x != 0 || y != 0;
      case 'a':
        return x != 0 && y != 0;
      case '=':
        return x == y;
      case '!':
        return x != y;
      case 'l':
        return x <= y;
      case 'g':
        return x >= y;
      case '<':
        return x < y;
      case '>':
        return x > y;
      case '+':
        return within_limit(x + y);
      case '-':
        return within_limit(x - y);
      case '*':
        return within_limit(x * y);
      case '/':
        return y == 0 ? ShellNumber() : within_limit(x / y);
      default:
        return y == 0 ? ShellNumber() : within_limit(x % y);
    }
  }
  ShellNumber power() {
    const ShellNumber base = unary();
    if (!take("**")) return base;
    const ShellNumber exponent = power();
    if (!base || !exponent || *exponent < 0 || *exponent > 62) return std::nullopt;
    ShellNumber value = 1;
    for (std::int64_t i = 0; i < *exponent && value; ++i) value = within_limit(*value * *base);
    return value;
  }
  ShellNumber unary() {
    if (++depth_ > kDeepestExpression) is_broken_ = true;
    if (is_broken_) return std::nullopt;
    const ShellNumber value = unary_value();
    --depth_;
    return value;
  }
  ShellNumber unary_value() {
    for (const std::string_view sign : {"++", "--"})
      if (take(sign)) {
        const std::string name = this->name();
        return assign(name, binary(sign.front(), known(name), 1));
      }
    if (take("!")) {
      const ShellNumber value = unary();
      return value ? ShellNumber(*value == 0) : std::nullopt;
    }
    if (take("-")) return binary('-', 0, unary());
    if (take("+")) return unary();
    return primary();
  }
  std::string name() {
    skip();
    const std::size_t length = name_length(text_.substr(at_));
    if (length == 0) is_broken_ = true;
    at_ += length;
    return std::string(text_.substr(at_ - length, length));
  }
  ShellNumber primary() {
    if (take("(")) {
      const ShellNumber value = assignment();
      if (!take(")")) is_broken_ = true;
      return value;
    }
    skip();
    if (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') {
      std::int64_t value = 0;
      const auto [end, error] =
          std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
      // 010 is octal and 0x10 hexadecimal: nobody writes counts like that.
      const bool is_other_base = text_[at_] == '0' && end != text_.data() + at_ + 1;
      at_ = static_cast<std::size_t>(end - text_.data());
      if (error != std::errc() || is_other_base) is_broken_ = true;
      return within_limit(value);
    }
    const std::string word = name();
    if (is_broken_) return std::nullopt;
    const ShellNumber value = known(word);
    if (take("++")) variables_.set(word, binary('+', value, 1));
    if (take("--")) variables_.set(word, binary('-', value, 1));
    return value;
  }

  std::string_view text_;
  const ArithmeticVariables& variables_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool is_broken_ = false;
};

ShellNumber whole_number(const ShellWord& word) {
  std::int64_t value = 0;
  const auto [end, error] =
      std::from_chars(word.text.data(), word.text.data() + word.text.size(), value);
  const bool is_whole = error == std::errc() && end == word.text.data() + word.text.size();
  return is_whole && word.is_known ? ShellNumber(value) : std::nullopt;
}

using ShellTruth = std::optional<bool>;

class ConditionReader {
 public:
  ConditionReader(const ShellWords& words, bool has_patterns)
      : words_(words), has_patterns_(has_patterns) {}

  ShellTruth read() {
    const ShellTruth value = either();
    return at_ == words_.size() ? value : std::nullopt;
  }

 private:
  bool is_next(std::string_view word) const {
    return at_ < words_.size() && words_[at_].text == word;
  }
  bool take(std::string_view word) {
    if (!is_next(word)) return false;
    ++at_;
    return true;
  }
  ShellTruth either() {
    ShellTruth left = both();
    while (take("||") || take("-o")) {
      const ShellTruth right = both();
      if (left == ShellTruth(true) || right == ShellTruth(true))
        left = true;
      else if (left && right)
        left = *left || *right;
      else
        left = std::nullopt;
    }
    return left;
  }
  ShellTruth both() {
    ShellTruth left = negation();
    while (take("&&") || take("-a")) {
      const ShellTruth right = negation();
      if (left == ShellTruth(false) || right == ShellTruth(false))
        left = false;
      else if (left && right)
        left = *left && *right;
      else
        left = std::nullopt;
    }
    return left;
  }
  ShellTruth negation() {
    bool is_negated = false;
    while (take("!")) is_negated = !is_negated;
    const ShellTruth value = primary();
    return value ? ShellTruth(*value != is_negated) : std::nullopt;
  }
  ShellTruth primary() {
    if (take("(")) {
      if (++depth_ > kDeepestExpression) return std::nullopt;
      const ShellTruth value = either();
      take(")");
      return value;
    }
    if (at_ >= words_.size()) return std::nullopt;
    const ShellWord& first = words_[at_];
    if (at_ + 1 < words_.size()) {
      if (at_ + 2 < words_.size() && is_comparison(words_[at_ + 1].text)) {
        at_ += 3;
        return comparison(first, words_[at_ - 2].text, words_[at_ - 1]);
      }
      if (first.text.size() == 2 && first.text[0] == '-') {
        const ShellWord& operand = words_[at_ + 1];
        at_ += 2;
        if (first.text == "-z") return emptiness(operand);
        if (first.text == "-n") {
          const ShellTruth is_empty = emptiness(operand);
          return is_empty ? ShellTruth(!*is_empty) : std::nullopt;
        }
        return std::nullopt;  // files, and whatever else only the machine knows
      }
    }
    ++at_;
    const ShellTruth is_empty = emptiness(first);
    return is_empty ? ShellTruth(!*is_empty) : std::nullopt;
  }
  // Text around an unknown value is not empty.
  static ShellTruth emptiness(const ShellWord& word) {
    if (word.is_known) return word.text.empty();
    for (const ShellPiece& piece : word.parts.pieces())
      if (piece.is_known && !piece.text.empty()) return false;
    return std::nullopt;
  }
  static bool is_comparison(std::string_view sign) {
    constexpr std::string_view others[] = {"=", "==", "!=", "=~", "<", ">", "-nt", "-ot"};
    return std::find(std::begin(others), std::end(others), sign) != std::end(others) ||
           std::find(std::begin(of_numbers), std::end(of_numbers), sign) != std::end(of_numbers);
  }
  ShellTruth comparison(const ShellWord& a, std::string_view sign, const ShellWord& b) {
    if (sign == "=" || sign == "==" || sign == "!=") {
      if (!a.is_known || !b.is_known) return std::nullopt;
      const bool is_equal = has_patterns_ ? matches_pattern(a.text, b.text) : a.text == b.text;
      return is_equal == (sign != "!=");
    }
    const auto found = std::find(std::begin(of_numbers), std::end(of_numbers), sign);
    if (found == std::end(of_numbers)) return std::nullopt;  // comparisons of texts, ages of files
    const ShellNumber x = whole_number(a), y = whole_number(b);
    if (!x || !y) return std::nullopt;
    const bool values[] = {*x == *y, *x != *y, *x<*y, *x <= *y, *x> * y, *x >= *y};
    return values[found - std::begin(of_numbers)];
  }

  static constexpr std::string_view of_numbers[] = {"-eq", "-ne", "-lt", "-le", "-gt", "-ge"};
  const ShellWords& words_;
  bool has_patterns_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

std::optional<std::int64_t> arithmetic_value(std::string_view text,
                                             const ArithmeticVariables& variables) {
  return ArithmeticReader(text, variables).read();
}

std::optional<std::int64_t> arithmetic_value(std::string_view text) {
  return arithmetic_value(text, {[](const std::string&) { return std::nullopt; },
                                 [](const std::string&, std::optional<std::int64_t>) {}});
}

std::optional<bool> condition_value(const ShellWords& words, bool has_patterns) {
  return ConditionReader(words, has_patterns).read();
}

bool matches_pattern(std::string_view text, std::string_view pattern) {
  std::size_t t = 0, p = 0, star = pattern.npos, mark = 0;
  const auto one_matches = [&](std::size_t& next) {
    if (p >= pattern.size()) return false;
    next = p + 1;
    if (pattern[p] == '?') return true;
    const auto close = pattern[p] == '[' ? pattern.find(']', p + 2) : pattern.npos;
    if (close == pattern.npos) return pattern[p] == text[t];
    std::size_t i = p + 1;
    const bool is_negated = pattern[i] == '!' || pattern[i] == '^';
    bool is_in = false;
    for (i += is_negated ? 1 : 0; i < close; ++i)
      if (i + 2 < close && pattern[i + 1] == '-') {
        is_in |= text[t] >= pattern[i] && text[t] <= pattern[i + 2];
        i += 2;
      } else {
        is_in |= text[t] == pattern[i];
      }
    next = close + 1;
    return is_in != is_negated;
  };
  while (t < text.size()) {
    std::size_t next = 0;
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      mark = t;
    } else if (one_matches(next)) {
      p = next;
      ++t;
    } else if (star != pattern.npos) {
      p = star + 1;
      t = ++mark;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace trainyard
