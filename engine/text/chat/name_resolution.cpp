// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/chat/name_resolution.h"

#include <algorithm>
#include <list>

#include "engine/text/chat/filters.h"
#include "engine/text/chat/frame_symbols.h"
#include "engine/text/chat/methods.h"
#include "engine/text/chat/template_lexer.h"
#include "engine/text/chat/value_tests.h"

namespace trainyard::chat {
namespace {

template <class Visit>
void each_child(const Expression& expression, Visit visit) {
  for (const auto& child : expression.children)
    if (child) visit(*child);
  for (const auto& [name, value] : expression.keywords) visit(*value);
  if (expression.more_arguments) visit(*expression.more_arguments);
  if (expression.more_keywords) visit(*expression.more_keywords);
}

bool reads(const Body& body, std::string_view name);

bool reads(const Expression& expression, std::string_view name) {
  if (expression.kind == Expression::Kind::name && expression.text == name) return true;
  bool found = false;
  each_child(expression, [&](const Expression& child) { found = found || reads(child, name); });
  return found;
}

bool reads(const Statement& statement, std::string_view name) {
  for (const auto& expression : statement.expressions)
    if (expression && reads(*expression, name)) return true;
  for (const Body& body : statement.bodies)
    if (reads(body, name)) return true;
  if (!statement.macro) return false;
  for (const Parameter& parameter : statement.macro->parameters)
    if (parameter.missing && reads(*parameter.missing, name)) return true;
  return reads(*statement.macro->body, name);
}

bool reads(const Body& body, std::string_view name) {
  for (const Statement& statement : body)
    if (reads(statement, name)) return true;
  return false;
}

// What a frame's own statements read and set; those of frames inside are looked at when they are
// resolved.
void note(const Expression& expression, FrameSymbols& symbols) {
  if (expression.kind == Expression::Kind::name) symbols.load(expression.text);
  each_child(expression, [&](const Expression& child) { note(child, symbols); });
}

void note_target(const Expression& target, bool is_parameter, FrameSymbols& symbols) {
  if (target.kind == Expression::Kind::space_member)
    symbols.load(target.text);
  else if (target.kind == Expression::Kind::name && is_parameter)
    symbols.declare_parameter(target.text);
  else if (target.kind == Expression::Kind::name)
    symbols.store(target.text);
  for (const auto& child : target.children) note_target(*child, is_parameter, symbols);
}

void note(const Body& body, FrameSymbols& symbols);

void note_if(const Statement& chain, FrameSymbols& symbols) {
  const std::size_t count = chain.expressions.size();
  note(*chain.expressions[0], symbols);
  FrameSymbols first(symbols), others(symbols), last(symbols);
  note(chain.bodies[0], first);
  for (std::size_t i = 1; i < count; ++i) {
    note(*chain.expressions[i], others);
    FrameSymbols branch(others), empty(others);
    note(chain.bodies[i], branch);
    others.join({&branch, &empty});
  }
  if (chain.bodies.size() > count) note(chain.bodies.back(), last);
  symbols.join({&first, &others, &last});
}

void note(const Statement& statement, FrameSymbols& symbols) {
  using enum Statement::Kind;
  switch (statement.kind) {
    case if_chain:
      return note_if(statement, symbols);
    case for_loop:
      return note(*statement.expressions[0], symbols);
    case macro:
      return symbols.store(statement.macro->name);
    case set_block:
      if (statement.expressions[0]) note(*statement.expressions[0], symbols);
      return note_target(*statement.targets[0], false, symbols);
    default:
      for (const auto& expression : statement.expressions) note(*expression, symbols);
      if (statement.kind == set) note_target(*statement.targets[0], false, symbols);
  }
}

void note(const Body& body, FrameSymbols& symbols) {
  for (const Statement& statement : body) note(statement, symbols);
}

struct Frame {
  const FrameSymbols& symbols;
  Function& function;
  bool is_soft = false;  // in a branch: what is unknown may never be reached
  bool in_loop = false;  // of this function
  bool in_any_loop = false;
};

class Resolver {
 public:
  TemplateTree resolve(Body body) {
    TemplateTree tree;
    tree.body = std::move(body);
    FrameSymbols symbols(nullptr, new_slots(tree.function, 0), globals_);
    note(tree.body, symbols);
    visit(tree.body, {symbols, tree.function});
    tree.scope = symbols.scope();
    tree.globals = std::move(globals_).take();
    return tree;
  }

