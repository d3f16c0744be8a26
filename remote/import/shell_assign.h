// SPDX-License-Identifier: GPL-3.0-or-later
// The assignments of a shell script.
#pragma once

#include "remote/import/shell_expand.h"

namespace trainyard {

class ShellAssigner {
 public:
  ShellAssigner(ShellState& state, ShellLimits& limits, const ShellDialect& dialect)
      : state_(state),
        limits_(limits),
        first_index_(dialect.first_index),
        expander_(state, limits, dialect) {}

  // Handles NAME=..., NAME+=..., NAME=(...), NAME[index]=...; returns whether it is one.
  bool assign(const ShellSource& source, bool is_exported);

 private:
  // The items of NAME=(...), with their keys where they have some.
  struct Items {
    ShellWords words;
    std::vector<std::string> names;
    int line;  // of the last one
  };
  Items items_of(std::string_view inner, int line);
  void assign_list(const std::string& name, std::string_view inner, bool is_appended, int line,
                   bool is_exported);
  void assign_element(const std::string& name, std::string_view index, ShellText content, int line);
  ShellText appended(const std::string& name, const ShellText& content) const;

  ShellState& state_;
  ShellLimits& limits_;
  const int first_index_;
  ShellExpander expander_;
};

}  // namespace trainyard
