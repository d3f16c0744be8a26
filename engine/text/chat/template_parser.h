// SPDX-License-Identifier: GPL-3.0-or-later
// Parses tokens into a tree: the grammar of Jinja2 3.1 without inheritance, imports, recursive
// loops, {% print %}, powers, and star arguments. Fails for unknown filters and tests, even if they
// would never be reached.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "engine/text/chat/template_lexer.h"
#include "engine/text/chat/template_syntax.h"

namespace trainyard::chat {

// The names of one scope, in the order in which Jinja visits them (jinja2/idtracking.py): what is
// set in a branch may still come from an outer scope.
struct ScopeNames {
  std::size_t parent = 0;  // for the outermost scope: itself
  std::set<unsigned> known;
  std::vector<unsigned> unset;  // set before they were read
  int branches = 0;             // number of branches around the current position
};

class TemplateParser {
 public:
  explicit TemplateParser(std::vector<Token> tokens);
  TemplateTree parse();
  // Whether there was a generation block.
  bool has_generation() const { return has_generation_; }

 private:
  // Limited because trees are processed by recursive functions.
  static constexpr unsigned deepest_expression = 300;
  using Names = std::initializer_list<std::string_view>;
  // Limits the nesting of brackets and tags to protect the stack.
  struct Nested {
    explicit Nested(TemplateParser& parser);
    ~Nested() { --parser.nested_; }
    TemplateParser& parser;
  };
  // What encloses a statement.
  struct Surroundings {
    bool in_loop = false;  // inside this macro
    bool in_any_loop = false;
    MacroSyntax* macro = nullptr;  // null at the top level of the template
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
  [[noreturn]] void fail_unsupported(const std::string& what) const;
  unsigned number_of(const std::string& name);
  std::size_t new_scope();
  bool is_known(unsigned name, std::size_t scope) const;
  void note_read(unsigned name) { scopes_[scope_].known.insert(name); }
  void note_set(unsigned name);
  void note_target(const Expression& target);

  // Statements (template_statements.cpp).
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
  ExpressionPointer parse_unary(bool with_filter);
  ExpressionPointer parse_primary();
  ExpressionPointer parse_name();
  ExpressionPointer parse_list();
  ExpressionPointer parse_dict();
  ExpressionPointer parse_postfix(ExpressionPointer node);
  ExpressionPointer parse_filters_and_tests(ExpressionPointer node);
  ExpressionPointer parse_subscript(ExpressionPointer node);
  ExpressionPointer parse_item(ExpressionPointer node);
  ExpressionPointer parse_call(ExpressionPointer node);
  ExpressionPointer parse_filter(ExpressionPointer node);
  ExpressionPointer parse_test(ExpressionPointer node);
  void parse_arguments(Expression& made);
  // Checks the names of filters and tests that are passed as text to map, select etc.
  void check_named_argument(const Expression& filter, const std::string& name) const;
  bool is_tuple_end(std::string_view end_name) const;

  ExpressionPointer node(Expression::Kind kind) const;
  static void adopt(Expression& parent, ExpressionPointer child);
  ExpressionPointer binary(Expression::Kind kind, ExpressionPointer left, ExpressionPointer right);

  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  int nested_ = 0;
  Surroundings around_;
  std::vector<ScopeNames> scopes_;  // all of them
  std::size_t scope_ = 0;           // the current one
  std::vector<std::string> names_;
  std::map<std::string, unsigned, std::less<>> numbers_;
  std::size_t loop_reads_ = 0, caller_reads_ = 0;  // number so far
  bool has_generation_ = false;
};

}  // namespace trainyard::chat
