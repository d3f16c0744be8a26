// SPDX-License-Identifier: GPL-3.0-or-later
// Expands the words of a shell script with what the script has set.
#pragma once

#include "remote/import/shell_field.h"

namespace trainyard {

struct ShellDialect {
  bool splits_words = true;  // zsh: an unquoted variable is one word
  int first_index = 0;       // of arrays; zsh: 1
};

class ShellExpander {
 public:
  ShellExpander(ShellState& state, ShellLimits& limits, const ShellDialect& dialect)
      : state_(state), limits_(limits), dialect_(dialect) {}

  // Expands a word of a command: to several words, or none.
  void expand(const ShellSource& source, ShellWords& out);
  // Expands the value of a variable: one text, never split.
  ShellText value(std::string_view source, int line);
  // Expands the text of a here-document.
  ShellText document(const ShellHereDocument& document);
  std::optional<std::int64_t> arithmetic(std::string_view text, int line);

 private:
  // One $... of a word: as it is written, and where its value goes.
  struct Expansion {
    std::string_view written;
    int line;
    ShellField& field;
    bool is_quoted;
    void put(const ShellText& text) const { field.put(text, is_quoted); }
    void put_list(const std::vector<ShellText>& items) const { field.put_list(items, is_quoted); }
    void put_unknown() const { field.put_unknown(written, is_quoted); }
  };
  // The name in ${name...}, with its value if it has one, and what follows it.
  struct Parameter {
    std::string_view name, rest;
    bool is_argument = false;
    bool is_set = false;
    std::optional<ShellText> text = {};
  };
  void read_word(std::string_view text, int line, ShellField& field, bool is_value);
  void double_quotes(std::string_view text, std::size_t& at, int line, ShellField& field);
  void quoted(std::string_view text, std::size_t& at, int line, ShellField& field,
              std::string_view escaped, bool ends_at_quote);
  ShellText quoted_text(std::string_view text, int line, std::string_view escaped);
  void expansion(std::string_view text, std::size_t& at, int line, ShellField& field,
                 bool is_quoted);
  void variable(std::string_view name, const Expansion& expansion);
  void arguments(char sign, const Expansion& expansion);
  void braced(std::string_view inner, const Expansion& expansion);
  void size_of(std::string_view name, const Expansion& expansion);
  void plain(Parameter& parameter, const Expansion& expansion);
  void with_default(Parameter& parameter, const Expansion& expansion);
  void note_unset(std::string_view name, int line);
  std::optional<ShellText> element(const ShellVariable& variable, std::string_view index, int line);
  std::optional<ShellText> changed(const ShellText& text, std::string_view operation, int line);

  ShellState& state_;
  ShellLimits& limits_;
  const ShellDialect& dialect_;
  int depth_ = 0;
};

}  // namespace trainyard
