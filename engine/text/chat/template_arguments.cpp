// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "engine/text/chat/template_parser.h"

namespace trainyard::chat {

void TemplateParser::parse_argument(Arguments& arguments) {
  const auto ensure = [&](bool holds) {
    if (!holds) fail_expected("arguments in the order f(a, b=1, *c, **d)");
  };
  if (skip_sign("*")) {
    ensure(!arguments.more && !arguments.more_keywords);
    arguments.more = parse_expression();
  } else if (skip_sign("**")) {
    ensure(!arguments.more_keywords);
    arguments.more_keywords = parse_expression();
  } else if (current().type == TokenType::name && following().type == TokenType::sign &&
             following().text == "=") {
    ensure(!arguments.more_keywords);
    std::string name = take().text;
    take();
    for (const auto& [other, value] : arguments.keywords) ensure(other != name);
    arguments.keywords.emplace_back(std::move(name), parse_expression());
  } else {
    ensure(!arguments.more && !arguments.more_keywords && arguments.keywords.empty());
    arguments.positional.push_back(parse_expression());
  }
}

TemplateParser::Arguments TemplateParser::parse_arguments() {
  Arguments arguments;
  expect_sign("(");
  bool is_first = true;
  while (!is_sign(")")) {
    if (!is_first) {
      expect_sign(",");
      if (is_sign(")")) break;
    }
    is_first = false;
    parse_argument(arguments);
  }
  take();
  return arguments;
}

void TemplateParser::take_arguments(Expression& made, Arguments arguments) {
  for (auto& argument : arguments.positional) adopt(made, std::move(argument));
  unsigned depth = made.depth;
  for (const auto& [name, value] : arguments.keywords) depth = std::max(depth, value->depth + 1);
  for (const auto* value : {&arguments.more, &arguments.more_keywords})
    if (*value) depth = std::max(depth, (*value)->depth + 1);
  if (depth > deepest_expression) fail_syntax(made.line, "chat.too_deep");
  made.depth = depth;
  made.keywords = std::move(arguments.keywords);
  made.more_arguments = std::move(arguments.more);
  made.more_keywords = std::move(arguments.more_keywords);
}

}  // namespace trainyard::chat
