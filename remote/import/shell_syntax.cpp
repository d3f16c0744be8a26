// SPDX-License-Identifier: GPL-3.0-or-later
// One file because the rules of the grammar call each other.
#include "remote/import/shell_syntax.h"

#include <algorithm>
#include <iterator>

namespace trainyard {
namespace {

constexpr int kDeepestNesting = 100;

// Words that end the preceding list if they are at the start of a command.
bool is_end_word(std::string_view word) {
  constexpr std::string_view ends[] = {"then", "do", "done", "fi", "else", "elif", "esac", "}"};
  return std::find(std::begin(ends), std::end(ends), word) != std::end(ends);
}

class ShellParser {
 public:
  ShellParser(std::string_view text, int line) : text_(text), line_(line) {}

  ShellProgram parse() {
    program_.commands = list();
    // A word that closes something that was not open: bash would stop here.
    if (at_ < text_.size()) broken();
    return std::move(program_);
  }

 private:
  using Kind = ShellCommand::Kind;

  char next(std::size_t offset = 0) const {
    return at_ + offset < text_.size() ? text_[at_ + offset] : '\0';
  }
  bool is_next(std::string_view sign) const { return text_.substr(at_).starts_with(sign); }
  void move_to(std::size_t end) {
    end = std::min(end, text_.size());
    line_ += static_cast<int>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                                         text_.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
    at_ = end;
  }
  bool take(std::string_view sign) {
    if (!is_next(sign)) return false;
    move_to(at_ + sign.size());
    if (sign == "\n") read_documents();
    return true;
  }
  void broken() {
    if (program_.broken_line == 0) program_.broken_line = line_;
    at_ = text_.size();
  }

  // Skips blanks, continued lines and comments.
  void skip_blanks() {
    for (;;) {
      if (is_shell_blank(next()))
        ++at_;
      else if (is_next("\\\n"))
        move_to(at_ + 2);
      else if (is_next("\\\r\n"))
        move_to(at_ + 3);
      else if (next() == '#')
        at_ = std::min(text_.find('\n', at_), text_.size());
      else
        return;
    }
  }
  void skip_lines() {
    for (skip_blanks(); take("\n"); skip_blanks()) {
    }
  }
  std::string_view peek_word() {
    skip_blanks();
    if (at_ >= text_.size() || ends_shell_word(next())) return {};
    return text_.substr(at_, end_of_word(text_, at_) - at_);
  }
  bool take_word(std::string_view word) {
    if (peek_word() != word) return false;
    move_to(at_ + word.size());
    return true;
  }
  void need_word(std::string_view word) {
    skip_lines();
    if (!take_word(word)) broken();
  }
  ShellSource word() {
    const std::string_view text = peek_word();
    ShellSource out{std::string(text), line_};
    if (text.empty())
      broken();
    else
      move_to(at_ + text.size());
    return out;
  }
  ShellCommand made(Kind kind) const {
    ShellCommand out;
    out.kind = kind;
    out.line = line_;
    return out;
  }

  // Commands up to a word or sign of the enclosing construct, which is not consumed.
  ShellCommand list() {
    ShellCommand out = made(Kind::sequence);
    while (program_.broken_line == 0) {
      skip_lines();
      if (at_ >= text_.size() || next() == ')' || is_next(";;") || is_next(";&") ||
          is_end_word(peek_word()))
        break;
      ShellCommand one = and_or();
      skip_blanks();
      if (next() == '&') {
        one.is_background = true;
        ++at_;
      } else if (next() == ';' && next(1) != ';' && next(1) != '&') {
        ++at_;
      }
      out.parts.push_back(std::move(one));
    }
    return out;
  }
  ShellCommand and_or() {
    ShellCommand left = pipeline();
    for (skip_blanks(); is_next("&&") || is_next("||"); skip_blanks()) {
      ShellCommand both = made(next() == '&' ? Kind::both : Kind::either);
      at_ += 2;
      skip_lines();
      both.line = left.line;
      both.parts.push_back(std::move(left));
      both.parts.push_back(pipeline());
      left = std::move(both);
    }
    return left;
  }
  ShellCommand pipeline() {
    const bool is_negated = take_word("!");
    while (take_word("time")) {
      while (peek_word() == "-p") take_word("-p");
    }
    ShellCommand out = command();
    skip_blanks();
    if (next() == '|' && next(1) != '|') {
      ShellCommand all = made(Kind::pipeline);
      all.line = out.line;
      all.parts.push_back(std::move(out));
      for (; next() == '|' && next(1) != '|'; skip_blanks()) {
        ++at_;
        if (next() == '&') ++at_;
        skip_lines();
        all.parts.push_back(command());
      }
      out = std::move(all);
    }
    if (!is_negated) return out;
    ShellCommand negated = made(Kind::negation);
    negated.line = out.line;
    negated.parts.push_back(std::move(out));
    return negated;
  }

