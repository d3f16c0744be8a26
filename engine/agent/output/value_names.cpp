// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/output/value_names.h"

#include <algorithm>
#include <utility>

#include "engine/agent/output/characters.h"

namespace trainyard::agent {
namespace {

using std::string_view;

constexpr std::size_t max_name_words = 4, max_name_bytes = 64;

bool is_alnum(char c) { return is_letter(c) || is_digit(c); }
bool is_digits(string_view text) { return text.find_first_not_of("0123456789") == text.npos; }

// Words that say nothing alone.
bool is_function_word(string_view word) {
  static constexpr string_view all[] = {
      "is",  "of",  "at",   "the",   "in",      "on",   "for",      "a",         "an",
      "and", "to",  "with", "after", "over",    "now",  "was",      "s",         "by",
      "has", "are", "from", "per",   "reached", "done", "finished", "completed", "took"};
  return std::find(std::begin(all), std::end(all), word) != std::end(all);
}

bool is_sentence_word(string_view word) {
  static constexpr string_view all[] = {
      "improved", "improve", "decreased", "increased", "reducing", "reduced", "not", "did",
      "saving", "saved", "setting", "using", "loading", "loaded",
      // of a compiler that shows a line of a source
      "float", "double", "int", "auto", "const", "let", "var", "def"};
  return std::find(std::begin(all), std::end(all), word) != std::end(all);
}

struct Segment {
  char before = 0;  // the character between it and the one before
  std::string text;
};

std::vector<Segment> segments(string_view word) {
  std::vector<Segment> all;
  char before = 0;
  for (std::size_t i = 0; i < word.size();) {
    if (!is_alnum(word[i])) {
      before = word[i++];
      continue;
    }
    std::size_t end = i + 1;
    while (end < word.size() && is_alnum(word[end]) &&
           !(is_upper(word[end]) && end - i > 1 && !is_upper(word[end - 1]) &&
             !is_digit(word[end - 1])))
      ++end;
    all.push_back({all.empty() ? '\0'
                   : before    ? before
                               : '_',
                   lower_case(word.substr(i, end - i))});
    before = 0;
    i = end;
  }
  return all;
}

// "tok/s", "words/thread/sec"
std::string without_rate(string_view word) {
  std::string result;
  for (const char c : word) c == '/' ? result += "_per_" : result += c;
  return result;
}

// What stands before a name in languages that write no spaces: 训练损失, 验证准确率.
void take_leading_split(string_view& word, ValueName& name) {
  static constexpr std::pair<string_view, Split> all[] = {
      {"训练", Split::train}, {"验证", Split::eval}, {"测试", Split::test},
      {"訓練", Split::train}, {"検証", Split::eval}, {"テスト", Split::test},
      {"훈련", Split::train}, {"검증", Split::eval}, {"테스트", Split::test}};
  for (const auto& [text, split] : all)
    if (word.size() > text.size() && word.starts_with(text) && name.split == Split::none) {
      name.split = split;
      word.remove_prefix(text.size());
      return;
    }
}

// Takes a unit or a part of the data in brackets off the end of a word. False: it has others.
bool take_brackets(string_view& word, ValueName& name) {
  const std::size_t paren = word.find('(');
  if (paren == word.npos || paren == 0) return true;
  const string_view inner = word.substr(paren + 1, word.size() - paren - 2);
  const Split split = split_word(lower_case(inner));
  const bool is_unit = unit_word(inner) != UnitKind::none;
  if (is_unit && (inner.size() > 1 || inner == "s" || inner == "%"))  // but "D(x)"
    name.unit = inner;
  else if (split != Split::none)
    name.split = split;
  else
    return false;
  word = word.substr(0, paren);
  return true;
}

// Takes the part of the data and the words that say nothing out of one word.
std::string cleaned(string_view word, ValueName& name) {
  take_leading_split(word, name);
  if (!take_brackets(word, name)) return lower_case(word);
  const std::size_t slash = word.find('/');
  const bool is_rate =
      slash != word.npos &&
      (unit_word(word) != UnitKind::none || counter_word(word.substr(slash + 1)) != Counter::none);
  if (is_rate) return lower_case(without_rate(word));  // "tok/s", "ms/batch", "time/batch"
  const auto all = segments(word);
  std::string result;
  bool is_first = true;
  for (const Segment& part : all) {
    const Split split = split_word(part.text);
    // "test" in the middle of a name is a word of it.
    if (split != Split::none && name.split == Split::none) {
      name.split = split;
      name.is_split_alone = all.size() == 1;
      continue;
    }
    if (split != Split::none && split == name.split) continue;
    if (all.size() > 1 && result.empty() && (part.text == "avg" || part.text == "average"))
      continue;
    // "valid_0's l2": the number of the data set.
    if (is_digits(part.text) && is_first && name.split != Split::none) continue;
    if (part.text == "s" && part.before == '\'') continue;
    if (!is_first && part.before) result += part.before;
    result += part.text;
    is_first = false;
  }
  return result;
}

}  // namespace

ValueName value_name(const std::vector<string_view>& words) {
  ValueName name;
  std::vector<std::string> kept, all;
  for (const string_view word : words) {
    std::string text = cleaned(word, name);
    if (text.empty()) continue;
    // "val_loss did not improve from 0.3"
    if (is_sentence_word(text)) return {};
    if (text == "return" && all.empty() && words.size() > 1) return {};  // of a compiler, too
    all.push_back(text);
    const bool is_word_first = text == "data" && all.size() == 1;
    // "PER" is an error rate, "per" is no word of a name.
    const bool is_acronym = word.size() > 1 && std::all_of(word.begin(), word.end(), is_upper);
    if (is_word_first || is_acronym || !is_stop_word(text)) kept.push_back(std::move(text));
  }
  if (kept.empty())
    for (std::string& text : all)
      if (!is_function_word(text)) kept.push_back(std::move(text));
  if (kept.size() > max_name_words) return {};
  std::vector<std::string> parts;
  for (const std::string& text : kept) {
    if (!name.text.empty()) name.text += '_';
    name.text += text;
    for (std::string& part : word_parts(text)) parts.push_back(std::move(part));
    parts.push_back(text);
  }
  if (name.text.size() > max_name_bytes) return {};
  name.meaning = meaning(parts);
  name.is_qualifier = !kept.empty() && std::all_of(kept.begin(), kept.end(), [](const auto& word) {
    return is_qualifier(word);
  });
  return name;
}

Counter named_counter(const std::vector<string_view>& words) {
  if (words.empty()) return Counter::none;
  string_view last = words.back();
  last = last.substr(0, std::min(last.find('('), last.size()));
  const std::size_t slash = last.rfind('/');
  if (slash != last.npos) last.remove_prefix(slash + 1);
  std::vector<std::string> before;
  for (std::size_t i = 0; i + 1 < words.size(); ++i) before.push_back(lower_case(words[i]));
  // "Iteration No: 3", "epoch number 3"
  static constexpr string_view numbers[] = {"no", "nr", "number", "num", "idx", "index"};
  if (!before.empty() &&
      std::find(std::begin(numbers), std::end(numbers), lower_case(last)) != std::end(numbers)) {
    last = words[words.size() - 2];
    before.pop_back();
  }
  if (!before.empty()) {
    const Counter both = counter_word(before.back() + "_" + lower_case(last));
    if (both != Counter::none) return both;
  }
  Counter kind = counter_word(last);
  if (kind == Counter::none) {
    // "train_epoch", "val_step"
    const std::size_t end = last.rfind('_');
    if (end == last.npos || split_word(lower_case(last.substr(0, end))) == Split::none)
      return Counter::none;
    kind = counter_word(last.substr(end + 1));
  }
  static constexpr string_view others[] = {
      "total", "max",      "maximum", "num",  "number", "best",     "per",        "last",
      "every", "warmup",   "each",    "from", "start",  "starting", "checkpoint", "remaining",
      "saved", "patience", "saving",  "log",  "resume", "skipped"};
  const bool is_other = std::any_of(before.begin(), before.end(), [](const std::string& word) {
    return std::find(std::begin(others), std::end(others), word) != std::end(others);
  });
  return is_other ? Counter::none : kind;
}

}  // namespace trainyard::agent
