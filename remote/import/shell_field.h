// SPDX-License-Identifier: GPL-3.0-or-later
// A word of a shell command under construction; blanks in variables start new ones.
#pragma once

#include "remote/import/shell_state.h"

namespace trainyard {

struct ShellField {
  ShellWords& out;
  ShellLimits& limits;
  int line;
  bool is_split;
  ShellText text = {};
  bool has_word = false;
  bool is_list = false;
  bool had_empty_list = false;  // "$@" without arguments is not a word

  // The content of a variable. Quoted, it is a word even if it is empty.
  void put(const ShellText& content, bool is_quoted);
  // The items of an array, a word each.
  void put_list(const std::vector<ShellText>& items, bool is_quoted);
  // What is known only when the script runs, as written.
  void put_unknown(std::string_view written, bool is_quoted);
  void put_known(std::string_view known) {
    text.add(known);
    has_word = true;
  }
  void finish();
};

}  // namespace trainyard