  ShellCommand command() {
    if (++depth_ > kDeepestNesting) broken();
    ShellCommand out = inner_command();
    --depth_;
    if (out.kind != Kind::simple && out.kind != Kind::function)
      for (skip_blanks(); is_redirection(); skip_blanks()) redirection(out);
    return out;
  }
  ShellCommand inner_command() {
    skip_blanks();
    if (is_next("((")) {
      const std::size_t end = end_of_brackets(text_, at_);
      if (end >= at_ + 4 && text_[end - 2] == ')') return arithmetic(end);
    }
    if (next() == '(') return bracketed(Kind::subshell, "(", ")");
    const std::string_view first = peek_word();
    if (first == "{") return group();
    if (first == "[[") return condition();
    if (first == "if") return choice();
    if (first == "for" || first == "select") return each();
    if (first == "while") return loop(Kind::loop);
    if (first == "until") return loop(Kind::until);
    if (first == "case") return match();
    if (first == "function") return function(true);
    if (is_function()) return function(false);
    return simple();
  }
  ShellCommand arithmetic(std::size_t end) {
    ShellCommand out = made(Kind::arithmetic);
    out.words.push_back({std::string(text_.substr(at_ + 2, end - at_ - 4)), line_});
    move_to(end);
    return out;
  }
  ShellCommand bracketed(Kind kind, std::string_view open, std::string_view close) {
    ShellCommand out = made(kind);
    take(open);
    out.parts.push_back(list());
    skip_lines();
    if (!take(close)) broken();
    return out;
  }
  ShellCommand group() {
    take_word("{");
    ShellCommand out = list();
    need_word("}");
    return out;
  }
  ShellCommand condition() {
    ShellCommand out = made(Kind::condition);
    take_word("[[");
    while (program_.broken_line == 0 && !take_word("]]")) {
      skip_lines();
      if (at_ >= text_.size()) {
        broken();
      } else if (ends_shell_word(next())) {
        const std::size_t size = is_next("&&") || is_next("||") ? 2 : 1;
        out.words.push_back({std::string(text_.substr(at_, size)), line_});
        move_to(at_ + size);
      } else {
        out.words.push_back(word());
      }
    }
    return out;
  }
  ShellCommand choice() {
    ShellCommand out = made(Kind::choice);
    take_word("if");
    do {
      out.parts.push_back(list());
      need_word("then");
      out.parts.push_back(list());
      skip_lines();
    } while (program_.broken_line == 0 && take_word("elif"));
    if (take_word("else")) out.parts.push_back(list());
    need_word("fi");
    return out;
  }
  void body(ShellCommand& out) {
    skip_blanks();
    if (next() == ';') ++at_;
    skip_lines();
    if (peek_word() == "{") {
      out.parts.push_back(group());
      return;
    }
    need_word("do");
    out.parts.push_back(list());
    need_word("done");
  }
  ShellCommand each() {
    ShellCommand out = made(Kind::each);
    move_to(at_ + peek_word().size());
    skip_blanks();
    if (is_next("((")) return counted(std::move(out));
    out.words.push_back(word());
    skip_lines();
    out.has_list = take_word("in");
    if (out.has_list)
      while (!peek_word().empty()) out.words.push_back(word());
    body(out);
    return out;
  }
  ShellCommand counted(ShellCommand out) {
    out.kind = Kind::count;
    const std::size_t end = end_of_brackets(text_, at_);
    std::string_view inner = text_.substr(at_ + 2, end - at_ < 4 ? 0 : end - at_ - 4);
    for (int i = 0; i < 3; ++i) {
      const auto semicolon = std::min(inner.find(';'), inner.size());
      out.words.push_back({std::string(inner.substr(0, semicolon)), line_});
      inner.remove_prefix(std::min(semicolon + 1, inner.size()));
    }
    move_to(end);
    body(out);
    return out;
  }
  ShellCommand loop(Kind kind) {
    ShellCommand out = made(kind);
    move_to(at_ + peek_word().size());
    out.parts.push_back(list());
    need_word("do");
    out.parts.push_back(list());
    need_word("done");
    return out;
  }
  ShellCommand match() {
    ShellCommand out = made(Kind::match);
    take_word("case");
    out.words.push_back(word());
    need_word("in");
    for (skip_lines(); program_.broken_line == 0 && !take_word("esac"); skip_lines()) {
      take("(");
      std::vector<ShellSource> patterns;
      for (skip_blanks(); at_ < text_.size() && next() != ')'; skip_blanks()) {
        if (next() == '|')
          ++at_;
        else if (ends_shell_word(next()))
          return broken(), out;
        else
          patterns.push_back(word());
      }
      take(")");
      out.patterns.push_back(std::move(patterns));
      out.parts.push_back(list());
      skip_lines();
      if (!take(";;&") && !take(";;") && !take(";&") && peek_word() != "esac") broken();
    }
    return out;
  }
  bool is_function() {
    const std::string_view name = peek_word();
    if (name.empty() || name.find_first_of("$\"'`\\=") != name.npos) return false;
    std::size_t at = at_ + name.size();
    while (at < text_.size() && is_shell_blank(text_[at])) ++at;
    if (at >= text_.size() || text_[at] != '(') return false;
    for (++at; at < text_.size() && is_shell_blank(text_[at]);) ++at;
    return at < text_.size() && text_[at] == ')';
  }
  ShellCommand function(bool has_word) {
    ShellCommand out = made(Kind::function);
    if (has_word) take_word("function");
    out.words.push_back(word());
    skip_blanks();
    if (take("(")) {
      skip_blanks();
      take(")");
    }
    skip_lines();
    out.parts.push_back(command());
    return out;
  }

