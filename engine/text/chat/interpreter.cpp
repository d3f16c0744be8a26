// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/chat/interpreter.h"

#include <algorithm>

#include "engine/text/chat/arithmetic.h"
#include "engine/text/unicode/python_characters.h"
#include "engine/text/chat/loop_object.h"
#include "engine/text/chat/value_text.h"

namespace trainyard::chat {
namespace {

// The items of a loop that satisfy its condition, checked one by one. The condition is evaluated in
// the scope around the loop.
struct ConditionedItems : IteratorObject {
  ConditionedItems(Interpreter& interpreter, const Statement& loop, Activation& around,
                   const Any& source)
      : interpreter(&interpreter),
        loop(loop),
        activation(&around, around.num_scopes()),
        cursor(source) {}
  bool next(Any& item, Work& work) override {
    while (interpreter != nullptr && cursor.next(item, work))
      if (interpreter->holds(loop, item, activation)) return true;
    return false;
  }
  Interpreter* interpreter;  // null after the loop
  const Statement& loop;
  Activation activation;
  Cursor cursor;
};

// Releases what a loop's variable and items refer to, even if the loop fails.
struct LoopEnd {
  LoopObject* loop = nullptr;
  ConditionedItems* items = nullptr;
  Any hold_loop, hold_items;
  ~LoopEnd() {
    if (loop != nullptr) loop->end();
    if (items == nullptr) return;
    items->interpreter = nullptr;
    items->cursor = {};
    items->activation.clear();
  }
};

}  // namespace

Interpreter::Interpreter(const TemplateTree& tree, Global global, Runtime& runtime,
                         std::size_t max_bytes)
    : Evaluator(tree, std::move(global), runtime), max_bytes_(max_bytes) {
  activation_ = &kept_.emplace_back();
}

// Macros and namespaces may refer to each other: all are cleared before any is destroyed.
Interpreter::~Interpreter() {
  for (Activation& activation : kept_) activation.clear();
  for (const Any& space : runtime_.spaces) {
    std::vector<std::pair<std::string, Any>> entries;
    entries.swap(space.as<SpaceObject>().entries);
  }
}

void Interpreter::run() {
  hide_unset(tree_.body);
  static_cast<void>(run(tree_.body));
}

void Interpreter::hide_unset(const Body& body) {
  const std::vector<unsigned>& unset = tree_.unset[body.scope];
  runtime_.work.spend(unset.size() / 4);
  for (const unsigned name : unset) activation_->add(name, {});
}

void Interpreter::enter(const Body& body) {
  activation_->enter_scope();
  hide_unset(body);
}

Interpreter::Flow Interpreter::run(const Body& body) {
  const Work::Deeper deeper(runtime_.work);
  for (const Statement& statement : body.statements)
    if (const Flow flow = run(statement); flow != Flow::next) return flow;
  return Flow::next;
}

void Interpreter::check_size() {
  if (out_->size() + other_bytes_ > max_bytes_) fail("chat.too_large");
  if (out_ == &text_) committed_ = text_.size();
}

Interpreter::Flow Interpreter::run(const Statement& statement) {
  using enum Statement::Kind;
  line_ = statement.line;
  runtime_.work.spend(1);
  switch (statement.kind) {
    case text:
      runtime_.work.spend_bytes(statement.text.size());
      *out_ += statement.text;
      check_size();
      return Flow::next;
    case print:
      for (const auto& expression : statement.expressions) print_value(*expression);
      return Flow::next;
    case if_chain:
      return run_if(statement);
    case for_loop:
      return run_for(statement);
    case set:
      check_spaces(*statement.targets[0]);
      assign(*statement.targets[0], evaluate(*statement.expressions[0]));
      return Flow::next;
    case set_block:
      return run_set_block(statement);
    case with:
      return run_with(statement);
    case macro:
      activation_->set(statement.name, new_macro(*statement.macro));
      return Flow::next;
    case call_block:
      run_call_block(statement);
      return Flow::next;
    case filter_block:
      return run_filter_block(statement);
    case generation:
      run_generation(statement);
      return Flow::next;
    case break_loop:
      return Flow::break_loop;
    case continue_loop:
      return Flow::continue_loop;
  }
  return Flow::next;
}

Interpreter::Flow Interpreter::run_if(const Statement& chain) {
  const std::size_t count = chain.expressions.size();
  for (std::size_t i = 0; i < count; ++i) {
    line_ = chain.expressions[i]->line;
    if (is_true_expression(*chain.expressions[i])) return run(chain.bodies[i]);
  }
  return chain.bodies.size() > count ? run(chain.bodies.back()) : Flow::next;
}

bool Interpreter::holds(const Statement& loop, const Any& item, Activation& activation) {
  Activation* const before = std::exchange(activation_, &activation);
  assign(*loop.targets[0], item);
  const bool result = is_true_expression(*loop.expressions[1]);
  activation_ = before;
  return result;
}

Interpreter::Flow Interpreter::run_for(const Statement& loop) {
  bool has_run = false;
  run_rounds(loop, evaluate(*loop.expressions[0]), has_run);
  if (has_run || loop.bodies[1].statements.empty()) return Flow::next;
  enter(loop.bodies[1]);
  const Flow flow = run(loop.bodies[1]);
  activation_->leave_scope();
  return flow;
}

void Interpreter::run_rounds(const Statement& loop, const Any& source, bool& has_run) {
  LoopEnd end;
  Any items = source;
  if (loop.expressions[1]) {
    end.items = new ConditionedItems(*this, loop, *activation_, source);
    items = end.hold_items = Any::object(Kind::iterator, end.items);
  }
  Cursor cursor(items);
  if (loop.reads_loop) {
    end.loop = new LoopObject(items);
    end.hold_loop = Any::object(Kind::loop, end.loop);
  }
  Any item;
  for (;;) {
    line_ = loop.line;
    runtime_.work.spend(1);
    if (end.loop != nullptr ? !end.loop->advance(item, runtime_.work)
                            : !cursor.next(item, runtime_.work))
      return;
    enter(loop.bodies[0]);
    if (end.loop != nullptr) activation_->set(loop_name, end.hold_loop);
    assign(*loop.targets[0], item);
    const Flow flow = run(loop.bodies[0]);
    activation_->leave_scope();
    // Jinja records that a loop has run at the end of an iteration, which break and continue skip.
    if (flow == Flow::break_loop) return;
    if (flow == Flow::next) has_run = true;
  }
}

Interpreter::Flow Interpreter::run_with(const Statement& with) {
  std::vector<Any> values;
  for (const auto& value : with.expressions) values.push_back(evaluate(*value));
  enter(with.bodies[0]);
  for (std::size_t i = 0; i < values.size(); ++i) assign(*with.targets[i], std::move(values[i]));
  const Flow flow = run(with.bodies[0]);
  activation_->leave_scope();
  return flow;
}

Any Interpreter::captured(const Body& body, Flow& flow) {
  std::string made;
  std::string* const before = std::exchange(out_, &made);
  const std::size_t bytes_before = std::exchange(other_bytes_, other_bytes_ + before->size());
  flow = run(body);
  out_ = before;
  other_bytes_ = bytes_before;
  return Any::text(std::move(made));
}

Interpreter::Flow Interpreter::run_set_block(const Statement& block) {
  enter(block.bodies[0]);
  Flow flow = Flow::next;
  Any value = captured(block.bodies[0], flow);
  if (flow == Flow::next && block.expressions[0])
    value = evaluate_filter(*block.expressions[0], &value);
  activation_->leave_scope();
  if (flow == Flow::next) assign(*block.targets[0], std::move(value));
  return flow;
}

Interpreter::Flow Interpreter::run_filter_block(const Statement& block) {
  enter(block.bodies[0]);
  Flow flow = Flow::next;
  const Any value = captured(block.bodies[0], flow);
  if (flow == Flow::next) write_text(evaluate_filter(*block.expressions[0], &value));
  activation_->leave_scope();
  return flow;
}

// Like transformers' tracker, which calls the block as a macro without a caller: the span starts at
// the end of the text written so far.
void Interpreter::run_generation(const Statement& block) {
  const bool is_displaced = out_ != &text_;
  const std::size_t begin = committed_;
  enter(block.bodies[0]);
  activation_->set(caller_name, Any::undefined("caller"));
  Flow flow = Flow::next;
  const Any made = captured(block.bodies[0], flow);
  activation_->leave_scope();
  runtime_.work.spend(4);
  spans_.push_back({begin, made.text().size(), 0, is_displaced});
  if (is_displaced) spans_.back().characters = python::num_characters(made.text());
  write_text(made);
}

Any Interpreter::new_macro(const MacroSyntax& syntax) {
  auto* const made = new MacroObject;
  made->syntax = &syntax;
  made->outer = activation_;
  made->outer_scopes = activation_->num_scopes();
  return Any::object(Kind::macro, made);
}

void Interpreter::run_call_block(const Statement& block) {
  const Any caller = new_macro(*block.macro);
  write_text(evaluate_call(*block.expressions[0], &caller));
}

// For a call or a filter block, whose value must already be a text.
void Interpreter::write_text(const Any& value) {
  if (!value.is(Kind::text)) fail("chat.block_text", {{"type", type_name(value)}});
  append_str(value, *out_, runtime_.work);
  check_size();
}

void Interpreter::print_value(const Expression& expression) {
  line_ = expression.line;
  if (expression.kind == Expression::Kind::add)
    print_sum(expression);
  else
    append_str(evaluate(expression), *out_, runtime_.work);
  check_size();
}

// Prints 'a' + b + 'c' without creating intermediate texts.
void Interpreter::print_sum(const Expression& sum) {
  std::vector<const Expression*> parts;
  const Expression* first = &sum;
  for (; first->kind == Expression::Kind::add; first = first->children[0].get())
    parts.push_back(first->children[1].get());
  std::vector<Any> values = {evaluate(*first)};
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) values.push_back(evaluate(**part));
  const bool are_texts = std::ranges::all_of(
      values, [](const Any& value) { return value.is(Kind::text) && !value.is_markup(); });
  if (!are_texts) {
    for (std::size_t i = 1; i < values.size(); ++i)
      values[0] = calculate(Expression::Kind::add, values[0], values[i], runtime_);
    values.resize(1);
  }
  for (const Any& value : values) append_str(value, *out_, runtime_.work);
}

