// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/script/script_lines.h"

#include <algorithm>
#include <cctype>
#include <string>

namespace trainyard {
namespace {

constexpr std::string_view kWord = "SBATCH";
constexpr int kDocumentLimit = 500;  // each is searched for its end

bool is_blank(char c) { return c == ' ' || c == '\t'; }
bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// Follows quotes, comments and here-documents, which is all that decides whose a line is.
class LineFollower {
 public:
  explicit LineFollower(std::string_view script) : script_(script) {}

  // Ends with `is_own_` telling of the line that begins at `at_`.
  bool next() {
    if (at_ >= script_.size()) return false;
    is_own_ = quote_ == 0;
    if (in_document()) return true;
    follow_line();
    return true;
  }
  bool is_own() const { return is_own_; }

 private:
  std::string_view line() const {
    return script_.substr(at_, std::min(script_.find('\n', at_), script_.size()) - at_);
  }
  void end_line(std::string_view text) { at_ += std::min(text.size() + 1, script_.size() - at_); }

  bool in_document() {
    if (documents_.empty() || quote_) return false;
    is_own_ = false;
    const std::string_view text = line();
    std::string_view word = text;
    while (!word.empty() && is_blank(word.front())) word.remove_prefix(1);
    if (!word.empty() && word.back() == '\r') word.remove_suffix(1);
    if (word == documents_.front()) documents_.erase(documents_.begin());
    end_line(text);
    return true;
  }
  void follow_line() {
    const std::string_view text = line();
    for (std::size_t i = 0; i < text.size(); ++i) {
      const char c = text[i];
      if (quote_) {
        if (c == '\\' && quote_ == '"')
          ++i;
        else if (c == quote_)
          quote_ = 0;
      } else if (c == '\\') {
        ++i;
      } else if (c == '\'' || c == '"') {
        quote_ = c;
      } else if (c == '#' && (i == 0 || is_blank(text[i - 1]) || text[i - 1] == ';')) {
        break;
      } else if (c == '<' && text.substr(i).starts_with("<<")) {
        i = open_document(text, i + 2);
      }
    }
    end_line(text);
  }
  // Returns the index of the last character that was read.
  std::size_t open_document(std::string_view text, std::size_t at) {
    if (at < text.size() && text[at] == '<') return at;  // <<< WORD
    if (at < text.size() && text[at] == '-') ++at;
    while (at < text.size() && is_blank(text[at])) ++at;
    char quote = 0;
    if (at < text.size() && (text[at] == '\'' || text[at] == '"' || text[at] == '\\'))
      quote = text[at++];
    const std::size_t begin = at;
    while (at < text.size() && is_name(text[at])) ++at;
    const std::string word(text.substr(begin, at - begin));
    const bool is_shift = word.empty() || std::isdigit(static_cast<unsigned char>(word[0]));
    if (!is_shift && ++opened_ < kDocumentLimit && closes_later(word)) documents_.push_back(word);
    if (quote == '\'' || quote == '"') ++at;
    return at - 1;
  }
  // $((a<<b)) has no end.
  bool closes_later(const std::string& word) const {
    for (std::size_t found = script_.find(word, at_); found != script_.npos;
         found = script_.find(word, found + 1)) {
      std::size_t begin = found;
      while (begin > 0 && is_blank(script_[begin - 1])) --begin;
      const std::size_t end = found + word.size();
      const bool is_end = end == script_.size() || script_[end] == '\n' || script_[end] == '\r';
      if (is_end && begin > at_ && script_[begin - 1] == '\n') return true;
    }
    return false;
  }

  const std::string_view script_;
  std::size_t at_ = 0;
  char quote_ = 0;
  bool is_own_ = true;
  std::vector<std::string> documents_;  // whose ends are awaited
  int opened_ = 0;
};

}  // namespace

std::size_t edit_distance(std::string_view one, std::string_view other) {
  constexpr std::size_t limit = 64;  // of words that are compared
  if (one.size() > limit || other.size() > limit) return limit;
  std::vector<std::vector<std::size_t>> rows(one.size() + 1,
                                             std::vector<std::size_t>(other.size() + 1));
  for (std::size_t i = 0; i <= one.size(); ++i)
    for (std::size_t j = 0; j <= other.size(); ++j) {
      std::size_t& cell = rows[i][j];
      if (i == 0 || j == 0) {
        cell = std::max(i, j);
        continue;
      }
      const bool is_same = one[i - 1] == other[j - 1];
      cell = std::min({rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + !is_same});
      const bool is_swapped =
          i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1];
      if (is_swapped) cell = std::min(cell, rows[i - 2][j - 2] + 1);
    }
  return rows[one.size()][other.size()];
}

bool is_misspelt_directive(std::string_view line) {
  if (line.starts_with("#SBATCH")) return false;
  const bool is_indented = !line.empty() && is_blank(line.front());
  while (!line.empty() && is_blank(line.front())) line.remove_prefix(1);
  if (!line.starts_with('#') || line.starts_with("##")) return false;
  line.remove_prefix(1);
  const auto begin = line.find_first_not_of(" \t!");
  if (begin == line.npos) return false;
  const bool is_apart = begin > 0;
  line.remove_prefix(begin);
  const auto end = std::min(line.find_first_of(" \t=-"), line.size());
  std::string word(line.substr(0, end));
  const std::string_view rest = line.substr(end);
  const auto option = rest.find_first_not_of(" \t");
  const bool has_option = option != rest.npos && rest[option] == '-' && option + 1 < rest.size() &&
                          (rest[option + 1] == '-' || is_name(rest[option + 1]));
  if (!has_option || word.size() > 9) return false;
  // "# sbatch --nodes=2 job.sh" tells how the script is submitted.
  const bool is_prose = is_apart && word != kWord;
  if (word == kWord) return is_apart || is_indented;
  std::transform(word.begin(), word.end(), word.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return !is_prose && edit_distance(word, kWord) <= 2;
}

std::vector<int> lines_of_the_script(std::string_view script, const std::vector<int>& lines) {
  std::vector<int> own;
  LineFollower follower(script);
  int number = 0;
  auto wanted = lines.begin();
  while (wanted != lines.end() && follower.next()) {
    if (++number != *wanted) continue;
    if (follower.is_own()) own.push_back(number);
    ++wanted;
  }
  return own;
}

}  // namespace trainyard