  ShellCommand simple() {
    ShellCommand out = made(Kind::simple);
    for (;;) {
      skip_blanks();
      if (is_redirection())
        redirection(out);
      else if (is_next("<(") || is_next(">("))
        out.words.push_back(process());
      else if (at_ < text_.size() && !ends_shell_word(next()))
        out.words.push_back(word());
      else
        break;
    }
    if (out.words.empty() && out.redirections.empty()) broken();
    return out;
  }
  ShellSource process() {
    const std::size_t end = end_of_brackets(text_, at_ + 1);
    ShellSource out{std::string(text_.substr(at_, end - at_)), line_};
    move_to(end);
    return out;
  }
  bool is_redirection() const {
    if (is_next("&>")) return true;
    std::size_t at = at_;
    while (at < text_.size() && text_[at] >= '0' && text_[at] <= '9') ++at;
    if (at >= text_.size() || (text_[at] != '<' && text_[at] != '>')) return false;
    return at + 1 >= text_.size() || text_[at + 1] != '(';
  }
  void redirection(ShellCommand& out) {
    ShellRedirection one;
    while (next() >= '0' && next() <= '9') one.descriptor = text_[at_++] - '0';
    constexpr std::string_view signs[] = {"<<<", "<<-", "&>>", "<<", "<>", "<&",
                                          ">>",  ">&",  ">|",  "&>", "<",  ">"};
    for (const std::string_view sign : signs)
      if (is_next(sign)) {
        one.sign = sign;
        at_ += sign.size();
        break;
      }
    skip_blanks();
    if (is_next("<(") || is_next(">("))
      one.target = process();
    else
      one.target = word();
    if (one.sign == "<<" || one.sign == "<<-") {
      one.document = static_cast<int>(program_.documents.size());
      program_.documents.push_back({});
      waiting_.push_back({one.document, one.target.text, one.sign == "<<-"});
    }
    out.redirections.push_back(std::move(one));
  }

  struct Waiting {
    int document;
    std::string word;
    bool has_tabs;
  };
  // Here-documents start on the line after the one that names them.
  void read_documents() {
    for (Waiting& waiting : waiting_) {
      ShellHereDocument& document = program_.documents[static_cast<std::size_t>(waiting.document)];
      std::string end = waiting.word;
      document.is_plain = end.find_first_of("'\"\\") != end.npos;
      std::erase_if(end, [](char c) { return c == '\'' || c == '"' || c == '\\'; });
      document.line = line_;
      while (at_ < text_.size()) {
        std::string_view one = text_.substr(at_, text_.find('\n', at_) - at_);
        move_to(at_ + one.size() + 1);
        if (waiting.has_tabs) one.remove_prefix(std::min(one.find_first_not_of('\t'), one.size()));
        std::string_view bare = one;
        while (!bare.empty() && is_shell_blank(bare.back())) bare.remove_suffix(1);
        if (bare == end) break;
        document.text.append(one).append("\n");
      }
    }
    waiting_.clear();
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int line_;
  int depth_ = 0;
  ShellProgram program_;
  std::vector<Waiting> waiting_;
};

}  // namespace

ShellProgram parse_shell(std::string_view text, int first_line) {
  return ShellParser(text, first_line).parse();
}

}  // namespace trainyard
