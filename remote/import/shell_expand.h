// SPDX-License-Identifier: GPL-3.0-or-later
// Expands the words of a shell script with what the script has set.
#pragma once

#include "remote/import/shell_state.h"

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
  // Handles NAME=..., NAME+=..., NAME=(...), NAME[index]=...; returns whether it is one.
  bool assign(const ShellSource& source, bool is_exported);

  std::optional<std::int64_t> arithmetic(std::string_view text, int line);

 private:
  struct Field;
  void read_word(std::string_view text, int line, Field& field, bool is_value);
  void double_quotes(std::string_view text, std::size_t& at, int line, Field& field);
  void expansion(std::string_view text, std::size_t& at, int line, Field& field, bool is_quoted);
  void braced(std::string_view inner, std::string_view written, int line, Field& field,
              bool is_quoted);
  void variable(std::string_view name, std::string_view written, int line, Field& field,
                bool is_quoted);
  void arguments(char sign, std::string_view written, Field& field, bool is_quoted);
  void note_unset(std::string_view name, int line);
  void put(const ShellText& text, Field& field, bool is_quoted);
  void put_list(const std::vector<ShellText>& words, std::string_view written, Field& field,
                bool is_quoted);
  static void put_unknown(std::string_view written, Field& field, bool is_quoted);
  std::optional<ShellText> element(const ShellVariable& variable, std::string_view index, int line);
  std::optional<ShellText> changed(const ShellText& text, std::string_view operation, int line);
  void assign_list(const std::string& name, std::string_view inner, bool is_appended, int line,
                   bool is_exported);

  ShellState& state_;
  ShellLimits& limits_;
  const ShellDialect& dialect_;
  int depth_ = 0;
};

}  // namespace trainyard