 private:
  FrameSlots& new_slots(Function& function, unsigned level) {
    slots_.push_back({.function = &function, .level = level, .slots = {}});
    return slots_.back();
  }
  FrameSlots& inner_slots(const Frame& frame) {
    return new_slots(frame.function, frame.symbols.slots().level);
  }

  Place place_of(const std::string& name, const Frame& frame) {
    const Reference* const found = frame.symbols.find(name);
    return {frame.symbols.slots().level - found->level, found->slot};
  }

  void visit(Expression& expression, const Frame& frame) {
    using enum Expression::Kind;
    Frame inner = frame;
    inner.is_soft = frame.is_soft || expression.kind == conditional;
    if (expression.kind == name || expression.kind == space_member)
      expression.place = place_of(expression.text, frame);
    if (expression.kind == attribute) expression.may_be_method = may_be_method(expression.text);
    if (expression.kind == filter) {
      expression.filter = find_filter(expression.text);
      if (expression.filter == nullptr && !frame.is_soft)
        fail_syntax(expression.line, "chat.unknown_filter", {{"name", expression.text}});
    }
    if (expression.kind == test) {
      expression.test = find_test(expression.text);
      if (expression.test == nullptr && !frame.is_soft)
        fail_syntax(expression.line, "chat.unknown_test", {{"name", expression.text}});
    }
    for (auto& child : expression.children)
      if (child) visit(*child, inner);
    for (auto& [key, value] : expression.keywords) visit(*value, inner);
    if (expression.more_arguments) visit(*expression.more_arguments, inner);
    if (expression.more_keywords) visit(*expression.more_keywords, inner);
  }

  void visit_target(Expression& target, const Frame& frame) {
    if (target.kind == Expression::Kind::name && target.text == "loop" && frame.in_any_loop)
      fail_syntax(target.line, "chat.loop_set");
    if (target.kind != Expression::Kind::tuple) target.place = place_of(target.text, frame);
    for (auto& child : target.children) visit_target(*child, frame);
  }

  void visit(Body& body, const Frame& frame) {
    for (Statement& statement : body) visit(statement, frame);
  }

  void visit(Statement& statement, const Frame& frame) {
    using enum Statement::Kind;
    switch (statement.kind) {
      case if_chain: {
        Frame branch = frame;
        branch.is_soft = true;
        for (auto& condition : statement.expressions) visit(*condition, branch);
        for (Body& body : statement.bodies) visit(body, branch);
        return;
      }
      case for_loop:
        return visit_for(statement, frame);
      case with:
        return visit_with(statement, frame);
      case macro:
        statement.place = place_of(statement.macro->name, frame);
        return visit_macro(*statement.macro, frame);
      case call_block:
        visit_macro(*statement.macro, frame);
        return visit(*statement.expressions[0], frame);
      case generation:
        return visit_generation(statement, frame);
      case set_block:
      case filter_block:
        return visit_captured(statement, frame);
      case break_loop:
      case continue_loop:
        if (!frame.in_loop) fail_syntax(statement.line, "chat.outside_loop");
        return;
      default:
        for (auto& expression : statement.expressions) visit(*expression, frame);
        for (auto& target : statement.targets) visit_target(*target, frame);
    }
  }

  void visit_for(Statement& loop, const Frame& frame) {
    FrameSymbols body(&frame.symbols, inner_slots(frame), globals_);
    FrameSymbols otherwise(&frame.symbols, inner_slots(frame), globals_);
    FrameSymbols condition(&frame.symbols, inner_slots(frame), globals_);
    if (reads(loop.bodies[0], "loop"))
      loop.loop_slot = static_cast<int>(body.declare_parameter("loop"));
    note_target(*loop.targets[0], true, body);
    note(loop.bodies[0], body);
    note(loop.bodies[1], otherwise);
    note_target(*loop.targets[1], true, condition);
    if (loop.expressions[1]) note(*loop.expressions[1], condition);

    visit(*loop.expressions[0], frame);
    Frame inner{body, frame.function, false, true, true};
    visit_target(*loop.targets[0], inner);
    visit(loop.bodies[0], inner);
    visit(loop.bodies[1], {otherwise, frame.function, false, frame.in_loop, true});
    visit_target(*loop.targets[1], {condition, frame.function, false, true, true});
    if (loop.expressions[1]) visit(*loop.expressions[1], {condition, frame.function});
    loop.scopes.push_back(body.scope());
    loop.scopes.push_back(otherwise.scope());
    loop.scopes.push_back(condition.scope());
  }

