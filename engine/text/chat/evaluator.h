// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluates the expressions of a template for one conversation.
#pragma once

#include <functional>
#include <list>
#include <string>
#include <vector>

#include "engine/text/chat/activation.h"
#include "engine/text/chat/runtime.h"

namespace trainyard::chat {

class Evaluator {
 public:
  // `global` returns the value of a name that the template does not set, missing if there is none.
  using Global = std::function<Any(const std::string& name)>;
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

 protected:
  Evaluator(const TemplateTree& tree, Global global, Runtime& runtime);
  virtual ~Evaluator() = default;

  // Runs the statements of a macro.
  virtual Any call_macro(const MacroObject& macro, Arguments& arguments) = 0;

  Any evaluate(const Expression& expression);
  Any evaluate_name(const Expression& name);
  Any evaluate_list(const Expression& expression);
  Any evaluate_dict(const Expression& expression);
  Any evaluate_comparison(const Expression& expression);
  bool compare_pair(Operator which, const Any& left, const Any& right);
  Any evaluate_concatenation(const Expression& expression);
  Any evaluate_call(const Expression& expression, const Any* caller);
  Any evaluate_filter(const Expression& expression, const Any* block);
  Any evaluate_test(const Expression& expression);
  Any evaluate_item(const Expression& expression);
  Any evaluate_slice(const Expression& expression);
  Arguments evaluate_arguments(const Expression& expression);
  bool is_true_expression(const Expression& expression);

  const TemplateTree& tree_;
  Runtime& runtime_;
  std::list<Activation> kept_;  // those that macros may still refer to
  Activation* activation_ = nullptr;

 private:
  Global global_;
  std::vector<Any> globals_;    // by name number
  std::vector<bool> is_asked_;  // which of them were looked up
};

}  // namespace trainyard::chat
