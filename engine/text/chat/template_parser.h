// SPDX-License-Identifier: GPL-3.0-or-later
// Tokens into a tree: the grammar of Jinja2 3.1 without inheritance, imports and recursive loops.
#pragma once

#include <initializer_list>
#include <string_view>
#include <vector>

#include "engine/text/chat/template_lexer.h"
#include "engine/text/chat/template_syntax.h"

namespace trainyard::chat {

class TemplateParser {
 public:
  explicit TemplateParser(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}
  Body parse();

 private:
  // Trees are walked by functions that call themselves.
  static constexpr unsigned deepest_expression = 300;
  using Names = std::initializer_list<std::string_view>;
  struct Arguments {
    std::vector<ExpressionPointer> positional;
    std::vector<std::pair<std::string, ExpressionPointer>> keywords;
    ExpressionPointer more, more_keywords;
  };
  // Guards the stack against brackets and tags inside of each other.
  struct Nested {
    explicit Nested(TemplateParser& parser);
    ~Nested() { --parser.nested_; }
    TemplateParser& parser;
  };

  const Token& current() const { return tokens_[at_]; }
  const Token& following() const { return tokens_[std::min(at_ + 1, tokens_.size() - 1)]; }
  const Token& take();
  bool is_sign(std::string_view sign) const;
  bool is_name(std::string_view name) const;
  bool is_one_of(Names names) const;
  bool skip_sign(std::string_view sign);
  bool skip_name(std::string_view name);
  void expect_sign(std::string_view sign);
  void expect_name(std::string_view name);
  std::string take_name();
  void expect(TokenType type, const char* what);
  [[noreturn]] void fail_expected(const std::string& what) const;

  // Statements (template_statements.cpp).
  Body parse_until(Names ends);
  Body parse_body(Names ends);
  void parse_statement(Body& body);
  Statement parse_print();
  Statement parse_if();
  Statement parse_for();
  Statement parse_set();
  Statement parse_with();
  Statement parse_macro();
  Statement parse_call_block();
  Statement parse_filter_block();
  Statement parse_generation();
  void parse_parameters(MacroSyntax& macro);
  ExpressionPointer parse_target(bool with_space, bool ends_at_in);
  Statement new_statement(Statement::Kind kind) const;

  // Expressions (template_expressions.cpp).
  ExpressionPointer parse_tuple(bool with_condition, bool in_brackets = false,
                                std::string_view end_name = {});
  ExpressionPointer parse_expression() { return parse_conditional(); }
  ExpressionPointer parse_conditional();
  ExpressionPointer parse_or();
  ExpressionPointer parse_and();
  ExpressionPointer parse_not();
  ExpressionPointer parse_comparison();
  ExpressionPointer parse_sum();
  ExpressionPointer parse_concatenation();
  ExpressionPointer parse_product();
  ExpressionPointer parse_power();
  ExpressionPointer parse_unary(bool with_filter);
  ExpressionPointer parse_primary();
  ExpressionPointer parse_list();
  ExpressionPointer parse_dict();
  ExpressionPointer parse_postfix(ExpressionPointer node);
  ExpressionPointer parse_filters_and_tests(ExpressionPointer node);
  ExpressionPointer parse_subscript(ExpressionPointer node);
  ExpressionPointer parse_item(ExpressionPointer node);
  ExpressionPointer parse_call(ExpressionPointer node);
  ExpressionPointer parse_filter(ExpressionPointer node);
  ExpressionPointer parse_test(ExpressionPointer node);
  Arguments parse_arguments();
  void parse_argument(Arguments& arguments);
  bool is_tuple_end(std::string_view end_name) const;

  ExpressionPointer node(Expression::Kind kind) const;
  static void adopt(Expression& parent, ExpressionPointer child);
  static void take_arguments(Expression& node, Arguments arguments);
  ExpressionPointer binary(Expression::Kind kind, ExpressionPointer left, ExpressionPointer right);

  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  int nested_ = 0;
  int line_ = 1;  // of the token that was taken last
};

}  // namespace trainyard::chat
