// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/chat/evaluator.h"

#include "engine/text/chat/arithmetic.h"
#include "engine/text/chat/builtins.h"
#include "engine/text/chat/filters.h"
#include "engine/text/chat/item_access.h"
#include "engine/text/chat/iteration.h"
#include "engine/text/chat/methods.h"
#include "engine/text/chat/value_comparison.h"
#include "engine/text/chat/value_tests.h"
#include "engine/text/chat/value_text.h"

namespace trainyard::chat {

Evaluator::Evaluator(const TemplateTree& tree, Global global, Runtime& runtime)
    : tree_(tree),
      runtime_(runtime),
      global_(std::move(global)),
      globals_(tree.names.size()),
      is_asked_(tree.names.size()) {}

Any Evaluator::evaluate(const Expression& expression) {
  using enum Expression::Kind;
  const Work::Deeper deeper(runtime_.work);
  runtime_.work.spend(1);
  switch (expression.kind) {
    case constant:
      return expression.constant;
    case name:
      return evaluate_name(expression);
    case list:
    case tuple:
      return evaluate_list(expression);
    case dict:
      return evaluate_dict(expression);
    case attribute:
      return attribute_of(evaluate(*expression.children[0]), expression.text,
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
      return is_true(left) == is_or ? left : evaluate(*expression.children[1]);
    }
    case concatenate:
      return evaluate_concatenation(expression);
    case comparison:
      return evaluate_comparison(expression);
    case conditional:
      if (is_true_expression(*expression.children[1])) return evaluate(*expression.children[0]);
      return expression.children[2] ? evaluate(*expression.children[2])
                                    : Any::undefined("the other half of an if without else");
    default: {
      const Any left = evaluate(*expression.children[0]);
      return calculate(expression.kind, left, evaluate(*expression.children[1]), runtime_);
    }
  }
}

bool Evaluator::is_true_expression(const Expression& expression) {
  return is_true(evaluate(expression));
}

Any Evaluator::evaluate_name(const Expression& name) {
  runtime_.work.spend(activation_->size() / 16);
  const Any* found = activation_->find(name.name);
  if (found == nullptr) {
    if (!is_asked_[name.name]) globals_[name.name] = global_(tree_.names[name.name]);
    is_asked_[name.name] = true;
    found = &globals_[name.name];
  }
  return found->is(Kind::missing) ? Any::undefined(name.text) : *found;
}

Any Evaluator::evaluate_list(const Expression& expression) {
  std::vector<Any> items;
  items.reserve(expression.children.size());
  for (const auto& child : expression.children) items.push_back(evaluate(*child));
  return expression.kind == Expression::Kind::list ? Any::list(std::move(items))
                                                   : Any::tuple(std::move(items));
}

Any Evaluator::evaluate_dict(const Expression& expression) {
  auto* const dict = new DictObject;
  Any made = Any::object(Kind::dict, dict);
  for (std::size_t i = 0; i + 1 < expression.children.size(); i += 2) {
    Any key = evaluate(*expression.children[i]);
    dict->set(std::move(key), evaluate(*expression.children[i + 1]), runtime_.work);
  }
  return made;
}

Any Evaluator::evaluate_concatenation(const Expression& expression) {
  std::vector<Any> parts;
  for (const auto& child : expression.children) parts.push_back(evaluate(*child));
  std::string text;
  for (const Any& part : parts) append_str(part, text, runtime_.work);
  return Any::text(std::move(text));
}

bool Evaluator::compare_pair(Operator which, const Any& left, const Any& right) {
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

Any Evaluator::evaluate_comparison(const Expression& expression) {
  Any left = evaluate(*expression.children[0]);
  for (std::size_t i = 0; i < expression.operators.size(); ++i) {
    Any right = evaluate(*expression.children[i + 1]);
    if (!compare_pair(expression.operators[i], left, right)) return Any::boolean(false);
    left = std::move(right);
  }
  return Any::boolean(true);
}

Any Evaluator::evaluate_item(const Expression& expression) {
  const Any object = evaluate(*expression.children[0]);
  const Expression& index = *expression.children[1];
  if (index.kind == Expression::Kind::constant && object.is(Kind::dict) &&
      index.constant.is(Kind::text)) {
    Any value;
    if (find_key(object, index.constant, value, runtime_.work)) return value;
    // The name of an undefined value is owned by the template.
    if (!index.may_be_method) return Any::undefined(index.constant.text());
  }
  return item_of(object, evaluate(index), runtime_);
}

Any Evaluator::evaluate_slice(const Expression& expression) {
  const Any object = evaluate(*expression.children[0]);
  Any bounds[3];
  for (std::size_t i = 0; i < 3; ++i)
    if (expression.children[i + 1]) bounds[i] = evaluate(*expression.children[i + 1]);
  return slice_of(object, bounds[0], bounds[1], bounds[2], runtime_);
}

Arguments Evaluator::evaluate_arguments(const Expression& expression) {
  Arguments arguments;
  for (std::size_t i = 1; i < expression.children.size(); ++i)
    arguments.positional.push_back(evaluate(*expression.children[i]));
  for (const auto& [key, value] : expression.keywords)
    arguments.keywords.emplace_back(key, evaluate(*value));
  return arguments;
}

// `block` is the input of a block's first filter.
Any Evaluator::evaluate_filter(const Expression& expression, const Any* block) {
  Any input;
  if (!expression.children[0])
    input = *block;
  else if (block != nullptr)
    input = evaluate_filter(*expression.children[0], block);
  else
    input = evaluate(*expression.children[0]);
  Arguments arguments = evaluate_arguments(expression);
  return expression.filter->apply(input, arguments, runtime_);
}

Any Evaluator::evaluate_test(const Expression& expression) {
  const Any value = evaluate(*expression.children[0]);
  Arguments arguments = evaluate_arguments(expression);
  return Any::boolean(holds_test(*expression.test, value, arguments, runtime_));
}

Any Evaluator::evaluate_call(const Expression& expression, const Any* caller) {
  const Any function = evaluate(*expression.children[0]);
  Arguments arguments = evaluate_arguments(expression);
  if (caller != nullptr) arguments.keywords.emplace_back("caller", *caller);
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

}  // namespace trainyard::chat
