// SPDX-License-Identifier: GPL-3.0-or-later
// Parses tokens into a tree: the grammar of Jinja2 3.1 without inheritance, imports, recursive
// loops, {% print %}, powers, and star arguments.
#pragma once

#include <vector>

#include "engine/text/chat/expression_parser.h"

namespace trainyard::chat {

class TemplateParser : private ExpressionParser {
 public:
  explicit TemplateParser(std::vector<Token> tokens) : ExpressionParser(std::move(tokens)) {}
  TemplateTree parse();
  // Whether there was a generation block.
  bool has_generation() const { return has_generation_; }

 private:
  // What encloses a statement.
  struct Surroundings {
    bool in_loop = false;  // inside this macro
    bool in_any_loop = false;
    MacroSyntax* macro = nullptr;  // null at the top level of the template
  };

  Body parse_until(Names ends);
  Body parse_body(Names ends);
  Body parse_branch(Names ends);
  // Parses a body with its own variables, of which some are already set.
  Body parse_scope(Names ends, const Surroundings& surroundings, std::size_t scope);
  void parse_statement(Body& body);
  Statement parse_if();
  Statement parse_for();
  Statement parse_set();
  Statement parse_with();
  Statement parse_macro();
  Statement parse_call_block();
  Statement parse_filter_block();
  Statement parse_generation();
  Statement parse_jump();
  void parse_parameters(MacroSyntax& macro, std::size_t scope);
  void parse_macro_body(MacroSyntax& macro, Names ends, std::size_t scope);
  ExpressionPointer parse_target(bool with_space, bool ends_at_in);
  ExpressionPointer parse_filters();
  Statement new_statement(Statement::Kind kind) const;

  Surroundings around_;
  bool has_generation_ = false;
};

}  // namespace trainyard::chat
