// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/chat/arithmetic.h"
#include "engine/text/chat/builtins.h"
#include "engine/text/chat/filters.h"
#include "engine/text/chat/interpreter.h"
#include "engine/text/chat/item_access.h"
#include "engine/text/chat/iteration.h"
#include "engine/text/chat/methods.h"
#include "engine/text/chat/value_comparison.h"
#include "engine/text/chat/value_tests.h"
#include "engine/text/chat/value_text.h"

namespace trainyard::chat {

Any Interpreter::evaluate(const Expression& expression) {
  using enum Expression::Kind;
  const Work::Deeper deeper(runtime_.work);
  runtime_.work.spend(1);
  switch (expression.kind) {
    case constant:
      return expression.constant;
    case name:
    case space_member: {
      const Any& value = slot(expression.place);
      return value.is(Kind::missing) ? Any::undefined(expression.text) : value;
    }
    case list:
    case tuple:
      return evaluate_list(expression);
    case dict:
      return evaluate_dict(expression);
    case attribute:
      return attribute_of_known(evaluate(*expression.children[0]), expression.text,
                                expression.may_be_method, runtime_);
    case item:
      return evaluate_item(expression);
    case slice:
      return evaluate_slice(expression);
    case Expression::Kind::call:
      return evaluate_call(expression, nullptr);
    case filter:
      return evaluate_filter(expression, nullptr);
    case test:
      return evaluate_test(expression);
    case negative:
      return negated(evaluate(*expression.children[0]));
    case positive:
      return affirmed(evaluate(*expression.children[0]));
    case logical_not:
      return Any::boolean(!is_true_expression(*expression.children[0]));
    case logical_and:
    case logical_or: {
      Any left = evaluate(*expression.children[0]);
      const bool is_or = expression.kind == logical_or;
      return is_true(left, runtime_.work) == is_or ? left : evaluate(*expression.children[1]);
    }
    case concatenate:
      return evaluate_concatenation(expression);
    case comparison:
      return evaluate_comparison(expression);
    case conditional:
      if (is_true_expression(*expression.children[1])) return evaluate(*expression.children[0]);
      return expression.children[2] ? evaluate(*expression.children[2])
                                    : Any::undefined("the other half of an if without else");
    default:
      return evaluate_binary(expression);
  }
}

bool Interpreter::is_true_expression(const Expression& expression) {
  return is_true(evaluate(expression), runtime_.work);
}

Any Interpreter::evaluate_binary(const Expression& expression) {
  const Any left = evaluate(*expression.children[0]);
  const Any right = evaluate(*expression.children[1]);
  return calculate(expression.kind, left, right, runtime_);
}

Any Interpreter::evaluate_list(const Expression& expression) {
  std::vector<Any> items;
  items.reserve(expression.children.size());
  for (const auto& child : expression.children) items.push_back(evaluate(*child));
  return expression.kind == Expression::Kind::list ? Any::list(std::move(items))
                                                   : Any::tuple(std::move(items));
}

Any Interpreter::evaluate_dict(const Expression& expression) {
  DictBuilder dict(runtime_.work);
  for (std::size_t i = 0; i + 1 < expression.children.size(); i += 2) {
    Any key = evaluate(*expression.children[i]);
    dict.add(std::move(key), evaluate(*expression.children[i + 1]));
  }
  return std::move(dict).finish();
}

Any Interpreter::evaluate_concatenation(const Expression& expression) {
  std::vector<Any> parts;
  for (const auto& child : expression.children) parts.push_back(evaluate(*child));
  std::string text;
  for (const Any& part : parts) append_str(part, text, runtime_.work);
  return Any::text(std::move(text));
}

bool Interpreter::compare_pair(Operator which, const Any& left, const Any& right) {
  Work& work = runtime_.work;
  switch (which) {
    case Operator::equal:
      return are_equal(left, right, work);
    case Operator::unequal:
      return !are_equal(left, right, work);
    case Operator::in:
      return contains(right, left, work);
    case Operator::not_in:
      return !contains(right, left, work);
    case Operator::less:
      return compare(left, right, "<", work) == -1;
    case Operator::less_equal: {
      const int order = compare(left, right, "<=", work);
      return order == -1 || order == 0;
    }
    case Operator::greater:
      return compare(left, right, ">", work) == 1;
    default: {
      const int order = compare(left, right, ">=", work);
      return order == 1 || order == 0;
    }
  }
}

Any Interpreter::evaluate_comparison(const Expression& expression) {
  Any left = evaluate(*expression.children[0]);
  for (std::size_t i = 0; i < expression.operators.size(); ++i) {
    Any right = evaluate(*expression.children[i + 1]);
    if (!compare_pair(expression.operators[i], left, right)) return Any::boolean(false);
    left = std::move(right);
  }
  return Any::boolean(true);
}

Any Interpreter::evaluate_item(const Expression& expression) {
  const Any object = evaluate(*expression.children[0]);
  const Expression& index = *expression.children[1];
  if (index.kind == Expression::Kind::constant && object.is(Kind::dict) &&
      index.constant.is(Kind::text)) {
    Any value;
    if (object.find(index.constant.text(), value)) return value;
    // The name of what is undefined lives in the template.
    if (!may_be_method(index.constant.text())) return Any::undefined(index.constant.text());
  }
  return item_of(object, evaluate(index), runtime_);
}

Any Interpreter::evaluate_slice(const Expression& expression) {
  const Any object = evaluate(*expression.children[0]);
  Any bounds[3];
  for (std::size_t i = 0; i < 3; ++i)
    if (expression.children[i + 1]) bounds[i] = evaluate(*expression.children[i + 1]);
  return slice_of(object, bounds[0], bounds[1], bounds[2], runtime_);
}

void Interpreter::evaluate_arguments(const Expression& expression, Arguments& arguments) {
  for (std::size_t i = 1; i < expression.children.size(); ++i)
    arguments.positional.push_back(evaluate(*expression.children[i]));
  for (const auto& [key, value] : expression.keywords)
    arguments.keywords.emplace_back(key, evaluate(*value));
  if (expression.more_arguments) {
    Cursor cursor(evaluate(*expression.more_arguments));
    Any item;
    while (cursor.next(item, runtime_.work)) arguments.positional.push_back(item);
  }
  if (!expression.more_keywords) return;
  const Any more = evaluate(*expression.more_keywords);
  if (!more.is(Kind::dict)) fail_argument("**", more);
  for (std::size_t i = 0; i < more.num_entries(); ++i) {
    const std::string key(text_argument("**", more.key(i)));
    runtime_.work.spend(1 + arguments.keywords.size());
    for (const auto& [other, value] : arguments.keywords)
      if (other == key) fail("chat.bad_argument", {{"name", "**"}, {"argument", key}});
    arguments.keywords.emplace_back(key, more.value(i));
  }
}

// Filters one behind the other, of which the first takes the text of a block.
Any Interpreter::evaluate_filters_of(const Expression& expression, const Any& block) {
  return evaluate_filter(expression, &block);
}

Any Interpreter::evaluate_filter(const Expression& expression, const Any* block) {
  Any input;
  if (!expression.children[0])
    input = *block;
  else if (block != nullptr && expression.children[0]->kind == Expression::Kind::filter)
    input = evaluate_filter(*expression.children[0], block);
  else
    input = evaluate(*expression.children[0]);
  Arguments arguments;
  evaluate_arguments(expression, arguments);
  if (expression.filter == nullptr) fail("chat.unknown_filter", {{"name", expression.text}});
  return expression.filter->apply(input, arguments, runtime_);
}

Any Interpreter::evaluate_test(const Expression& expression) {
  const Any value = evaluate(*expression.children[0]);
  Arguments arguments;
  evaluate_arguments(expression, arguments);
  if (expression.test == nullptr) fail("chat.unknown_test", {{"name", expression.text}});
  return Any::boolean(expression.test->holds(value, arguments, runtime_));
}

Any Interpreter::evaluate_call(const Expression& expression, const Any* caller) {
  const Any function = evaluate(*expression.children[0]);
  Arguments arguments;
  evaluate_arguments(expression, arguments);
  if (caller != nullptr) {
    for (const auto& [key, value] : arguments.keywords)
      if (key == "caller") fail("chat.bad_argument", {{"name", "call"}, {"argument", "caller"}});
    arguments.keywords.emplace_back("caller", *caller);
  }
  return call(function, arguments);
}

Any Interpreter::call(const Any& function, Arguments& arguments) {
  switch (function.kind()) {
    case Kind::macro:
      return call_macro(function.as<MacroObject>(), arguments);
    case Kind::method:
      return call_method(function.as<MethodObject>(), arguments, runtime_);
    case Kind::builtin:
      return call_builtin(function.builtin(), arguments, runtime_);
    default:
      must_be_defined(function);
      fail("chat.not_callable", {{"type", type_name(function)}});
  }
}

void Interpreter::fill_parameters(const MacroSyntax& macro, Arguments& arguments,
                                  Activation& activation) {
  const std::size_t count = macro.parameters.size();
  auto& positional = arguments.positional;
  const auto take_keyword = [&](std::string_view name) {
    Any value;
    auto& keywords = arguments.keywords;
    for (auto place = keywords.begin(); place != keywords.end(); ++place) {
      if (place->first != name) continue;
      value = std::move(place->second);
      keywords.erase(place);
      break;
    }
    return value;
  };
  bool found_caller = positional.size() >= count && macro.explicit_caller;
  for (std::size_t i = 0; i < count; ++i) {
    Any& target = activation.slots[macro.parameters[i].slot];
    if (i < positional.size()) {
      target = std::move(positional[i]);
      continue;
    }
    target = take_keyword(macro.parameters[i].name);
    found_caller = found_caller || macro.parameters[i].name == "caller";
  }
  if (macro.caller_slot >= 0 && !found_caller) {
    Any caller = take_keyword("caller");
    const bool is_none = caller.is(Kind::missing) || caller.is(Kind::none);
    activation.slots[static_cast<std::size_t>(macro.caller_slot)] =
        is_none ? Any::undefined("caller") : std::move(caller);
  }
  if (macro.keywords_slot >= 0) {
    DictBuilder rest(runtime_.work);
    for (auto& [name, value] : arguments.keywords) rest.add(Any::text(name), std::move(value));
    activation.slots[static_cast<std::size_t>(macro.keywords_slot)] = std::move(rest).finish();
  } else if (!arguments.keywords.empty()) {
    fail("chat.bad_argument", {{"name", macro.name}, {"argument", arguments.keywords[0].first}});
  }
  if (macro.more_slot >= 0) {
    std::vector<Any> rest;
    for (std::size_t i = count; i < positional.size(); ++i)
      rest.push_back(std::move(positional[i]));
    activation.slots[static_cast<std::size_t>(macro.more_slot)] = Any::tuple(std::move(rest));
  } else if (positional.size() > count) {
    fail("chat.too_many_arguments", {{"name", macro.name}});
  }
}

Any Interpreter::call_macro(const MacroObject& macro, Arguments& arguments) {
  const Work::Deeper deeper(runtime_.work);
  runtime_.work.spend(10 + macro.syntax->function.num_slots);
  const MacroSyntax& syntax = *macro.syntax;
  const int line = line_;
  std::optional<Activation> passing;
  Activation& activation = syntax.function.has_inner
                               ? kept_.emplace_back(syntax.function, macro.outer)
                               : passing.emplace(syntax.function, macro.outer);
  fill_parameters(syntax, arguments, activation);
  Activation* const before = std::exchange(activation_, &activation);
  enter(syntax.scope);
  for (const Parameter& parameter : syntax.parameters) {
    Any& target = activation.slots[parameter.slot];
    if (!target.is(Kind::missing)) continue;
    target = parameter.missing ? evaluate(*parameter.missing) : Any::undefined(parameter.name);
  }
  Flow flow = Flow::next;
  Any made = captured(*syntax.body, flow);
  activation_ = before;
  line_ = line;
  return made;
}

}  // namespace trainyard::chat