Any Interpreter::space_of(const Expression& member) {
  Any space = evaluate_name(member);
  if (!space.is(Kind::space)) fail("chat.no_namespace", {{"name", member.text}});
  return space;
}

void Interpreter::check_spaces(const Expression& target) {
  if (target.kind == Expression::Kind::space_member) static_cast<void>(space_of(target));
  for (const auto& child : target.children) check_spaces(*child);
}

void Interpreter::assign(const Expression& target, Any value) {
  if (target.kind == Expression::Kind::name) {
    runtime_.work.spend(activation_->size() / 16);
    activation_->set(target.name, std::move(value));
    return;
  }
  if (target.kind == Expression::Kind::space_member) {
    runtime_.work.spend(1);
    // Looked up again: in `set space, space.member = …` the name has just been assigned another
    // value.
    space_of(target).as<SpaceObject>().set(target.member, std::move(value));
    return;
  }
  const std::size_t wanted = target.children.size();
  Cursor cursor(value);
  std::vector<Any> items;
  Any item;
  while (items.size() <= wanted && cursor.next(item, runtime_.work)) items.push_back(item);
  if (items.size() != wanted)
    fail("chat.unpacking", {{"wanted", static_cast<std::int64_t>(wanted)}});
  for (std::size_t i = 0; i < wanted; ++i) assign(*target.children[i], std::move(items[i]));
}

