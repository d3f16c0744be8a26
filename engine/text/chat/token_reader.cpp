// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/chat/token_reader.h"

namespace trainyard::chat {
namespace {

constexpr int kMaxNested = 90;

}  // namespace

TokenReader::TokenReader(std::vector<Token> tokens) : tokens_(std::move(tokens)) {
  for (const char* name : special_names) number_of(name);
  scopes_.emplace_back();
}

unsigned TokenReader::number_of(const std::string& name) {
  const auto [place, is_new] = numbers_.emplace(name, static_cast<unsigned>(names_.size()));
  if (is_new) names_.push_back(name);
  return place->second;
}

std::size_t TokenReader::new_scope() {
  scopes_.push_back({.parent = scope_, .known = {}, .unset = {}});
  return scopes_.size() - 1;
}

// In a scope or one that encloses it.
bool TokenReader::is_known(unsigned name, std::size_t scope) const {
  for (;; scope = scopes_[scope].parent) {
    if (scopes_[scope].known.contains(name)) return true;
    if (scope == 0) return false;
  }
}

void TokenReader::note_set(unsigned name) {
  ScopeNames& names = scopes_[scope_];
  if (names.known.insert(name).second && names.branches == 0) names.unset.push_back(name);
}

void TokenReader::note_target(const Expression& target) {
  if (target.kind == Expression::Kind::space_member)
    note_read(target.name);
  else if (target.kind == Expression::Kind::name)
    note_set(target.name);
  for (const auto& child : target.children) note_target(*child);
}

const Token& TokenReader::take() {
  const Token& token = tokens_[at_];
  if (token.type != TokenType::end) ++at_;
  return token;
}

bool TokenReader::is_sign(std::string_view sign) const {
  return current().type == TokenType::sign && current().text == sign;
}
bool TokenReader::is_name(std::string_view name) const {
  return current().type == TokenType::name && current().text == name;
}
bool TokenReader::is_one_of(Names names) const {
  for (const std::string_view name : names)
    if (is_name(name)) return true;
  return false;
}
bool TokenReader::skip_sign(std::string_view sign) {
  if (!is_sign(sign)) return false;
  take();
  return true;
}
bool TokenReader::skip_name(std::string_view name) {
  if (!is_name(name)) return false;
  take();
  return true;
}
void TokenReader::expect_sign(std::string_view sign) {
  if (!skip_sign(sign)) fail_expected(std::string(sign));
}
void TokenReader::expect_name(std::string_view name) {
  if (!skip_name(name)) fail_expected(std::string(name));
}
std::string TokenReader::take_name() {
  if (current().type != TokenType::name) fail_expected("a name");
  return take().text;
}
void TokenReader::expect(TokenType type, const char* what) {
  if (current().type != type) fail_expected(what);
  take();
}

void TokenReader::fail_expected(const std::string& what) const {
  const Token& token = current();
  std::string found = token.text;
  if (token.type == TokenType::end)
    fail_syntax(token.line, "chat.ends_early", {{"expected", what}});
  if (token.type == TokenType::print_end) found = "}}";
  if (token.type == TokenType::block_end) found = "%}";
  if (token.type == TokenType::number) found = "a number";
  fail_syntax(token.line, "chat.expected", {{"expected", what}, {"found", found}});
}

void TokenReader::fail_unsupported(const std::string& what) const {
  fail_syntax(current().line, "chat.unsupported", {{"what", what}});
}

TokenReader::Nested::Nested(TokenReader& parser) : parser(parser) {
  if (++parser.nested_ > kMaxNested) fail_syntax(parser.current().line, "chat.too_deep");
}

ExpressionPointer TokenReader::node(Expression::Kind kind) const {
  auto made = std::make_unique<Expression>();
  made->kind = kind;
  made->line = current().line;
  return made;
}

void TokenReader::adopt(Expression& parent, ExpressionPointer child) {
  if (child) parent.depth = std::max(parent.depth, child->depth + 1);
  if (parent.depth > deepest_expression) fail_syntax(parent.line, "chat.too_deep");
  parent.children.push_back(std::move(child));
}

ExpressionPointer TokenReader::binary(Expression::Kind kind, ExpressionPointer left,
                                      ExpressionPointer right) {
  auto made = node(kind);
  made->line = left->line;
  adopt(*made, std::move(left));
  adopt(*made, std::move(right));
  return made;
}

}  // namespace trainyard::chat
