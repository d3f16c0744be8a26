#include "engine/contract/import/shell.h"

#include <algorithm>

namespace trainyard {
namespace {

constexpr std::size_t kExpansionLimit = 1u << 20;  // bytes that variables may add
constexpr std::size_t kVariableLimit = 1u << 16;   // bytes of one variable

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
bool is_name_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_name_part(char c) { return is_name_start(c) || (c >= '0' && c <= '9'); }
bool ends_word(char c) {
  return is_blank(c) || std::string_view("\n;&|()<>").find(c) != std::string_view::npos;
}

std::size_t name_length(std::string_view text) {
  if (text.empty() || !is_name_start(text.front())) return 0;
  return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_name_part) -
                                  text.begin());
}

class ShellReader {
 public:
  ShellReader(std::string_view text, int line, ShellVariables& variables)
      : text_(text), line_(line), variables_(variables) {}

  std::vector<ShellWords> read() {
    while (at_ < text_.size()) step();
    end_command();
    return std::move(commands_);
  }

 private:
  char next(std::size_t offset = 0) const {
    return at_ + offset < text_.size() ? text_[at_ + offset] : '\0';
  }
  char take() {
    const char c = text_[at_++];
    if (c == '\n') ++line_;
    return c;
  }
  bool take_continuation() {
    const std::size_t length = next(1) == '\r' && next(2) == '\n' ? 3 : 2;
    if (next() != '\\' || next(length - 1) != '\n') return false;
    at_ += length;
    ++line_;
    return true;
  }

  void step() {
    const char c = next();
    if (take_continuation()) return;
    if (is_blank(c)) {
      take();
    } else if (c == '#') {
      while (at_ < text_.size() && next() != '\n') take();
    } else if (c == '\n') {
      take();
      end_command();
      skip_here_documents();
    } else if (c == '<' || c == '>' || (c == '&' && next(1) == '>')) {
      redirection();
    } else if (ends_word(c)) {
      take();
      end_command();
    } else {
      word(words_);
    }
  }

  void redirection() {
    if (!words_.empty() && words_.back().text.size() == 1 && at_ > 0 && text_[at_ - 1] >= '0' &&
        text_[at_ - 1] <= '9')
      words_.pop_back();  // the 2 of 2>&1
    std::string sign;
    while (std::string_view("<>&|").find(next()) != std::string_view::npos && next() != '\0')
      sign += take();
    const bool is_here = sign == "<<";
    if (is_here && next() == '-') take();
    while (is_blank(next())) take();
    ShellWords target;
    if (at_ < text_.size() && !ends_word(next())) word(target);
    if (is_here && !target.empty()) here_ends_.push_back(target.front().text);
  }
  void skip_here_documents() {
    for (const std::string& end : here_ends_)
      while (at_ < text_.size()) {
        std::string_view line = text_.substr(at_, text_.find('\n', at_) - at_);
        at_ = std::min(at_ + line.size() + 1, text_.size());
        ++line_;
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
        if (line == end) break;
      }
    here_ends_.clear();
  }

  // One word of the text; what variables hold may make it several, or none.
  void word(ShellWords& out) {
    word_ = {{}, line_, true};
    has_word_ = false;
    while (at_ < text_.size() && !ends_word(next())) {
      const char c = next();
      if (take_continuation()) continue;
      if (c == '\'') {
        single_quotes();
      } else if (c == '"') {
        double_quotes(out);
      } else if (c == '\\') {
        take();
        if (at_ < text_.size()) put(take());
      } else if (c == '$' || c == '`') {
        expansion(out, false);
      } else {
        put(take());
      }
    }
    if (next() == '(' && !is_in_array_ && is_assignment(word_.text) && word_.text.back() == '=')
      return array();
    finish_word(out);
  }
  void put(char c) {
    word_.text += c;
    has_word_ = true;
  }
  void finish_word(ShellWords& out) {
    if (has_word_) out.push_back(std::move(word_));
    word_ = {{}, line_, true};
    has_word_ = false;
  }
  void single_quotes() {
    take();
    has_word_ = true;
    while (at_ < text_.size() && next() != '\'') word_.text += take();
    if (at_ < text_.size()) take();
  }
  void double_quotes(ShellWords& out) {
    take();
    has_word_ = true;
    while (at_ < text_.size() && next() != '"') {
      if (take_continuation()) continue;
      if (next() == '\\' && std::string_view("\"\\$`").find(next(1)) != std::string_view::npos)
        take();
      else if (next() == '$' || next() == '`') {
        expansion(out, true);
        continue;
      }
      word_.text += take();
    }
    if (at_ < text_.size()) take();
  }

