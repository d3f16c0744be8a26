// SPDX-License-Identifier: GPL-3.0-or-later
// Splits a template into tokens, with the white space around tags already removed: like a Jinja
// environment with trim_blocks and lstrip_blocks. Names are ASCII, numbers decimal.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/text/chat/template_value.h"

namespace trainyard::chat {

enum class TokenType : std::uint8_t {
  data,
  print_begin,
  print_end,
  block_begin,
  block_end,
  name,
  text,
  number,
  sign,  // an operator or a bracket
  end,
};

struct Token {
  TokenType type = TokenType::end;
  int line = 1;
  std::string text;  // for data, names, texts and signs
  Any number;
};

// Returns all tokens; the last is `end`. Fails if it is not a template.
std::vector<Token> tokens_of(std::string_view source);

// An error for which ChatTemplate::parse adds the line.
[[noreturn]] void fail_syntax(int line, const char* code, Map arguments = {});

struct SyntaxFault {
  int line;
  TemplateFault fault;
};

}  // namespace trainyard::chat
