// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/chat/template_parser.h"

namespace trainyard::chat {

const Token& TemplateParser::take() {
  const Token& token = tokens_[at_];
  line_ = token.line;
  if (token.type != TokenType::end) ++at_;
  return token;
}

bool TemplateParser::is_sign(std::string_view sign) const {
  return current().type == TokenType::sign && current().text == sign;
}
bool TemplateParser::is_name(std::string_view name) const {
  return current().type == TokenType::name && current().text == name;
}
bool TemplateParser::is_one_of(Names names) const {
  for (const std::string_view name : names)
    if (is_name(name)) return true;
  return false;
}
bool TemplateParser::skip_sign(std::string_view sign) {
  if (!is_sign(sign)) return false;
  take();
  return true;
}
bool TemplateParser::skip_name(std::string_view name) {
  if (!is_name(name)) return false;
  take();
  return true;
}
void TemplateParser::expect_sign(std::string_view sign) {
  if (!skip_sign(sign)) fail_expected(std::string(sign));
}
void TemplateParser::expect_name(std::string_view name) {
  if (!skip_name(name)) fail_expected(std::string(name));
}
std::string TemplateParser::take_name() {
  if (current().type != TokenType::name) fail_expected("a name");
  return take().text;
}
void TemplateParser::expect(TokenType type, const char* what) {
  if (current().type != type) fail_expected(what);
  take();
}

void TemplateParser::fail_expected(const std::string& what) const {
  const Token& token = current();
  std::string found = token.text;
  if (token.type == TokenType::end)
    fail_syntax(token.line, "chat.ends_early", {{"expected", what}});
  if (token.type == TokenType::print_end) found = "}}";
  if (token.type == TokenType::block_end) found = "%}";
  if (token.type == TokenType::integer || token.type == TokenType::real) found = "a number";
  fail_syntax(token.line, "chat.expected", {{"expected", what}, {"found", found}});
}

Statement TemplateParser::new_statement(Statement::Kind kind) const {
  Statement statement;
  statement.kind = kind;
  statement.line = current().line;
  return statement;
}

Body TemplateParser::parse() {
  Body body = parse_until({});
  if (current().type != TokenType::end) fail_expected("the end of the template");
  return body;
}

// Up to the tag that begins with one of `ends`, whose name is the current token then; without
// `ends` to the end.
Body TemplateParser::parse_until(Names ends) {
  const Nested nested(*this);
  Body body;
  while (current().type != TokenType::end) {
    if (current().type == TokenType::data) {
      Statement text = new_statement(Statement::Kind::text);
      text.text = take().text;
      body.push_back(std::move(text));
    } else if (current().type == TokenType::print_begin) {
      Statement print = new_statement(Statement::Kind::print);
      take();
      print.expressions.push_back(parse_tuple(true));
      expect(TokenType::print_end, "}}");
      body.push_back(std::move(print));
    } else {
      expect(TokenType::block_begin, "{%");
      if (ends.size() > 0 && is_one_of(ends)) return body;
      parse_statement(body);
      expect(TokenType::block_end, "%}");
    }
  }
  if (ends.size() > 0) fail_expected("{% " + std::string(*(ends.end() - 1)) + " %}");
  return body;
}

// From behind a tag's expressions to one of `ends`.
Body TemplateParser::parse_body(Names ends) {
  skip_sign(":");
  expect(TokenType::block_end, "%}");
  return parse_until(ends);
}

void TemplateParser::parse_statement(Body& body) {
  if (current().type != TokenType::name) fail_expected("the name of a tag");
  const std::string tag = current().text;
  if (tag == "if")
    body.push_back(parse_if());
  else if (tag == "for")
    body.push_back(parse_for());
  else if (tag == "set")
    body.push_back(parse_set());
  else if (tag == "generation")
    body.push_back(parse_generation());
  else if (tag == "macro")
    body.push_back(parse_macro());
  else if (tag == "call")
    body.push_back(parse_call_block());
  else if (tag == "filter")
    body.push_back(parse_filter_block());
  else if (tag == "with")
    body.push_back(parse_with());
  else if (tag == "print")
    body.push_back(parse_print());
  else if (tag == "break" || tag == "continue") {
    body.push_back(new_statement(tag == "break" ? Statement::Kind::break_loop
                                                : Statement::Kind::continue_loop));
    take();
  } else {
    for (const char* known : {"block", "extends", "include", "import", "from", "autoescape"})
      if (tag == known)
        fail_syntax(current().line, "chat.unsupported", {{"what", "{% " + tag + " %}"}});
    fail_syntax(current().line, "chat.unknown_tag", {{"tag", tag}});
  }
}

Statement TemplateParser::parse_print() {
  Statement print = new_statement(Statement::Kind::print);
  take();
  while (current().type != TokenType::block_end) {
    if (!print.expressions.empty()) expect_sign(",");
    print.expressions.push_back(parse_expression());
  }
  return print;
}

Statement TemplateParser::parse_if() {
  Statement chain = new_statement(Statement::Kind::if_chain);
  take();
  for (;;) {
    chain.expressions.push_back(parse_tuple(false));
    chain.bodies.push_back(parse_body({"elif", "else", "endif"}));
    const std::string end = take().text;
    if (end == "elif") continue;
    if (end == "else") {
      chain.bodies.push_back(parse_body({"endif"}));
      take();
    }
    return chain;
  }
}

Statement TemplateParser::parse_for() {
  Statement loop = new_statement(Statement::Kind::for_loop);
  take();
  const std::size_t target_begin = at_;
  loop.targets.push_back(parse_target(false, true));
  // Once more, for the variables of the condition.
  const std::size_t target_end = at_;
  at_ = target_begin;
  loop.targets.push_back(parse_target(false, true));
  at_ = target_end;
  expect_name("in");
  loop.expressions.push_back(parse_tuple(false, false, "recursive"));
  loop.expressions.push_back(skip_name("if") ? parse_expression() : nullptr);
  if (is_name("recursive"))
    fail_syntax(current().line, "chat.unsupported", {{"what", "a recursive loop"}});
  loop.bodies.push_back(parse_body({"endfor", "else"}));
  loop.bodies.emplace_back();
  if (take().text == "else") {
    loop.bodies.back() = parse_body({"endfor"});
    take();
  }
  return loop;
}

Statement TemplateParser::parse_set() {
  Statement set = new_statement(Statement::Kind::set);
  take();
  set.targets.push_back(parse_target(true, false));
  if (skip_sign("=")) {
    set.expressions.push_back(parse_tuple(true));
    return set;
  }
  set.kind = Statement::Kind::set_block;
  ExpressionPointer filters;
  while (skip_sign("|")) filters = parse_filter(std::move(filters));
  set.expressions.push_back(std::move(filters));
  set.bodies.push_back(parse_body({"endset"}));
  take();
  return set;
}

Statement TemplateParser::parse_with() {
  Statement with = new_statement(Statement::Kind::with);
  take();
  while (current().type != TokenType::block_end) {
    if (!with.targets.empty()) expect_sign(",");
    with.targets.push_back(parse_target(false, false));
    expect_sign("=");
    with.expressions.push_back(parse_expression());
  }
  with.bodies.push_back(parse_body({"endwith"}));
  take();
  return with;
}

void TemplateParser::parse_parameters(MacroSyntax& macro) {
  expect_sign("(");
  bool has_default = false;
  while (!is_sign(")")) {
    if (!macro.parameters.empty()) expect_sign(",");
    Parameter parameter;
    parameter.name = take_name();
    for (const Parameter& other : macro.parameters)
      if (other.name == parameter.name) fail_expected("another name than " + parameter.name);
    if (skip_sign("=")) {
      parameter.missing = parse_expression();
      has_default = true;
    } else if (has_default) {
      fail_expected("a default, as the parameter before has one");
    }
    macro.parameters.push_back(std::move(parameter));
  }
  take();
}

Statement TemplateParser::parse_macro() {
  Statement statement = new_statement(Statement::Kind::macro);
  take();
  statement.macro = std::make_unique<MacroSyntax>();
  statement.macro->name = take_name();
  parse_parameters(*statement.macro);
  statement.macro->body = std::make_unique<Body>(parse_body({"endmacro"}));
  take();
  return statement;
}

Statement TemplateParser::parse_call_block() {
  Statement statement = new_statement(Statement::Kind::call_block);
  take();
  statement.macro = std::make_unique<MacroSyntax>();
  statement.macro->name = "caller";
  if (is_sign("(")) parse_parameters(*statement.macro);
  auto call = parse_expression();
  if (call->kind != Expression::Kind::call) fail_expected("a call");
  statement.expressions.push_back(std::move(call));
  statement.macro->body = std::make_unique<Body>(parse_body({"endcall"}));
  take();
  return statement;
}

Statement TemplateParser::parse_filter_block() {
  Statement statement = new_statement(Statement::Kind::filter_block);
  take();
  auto filters = parse_filter(nullptr);
  while (skip_sign("|")) filters = parse_filter(std::move(filters));
  statement.expressions.push_back(std::move(filters));
  statement.bodies.push_back(parse_body({"endfilter"}));
  take();
  return statement;
}

Statement TemplateParser::parse_generation() {
  Statement statement = new_statement(Statement::Kind::generation);
  take();
  statement.bodies.push_back(parse_body({"endgeneration"}));
  take();
  return statement;
}

// A name, a tuple of them, or with `with_space` also ns.x.
ExpressionPointer TemplateParser::parse_target(bool with_space, bool ends_at_in) {
  auto tuple = node(Expression::Kind::tuple);
  bool is_tuple = false;
  for (;;) {
    if (!tuple->children.empty()) expect_sign(",");
    if (is_tuple_end(ends_at_in ? "in" : "")) break;
    if (skip_sign("(")) {
      const Nested nested(*this);
      adopt(*tuple, parse_target(with_space, false));
      expect_sign(")");
    } else {
      auto name = node(Expression::Kind::name);
      name->text = take_name();
      for (const char* fixed : {"true", "false", "none", "True", "False", "None"})
        if (name->text == fixed) fail_expected("a name to set, not " + name->text);
      if (with_space && skip_sign(".")) {
        name->kind = Expression::Kind::space_member;
        name->member = take_name();
      }
      adopt(*tuple, std::move(name));
    }
    if (!is_sign(",")) break;
    is_tuple = true;
  }
  if (is_tuple) return tuple;
  if (tuple->children.empty()) fail_expected("a name to set");
  return std::move(tuple->children[0]);
}

}  // namespace trainyard::chat
