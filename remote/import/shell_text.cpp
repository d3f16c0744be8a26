// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/import/shell_text.h"

#include <algorithm>

namespace trainyard {

std::vector<SeenValue> ShellText::seen() const {
  const auto has_values = [](const ShellPiece& one) { return !one.seen.empty(); };
  if (std::count_if(pieces_.begin(), pieces_.end(), has_values) != 1) return {};
  std::vector<SeenValue> out = std::find_if(pieces_.begin(), pieces_.end(), has_values)->seen;
  for (SeenValue& value : out) {
    std::string whole;
    for (const ShellPiece& piece : pieces_) whole += has_values(piece) ? value.text : piece.text;
    value.text = std::move(whole);
  }
  return out;
}

ShellWord shell_word(ShellText text, int line, bool is_list) {
  ShellWord out;
  out.text = text.written();
  out.line = line;
  out.is_known = text.is_known();
  out.is_list = is_list;
  out.seen = text.seen();
  out.parts = std::move(text);
  return out;
}

}  // namespace trainyard
