// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/import/shell_field.h"

namespace trainyard {

void ShellField::put(const ShellText& content, bool is_quoted) {
  has_word |= is_quoted;
  if (!limits.spend(content.written().size() + 1)) return put_unknown("...", true);
  if (is_quoted || !is_split) {
    text.add(content);
    has_word |= !content.empty();
    return;
  }
  for (const ShellPiece& piece : content.pieces()) {
    if (!piece.is_known) {
      text.add(piece);
      has_word = is_list = true;
      continue;
    }
    for (const char c : piece.text) {
      if (is_shell_blank(c) || c == '\n')
        finish();
      else
        put_known(std::string_view(&c, 1));
    }
  }
}

void ShellField::put_list(const std::vector<ShellText>& items, bool is_quoted) {
  had_empty_list |= items.empty();
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0 && is_split) finish();
    if (i > 0 && !is_split) text.add(' ');
    put(items[i], is_quoted);
    // "${A[@]}" for an array whose end is unknown.
    is_list |= !items[i].empty() && items[i].written().ends_with("[@]}");
  }
}

void ShellField::put_unknown(std::string_view written, bool is_quoted) {
  text.add(ShellPiece{std::string(written), false, {}});
  has_word = true;
  is_list |= !is_quoted && is_split;
}

void ShellField::finish() {
  if (has_word) out.push_back(shell_word(std::move(text), line, is_list));
  text = ShellText();
  has_word = is_list = false;
}

}  // namespace trainyard
