// SPDX-License-Identifier: GPL-3.0-or-later
// Converts values to text: Python's str() and repr(), and json.dumps.
#pragma once

#include <optional>
#include <string>

#include "engine/text/chat/template_value.h"

namespace trainyard::chat {

// Appends str(value); fails for what no template prints: functions, loops, namespaces, views of
// dicts and generators.
void append_str(const Any& value, std::string& out, Work& work);
std::string str_of(const Any& value, Work& work);
void append_repr(const Any& value, std::string& out, Work& work);

// The shortest digits that read back as the same number, formatted like Python: 1.0, 1e-05, inf.
std::string python_real(double number);

// The arguments of json.dumps that templates can set.
struct JsonStyle {
  bool only_ascii = false;
  bool sort_keys = false;
  bool is_indented = false;
  std::string indent;
  std::string between_items = ", ";
  std::string behind_key = ": ";
};
void append_json(const Any& value, const JsonStyle& style, std::string& out, Work& work);

}  // namespace trainyard::chat