  void expansion(ShellWords& out, bool is_quoted) {
    const std::size_t begin = at_;
    if (next() == '`') {
      take();
      while (at_ < text_.size() && next() != '`') take();
      if (at_ < text_.size()) take();
      return unknown(begin);
    }
    take();
    if (next() == '(') {
      balanced('(', ')');
      return unknown(begin);
    }
    if (next() == '{') {
      const std::size_t inner = at_ + 1;
      balanced('{', '}');
      const std::size_t end = at_ > inner ? at_ - 1 : inner;
      return variable(text_.substr(inner, end - inner), begin, out, is_quoted);
    }
    const std::size_t length = name_length(text_.substr(at_));
    if (length > 0) {
      at_ += length;
      return variable(text_.substr(begin + 1, length), begin, out, is_quoted);
    }
    if (next() != '\0' &&
        std::string_view("0123456789@*#?$!-").find(next()) != std::string_view::npos) {
      take();
      return unknown(begin);
    }
    put('$');
  }
  void balanced(char open, char close) {
    int depth = 0;
    do {
      const char c = take();
      if (c == open) ++depth;
      if (c == close) --depth;
    } while (depth > 0 && at_ < text_.size());
  }
  void unknown(std::size_t begin) {
    word_.text += text_.substr(begin, at_ - begin);
    word_.is_known = false;
    has_word_ = true;
  }
  void variable(std::string_view inner, std::size_t begin, ShellWords& out, bool is_quoted) {
    const std::size_t length = name_length(inner);
    const std::string name(inner.substr(0, length));
    const std::string_view rest = inner.substr(length);
    const auto found = variables_.find(name);
    if (found != variables_.end() &&
        (rest.empty() || rest.starts_with(":-") || rest == "[@]" || rest == "[*]"))
      return put_words(found->second, out, is_quoted, rest.starts_with("["), begin);
    if (length > 0 && rest.starts_with(":-") && rest.find_first_of("$`'\"\\", 2) == rest.npos) {
      word_.text += rest.substr(2);
      has_word_ = true;
      return;
    }
    unknown(begin);
  }
  void put_words(const ShellWords& words, ShellWords& out, bool is_quoted, bool is_array,
                 std::size_t begin) {
    std::size_t size = 0;
    for (const ShellWord& one : words) size += one.text.size() + 1;
    expanded_ += size;
    if (expanded_ > kExpansionLimit) return unknown(begin);
    const bool is_split = !is_quoted && !is_assignment(word_.text);
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (i > 0 && is_array) finish_word(out);
      word_.is_known &= words[i].is_known;
      has_word_ |= is_quoted || is_array;
      for (const char c : words[i].text) {
        const bool is_space = is_blank(c) || c == '\n';
        if (is_split && words[i].is_known && !is_array && is_space)
          finish_word(out);
        else
          put(c);
      }
      if (!is_array) break;  // $name of an array is its first word
    }
  }
  void array() {
    const bool is_appended = word_.text.ends_with("+=");
    const std::string name = word_.text.substr(0, name_length(word_.text));
    take();
    is_in_array_ = true;
    ShellWords items;
    while (at_ < text_.size() && next() != ')') {
      if (take_continuation()) continue;
      if (next() == '#')
        while (at_ < text_.size() && next() != '\n') take();
      else if (ends_word(next()))
        take();
      else
        word(items);
    }
    if (at_ < text_.size()) take();
    is_in_array_ = false;
    ShellWords& stored = variables_[name];
    if (is_appended) items.insert(items.begin(), stored.begin(), stored.end());
    stored = std::move(items);
    if (size_of(stored) > kVariableLimit) variables_.erase(name);
    word_ = {{}, line_, true};
    has_word_ = false;
  }
  static std::size_t size_of(const ShellWords& words) {
    std::size_t size = 0;
    for (const ShellWord& one : words) size += one.text.size() + sizeof(ShellWord);
    return size;
  }

  void end_command() {
    constexpr std::string_view reserved[] = {"then", "do",   "else",  "elif",  "if",
                                             "fi",   "done", "while", "until", "!",
                                             "{",    "}",    "time",  "exec"};
    ShellWords words = std::move(words_);
    words_.clear();
    while (!words.empty() && std::find(std::begin(reserved), std::end(reserved),
                                       words.front().text) != std::end(reserved))
      words.erase(words.begin());
    if (words.empty()) return;
    const bool is_export = words.front().text == "export" || words.front().text == "readonly" ||
                           words.front().text == "local" || words.front().text == "declare";
    bool all = true;
    for (std::size_t i = is_export ? 1 : 0; i < words.size(); ++i)
      all = all && is_assignment(words[i].text);
    if (all)
      for (std::size_t i = is_export ? 1 : 0; i < words.size(); ++i) assign(words[i]);
    if (!all || is_export) commands_.push_back(std::move(words));
  }
  void assign(const ShellWord& word) {
    const std::size_t length = name_length(word.text);
    const std::string name = word.text.substr(0, length);
    const bool is_appended = word.text[length] == '+';
    ShellWord value{word.text.substr(length + (is_appended ? 2 : 1)), word.line, word.is_known};
    const auto before = variables_.find(name);
    if (is_appended && before != variables_.end() && !before->second.empty()) {
      value.text = before->second.front().text + value.text;
      value.is_known = value.is_known && before->second.front().is_known;
    }
    if (value.text.size() > kVariableLimit)
      variables_.erase(name);
    else
      variables_[name] = {std::move(value)};
  }

  std::string_view text_;
  std::size_t at_ = 0, expanded_ = 0;
  int line_;
  ShellVariables& variables_;
  ShellWord word_;
  bool has_word_ = false;
  bool is_in_array_ = false;
  ShellWords words_;
  std::vector<std::string> here_ends_;
  std::vector<ShellWords> commands_;
};

}  // namespace

std::vector<ShellWords> read_shell(std::string_view text, int first_line,
                                   ShellVariables& variables) {
  return ShellReader(text, first_line, variables).read();
}

bool is_assignment(std::string_view word) {
  const std::size_t length = name_length(word);
  if (length == 0) return false;
  const std::string_view rest = word.substr(length);
  return rest.starts_with('=') || rest.starts_with("+=");
}

}  // namespace trainyard
