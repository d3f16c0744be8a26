// SPDX-License-Identifier: GPL-3.0-or-later
// Text in a shell, as far as it is known without executing anything.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace trainyard {

// One of several possible values.
struct SeenValue {
  std::string text;
  int line = 0;
  bool operator==(const SeenValue&) const = default;
};

struct ShellPiece {
  std::string text;  // if unknown: as written, "$(hostname)"
  bool is_known = true;
  std::vector<SeenValue> seen = {};
  bool operator==(const ShellPiece&) const = default;
};

class ShellText {
 public:
  ShellText() = default;
  explicit ShellText(std::string known) { add(known); }

  void add(std::string_view known) {
    if (known.empty()) return;
    if (pieces_.empty() || !pieces_.back().is_known) pieces_.push_back({});
    pieces_.back().text += known;
  }
  void add(char known) { add(std::string_view(&known, 1)); }
  void add(ShellPiece piece) {
    if (piece.is_known)
      add(piece.text);
    else
      pieces_.push_back(std::move(piece));
  }
  void add(const ShellText& other) {
    for (const ShellPiece& piece : other.pieces_) add(piece);
  }

  const std::vector<ShellPiece>& pieces() const { return pieces_; }
  bool empty() const { return pieces_.empty(); }
  bool is_known() const {
    return pieces_.empty() || (pieces_.size() == 1 && pieces_.front().is_known);
  }
  // The known parts, and the others as written.
  std::string written() const {
    std::string out;
    for (const ShellPiece& piece : pieces_) out += piece.text;
    return out;
  }
  // The possible values of the whole text, if one part of it has several.
  std::vector<SeenValue> seen() const;

  bool operator==(const ShellText&) const = default;

 private:
  std::vector<ShellPiece> pieces_;
};

struct ShellWord {
  std::string text;
  int line = 0;
  bool is_known = true;  // false: contains $(...), or a variable that the script does not set
  bool is_list = false;  // the number of words is unknown: "$@", or an unquoted variable
  std::vector<SeenValue> seen = {};
  ShellText parts = {};
};
using ShellWords = std::vector<ShellWord>;

ShellWord shell_word(ShellText text, int line, bool is_list);

}  // namespace trainyard