void Interpreter::fill_parameters(const MacroSyntax& macro, Arguments& arguments,
                                  Activation& activation) {
  auto& [positional, keywords] = arguments;
  if (positional.size() > macro.parameters.size())
    fail("chat.too_many_arguments", {{"name", macro.name}});
  const auto take_keyword = [&](std::string_view name) {
    const auto place = std::ranges::find(
        keywords, name, [](const auto& keyword) { return std::string_view(keyword.first); });
    if (place == keywords.end()) return Any();
    Any value = std::move(place->second);
    keywords.erase(place);
    return value;
  };
  bool has_caller = false;
  for (std::size_t i = 0; i < macro.parameters.size(); ++i) {
    const Parameter& parameter = macro.parameters[i];
    has_caller = has_caller || parameter.number == caller_name;
    activation.set(parameter.number,
                   i < positional.size() ? std::move(positional[i]) : take_keyword(parameter.name));
  }
  if (macro.reads_caller && !has_caller) {
    Any caller = take_keyword("caller");
    activation.set(caller_name, is_there(caller) ? std::move(caller) : Any::undefined("caller"));
  }
  if (!keywords.empty())
    fail("chat.bad_argument", {{"name", macro.name}, {"argument", keywords[0].first}});
}

Any Interpreter::call_macro(const MacroObject& macro, Arguments& arguments) {
  const Work::Deeper deeper(runtime_.work);
  const MacroSyntax& syntax = *macro.syntax;
  runtime_.work.spend(10 + syntax.parameters.size());
  const int line = line_;
  Activation passing(macro.outer, macro.outer_scopes);
  Activation& activation = syntax.has_inner ? kept_.emplace_back(std::move(passing)) : passing;
  fill_parameters(syntax, arguments, activation);
  Activation* const before = std::exchange(activation_, &activation);
  for (const Parameter& parameter : syntax.parameters) {
    if (!activation.find(parameter.number)->is(Kind::missing)) continue;
    activation.set(parameter.number, parameter.missing ? evaluate(*parameter.missing)
                                                       : Any::undefined(parameter.name));
  }
  hide_unset(syntax.body);
  Flow flow = Flow::next;
  Any made = captured(syntax.body, flow);
  activation_ = before;
  line_ = line;
  return made;
}

}  // namespace trainyard::chat