  void visit_with(Statement& with, const Frame& frame) {
    FrameSymbols symbols(&frame.symbols, inner_slots(frame), globals_);
    for (const auto& target : with.targets) note_target(*target, true, symbols);
    note(with.bodies[0], symbols);
    const Frame inner{symbols, frame.function, false, frame.in_loop, frame.in_any_loop};
    for (auto& value : with.expressions) visit(*value, frame);
    for (auto& target : with.targets) visit_target(*target, inner);
    visit(with.bodies[0], inner);
    with.scopes.push_back(symbols.scope());
  }

  // A block whose text is kept: {% set x %} and {% filter f %}.
  void visit_captured(Statement& block, const Frame& frame) {
    FrameSymbols symbols(&frame.symbols, inner_slots(frame), globals_);
    if (block.expressions[0]) note(*block.expressions[0], symbols);
    note(block.bodies[0], symbols);
    const Frame inner{symbols, frame.function, false, frame.in_loop, frame.in_any_loop};
    if (block.expressions[0]) visit(*block.expressions[0], inner);
    visit(block.bodies[0], inner);
    for (auto& target : block.targets) visit_target(*target, frame);
    block.scopes.push_back(symbols.scope());
  }

  // The body of a macro that is called where it stands and has no parameters.
  void visit_generation(Statement& block, const Frame& frame) {
    FrameSymbols symbols(&frame.symbols, inner_slots(frame), globals_);
    using enum Statement::Special;
    const std::pair<const char*, Statement::Special> names[] = {
        {"caller", caller}, {"kwargs", keywords}, {"varargs", more}};
    for (const auto& [name, special] : names)
      if (reads(block.bodies[0], name))
        block.specials.emplace_back(symbols.declare_parameter(name), special);
    note(block.bodies[0], symbols);
    visit(block.bodies[0], {symbols, frame.function, false, false, frame.in_any_loop});
    block.scopes.push_back(symbols.scope());
  }

  void visit_macro(MacroSyntax& macro, const Frame& frame) {
    frame.function.has_inner = true;
    FrameSymbols symbols(&frame.symbols, new_slots(macro.function, frame.symbols.slots().level + 1),
                         globals_);
    for (Parameter& parameter : macro.parameters)
      parameter.slot = symbols.declare_parameter(parameter.name);
    for (const Parameter& parameter : macro.parameters)
      if (parameter.missing) note(*parameter.missing, symbols);
    declare_special(macro, symbols);
    note(*macro.body, symbols);
    const Frame inner{symbols, macro.function, false, false, frame.in_any_loop};
    for (Parameter& parameter : macro.parameters)
      if (parameter.missing) visit(*parameter.missing, inner);
    visit(*macro.body, inner);
    macro.scope = symbols.scope();
  }

  static void declare_special(MacroSyntax& macro, FrameSymbols& symbols) {
    const auto slot_of = [&](const char* name) {
      const bool is_named = std::ranges::any_of(
          macro.parameters, [&](const Parameter& parameter) { return parameter.name == name; });
      if (is_named || !reads(*macro.body, name)) return -1;
      return static_cast<int>(symbols.declare_parameter(name));
    };
    macro.explicit_caller = std::ranges::any_of(
        macro.parameters, [](const Parameter& parameter) { return parameter.name == "caller"; });
    macro.caller_slot = slot_of("caller");
    macro.keywords_slot = slot_of("kwargs");
    macro.more_slot = slot_of("varargs");
  }

  GlobalNames globals_;
  std::list<FrameSlots> slots_;
};

}  // namespace

TemplateTree resolve_names(Body body) { return Resolver().resolve(std::move(body)); }

}  // namespace trainyard::chat
