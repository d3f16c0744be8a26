// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the tokens of a template one by one, makes nodes, and keeps the names of scopes: what
// statements and expressions share.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <map>
#include <set>
#include <string>
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

class TokenReader {
 protected:
  // Limited because trees are processed by recursive functions.
  static constexpr unsigned deepest_expression = 300;
  using Names = std::initializer_list<std::string_view>;
  // Limits the nesting of brackets and tags to protect the stack.
  struct Nested {
    explicit Nested(TokenReader& parser);
    ~Nested() { --parser.nested_; }
    TokenReader& parser;
  };
  explicit TokenReader(std::vector<Token> tokens);
  ~TokenReader() = default;

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

  ExpressionPointer node(Expression::Kind kind) const;
  static void adopt(Expression& parent, ExpressionPointer child);
  ExpressionPointer binary(Expression::Kind kind, ExpressionPointer left, ExpressionPointer right);

  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  int nested_ = 0;
  std::vector<ScopeNames> scopes_;  // all of them
  std::size_t scope_ = 0;           // the current one
  std::vector<std::string> names_;
  std::map<std::string, unsigned, std::less<>> numbers_;
};

}  // namespace trainyard::chat
