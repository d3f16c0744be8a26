// SPDX-License-Identifier: GPL-3.0-or-later
// A template's text as tokens, with the white space that tags take away already gone: as an
// environment of Jinja with trim_blocks and lstrip_blocks reads it. Names are of ASCII, numbers
// decimal.
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
  std::string text;  // of data, names, texts and signs
  Any number;
};

// All tokens, the last is `end`. Fails for what is no template.
std::vector<Token> tokens_of(std::string_view source);

// A failure that ChatTemplate::parse names the line of.
[[noreturn]] void fail_syntax(int line, const char* code, Map arguments = {});

struct SyntaxFault {
  int line;
  TemplateFault fault;
};

}  // namespace trainyard::chat
