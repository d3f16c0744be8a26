// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/chat/template_parser.h"

namespace trainyard::chat {
namespace {

void collect_names(const Expression& target, std::set<unsigned>& names) {
  if (target.kind == Expression::Kind::name) names.insert(target.name);
  for (const auto& child : target.children) collect_names(*child, names);
}

}  // namespace

TemplateTree TemplateParser::parse() {
  TemplateTree tree;
  tree.body = parse_until({});
  tree.names = std::move(names_);
  for (ScopeNames& scope : scopes_) {
    const bool is_outermost = &scope == scopes_.data();
    std::erase_if(scope.unset,
                  [&](unsigned name) { return !is_outermost && is_known(name, scope.parent); });
    tree.unset.push_back(std::move(scope.unset));
  }
  return tree;
}

Statement TemplateParser::new_statement(Statement::Kind kind) const {
  Statement statement;
  statement.kind = kind;
  statement.line = current().line;
  return statement;
}

// Parses up to the tag that starts with one of `ends`, whose name is then the current token;
// without `ends` to the end.
Body TemplateParser::parse_until(Names ends) {
  const Nested nested(*this);
  Body body;
  while (current().type != TokenType::end) {
    if (current().type == TokenType::data) {
      Statement text = new_statement(Statement::Kind::text);
      text.text = take().text;
      body.statements.push_back(std::move(text));
    } else if (current().type == TokenType::print_begin) {
      Statement print = new_statement(Statement::Kind::print);
      take();
      print.expressions.push_back(parse_tuple(true));
      expect(TokenType::print_end, "}}");
      body.statements.push_back(std::move(print));
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

// Parses from after a tag's expressions to one of `ends`.
Body TemplateParser::parse_body(Names ends) {
  skip_sign(":");
  expect(TokenType::block_end, "%}");
  return parse_until(ends);
}

Body TemplateParser::parse_branch(Names ends) {
  ++scopes_[scope_].branches;
  Body body = parse_body(ends);
  --scopes_[scope_].branches;
  return body;
}

Body TemplateParser::parse_scope(Names ends, const Surroundings& surroundings, std::size_t scope) {
  const Surroundings around = std::exchange(around_, surroundings);
  const std::size_t outer = std::exchange(scope_, scope);
  Body body = parse_body(ends);
  body.scope = scope;
  around_ = around;
  scope_ = outer;
  return body;
}

void TemplateParser::parse_statement(Body& body) {
  static constexpr std::pair<std::string_view, Statement (TemplateParser::*)()> kTags[] = {
      {"if", &TemplateParser::parse_if},
      {"for", &TemplateParser::parse_for},
      {"set", &TemplateParser::parse_set},
      {"generation", &TemplateParser::parse_generation},
      {"macro", &TemplateParser::parse_macro},
      {"call", &TemplateParser::parse_call_block},
      {"filter", &TemplateParser::parse_filter_block},
      {"with", &TemplateParser::parse_with},
      {"break", &TemplateParser::parse_jump},
      {"continue", &TemplateParser::parse_jump}};
  if (current().type != TokenType::name) fail_expected("the name of a tag");
  for (const auto& [tag, parse] : kTags)
    if (is_name(tag)) return body.statements.push_back((this->*parse)());
  if (is_one_of({"block", "extends", "include", "import", "from", "autoescape", "print", "do",
                 "trans", "debug"}))
    fail_unsupported("{% " + current().text + " %}");
  fail_syntax(current().line, "chat.unknown_tag", {{"tag", current().text}});
}

Statement TemplateParser::parse_jump() {
  if (!around_.in_loop) fail_syntax(current().line, "chat.outside_loop");
  return new_statement(take().text == "break" ? Statement::Kind::break_loop
                                              : Statement::Kind::continue_loop);
}

Statement TemplateParser::parse_if() {
  Statement chain = new_statement(Statement::Kind::if_chain);
  take();
  chain.expressions.push_back(parse_tuple(false));
  chain.bodies.push_back(parse_branch({"elif", "else", "endif"}));
  while (skip_name("elif")) {
    ++scopes_[scope_].branches;
    chain.expressions.push_back(parse_tuple(false));
    --scopes_[scope_].branches;
    chain.bodies.push_back(parse_branch({"elif", "else", "endif"}));
  }
  if (skip_name("else")) chain.bodies.push_back(parse_branch({"endif"}));
  take();
  return chain;
}

Statement TemplateParser::parse_for() {
  Statement loop = new_statement(Statement::Kind::for_loop);
  take();
  const Surroundings outside = around_;
  around_.in_any_loop = true;
  loop.targets.push_back(parse_target(false, true));
  around_ = outside;
  expect_name("in");
  loop.expressions.push_back(parse_tuple(false, false, "recursive"));
  // The condition has its own scope.
  const std::size_t outer = std::exchange(scope_, new_scope());
  collect_names(*loop.targets[0], scopes_[scope_].known);
  loop.expressions.push_back(skip_name("if") ? parse_expression() : nullptr);
  scope_ = outer;
  if (is_name("recursive")) fail_unsupported("a recursive loop");
  const std::size_t inner = new_scope(), loop_reads = loop_reads_;
  scopes_[inner].known.insert(loop_name);
  collect_names(*loop.targets[0], scopes_[inner].known);
  loop.bodies.push_back(parse_scope({"endfor", "else"}, {true, true, outside.macro}, inner));
  loop.reads_loop = loop_reads_ > loop_reads;
  loop.bodies.emplace_back();
  if (take().text == "else") {
    loop.bodies.back() =
        parse_scope({"endfor"}, {outside.in_loop, true, outside.macro}, new_scope());
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
    note_target(*set.targets[0]);
    return set;
  }
  set.kind = Statement::Kind::set_block;
  set.expressions.push_back(skip_sign("|") ? parse_filters() : nullptr);
  note_target(*set.targets[0]);
  set.bodies.push_back(parse_scope({"endset"}, around_, new_scope()));
  take();
  return set;
}

// Several in sequence, of which the first gets the text of a block.
ExpressionPointer TemplateParser::parse_filters() {
  auto filters = parse_filter(nullptr);
  while (skip_sign("|")) filters = parse_filter(std::move(filters));
  return filters;
}

Statement TemplateParser::parse_with() {
  Statement with = new_statement(Statement::Kind::with);
  const std::size_t scope = new_scope();
  take();
  while (current().type != TokenType::block_end) {
    if (!with.targets.empty()) expect_sign(",");
    with.targets.push_back(parse_target(false, false));
    expect_sign("=");
    with.expressions.push_back(parse_expression());
    collect_names(*with.targets.back(), scopes_[scope].known);
  }
  with.bodies.push_back(parse_scope({"endwith"}, around_, scope));
  take();
  return with;
}

// Defaults are looked up in the macro's own scope.
void TemplateParser::parse_parameters(MacroSyntax& macro, std::size_t scope) {
  const std::size_t outer = std::exchange(scope_, scope);
  expect_sign("(");
  bool has_default = false;
  while (!is_sign(")")) {
    if (!macro.parameters.empty()) expect_sign(",");
    Parameter parameter;
    parameter.name = take_name();
    parameter.number = number_of(parameter.name);
    for (const Parameter& other : macro.parameters)
      if (other.name == parameter.name) fail_expected("another name than " + parameter.name);
    scopes_[scope].known.insert(parameter.number);
    if (skip_sign("=")) {
      parameter.missing = parse_expression();
      has_default = true;
    } else if (has_default) {
      fail_expected("a default, as the parameter before has one");
    }
    macro.parameters.push_back(std::move(parameter));
  }
  take();
  scope_ = outer;
}

// Parses the body from after the tag's expressions; the parameters are already known.
void TemplateParser::parse_macro_body(MacroSyntax& macro, Names ends, std::size_t scope) {
  if (around_.macro != nullptr) around_.macro->has_inner = true;
  scopes_[scope].known.insert(caller_name);
  const std::size_t caller_reads = caller_reads_;
  macro.body = parse_scope(ends, {false, around_.in_any_loop, &macro}, scope);
  macro.reads_caller = caller_reads_ > caller_reads;
  take();
}

Statement TemplateParser::parse_macro() {
  Statement statement = new_statement(Statement::Kind::macro);
  take();
  statement.macro = std::make_unique<MacroSyntax>();
  statement.macro->name = take_name();
  statement.name = number_of(statement.macro->name);
  note_set(statement.name);
  const std::size_t scope = new_scope();
  parse_parameters(*statement.macro, scope);
  parse_macro_body(*statement.macro, {"endmacro"}, scope);
  return statement;
}

Statement TemplateParser::parse_call_block() {
  Statement statement = new_statement(Statement::Kind::call_block);
  const std::size_t scope = new_scope();
  take();
  statement.macro = std::make_unique<MacroSyntax>();
  statement.macro->name = "caller";
  if (is_sign("(")) parse_parameters(*statement.macro, scope);
  auto call = parse_expression();
  if (call->kind != Expression::Kind::call) fail_expected("a call");
  statement.expressions.push_back(std::move(call));
  parse_macro_body(*statement.macro, {"endcall"}, scope);
  return statement;
}

Statement TemplateParser::parse_filter_block() {
  Statement statement = new_statement(Statement::Kind::filter_block);
  take();
  statement.expressions.push_back(parse_filters());
  statement.bodies.push_back(parse_scope({"endfilter"}, around_, new_scope()));
  take();
  return statement;
}

Statement TemplateParser::parse_generation() {
  Statement statement = new_statement(Statement::Kind::generation);
  take();
  has_generation_ = true;
  statement.bodies.push_back(
      parse_scope({"endgeneration"}, {false, around_.in_any_loop, around_.macro}, new_scope()));
  take();
  return statement;
}

// A name, a tuple of names, or with `with_space` also ns.x.
ExpressionPointer TemplateParser::parse_target(bool with_space, bool ends_at_in) {
  auto tuple = node(Expression::Kind::tuple);
  bool is_tuple = false;
  for (;;) {
    if (!tuple->children.empty()) expect_sign(",");
    if (is_tuple_end(ends_at_in ? "in" : "")) break;
    if (skip_sign("(")) {
      const Nested nested(*this);
      adopt(*tuple, parse_target(false, false));  // members of namespaces only outside
      expect_sign(")");
    } else {
      auto name = node(Expression::Kind::name);
      name->text = take_name();
      name->name = number_of(name->text);
      for (const char* fixed : {"true", "false", "none", "True", "False", "None"})
        if (name->text == fixed) fail_expected("a name to set, not " + name->text);
      if (with_space && skip_sign(".")) {
        name->kind = Expression::Kind::space_member;
        name->member = take_name();
      } else if (name->name == loop_name && around_.in_any_loop) {
        fail_syntax(name->line, "chat.loop_set");
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
