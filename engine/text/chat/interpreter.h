// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluates a template's tree for one conversation.
#pragma once

#include <functional>
#include <list>
#include <string>

#include "engine/text/chat/activation.h"
#include "engine/text/chat/runtime.h"

namespace trainyard::chat {

// The output of a generation block, in bytes from the start of the text.
struct ProducedSpan {
  std::size_t begin = 0;
  std::size_t length = 0;
  std::size_t characters = 0;  // the length to cover, for one that is displaced
  bool is_displaced = false;   // it was inside a text that was still being built
};

class Interpreter {
 public:
  // `global` returns the value of a name that the template does not set, missing if there is none.
  using Global = std::function<Any(const std::string& name)>;
  Interpreter(const TemplateTree& tree, Global global, Runtime& runtime, std::size_t max_bytes);
  ~Interpreter();
  Interpreter(const Interpreter&) = delete;
  Interpreter& operator=(const Interpreter&) = delete;

  void run();
  int line() const { return line_; }
  std::string& text() { return text_; }
  const std::vector<ProducedSpan>& spans() const { return spans_; }

  // Evaluates a loop's condition for `item`.
  bool holds(const Statement& loop, const Any& item, Activation& activation);

 private:
  enum class Flow : std::uint8_t { next, break_loop, continue_loop };

  Flow run(const Body& body);
  Flow run(const Statement& statement);
  Flow run_if(const Statement& chain);
  Flow run_for(const Statement& loop);
  void run_rounds(const Statement& loop, const Any& source, bool& has_run);
  Flow run_with(const Statement& with);
  void run_generation(const Statement& block);
  Flow run_set_block(const Statement& block);
  Flow run_filter_block(const Statement& block);
  void run_call_block(const Statement& block);
  Any new_macro(const MacroSyntax& syntax);
  void write_text(const Any& value);
  void print_value(const Expression& expression);
  void print_sum(const Expression& sum);
  void check_size();
  // Runs a body and captures its output; `flow` tells if it ended a surrounding loop's iteration.
  Any captured(const Body& body, Flow& flow);

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

  Any call_macro(const MacroObject& macro, Arguments& arguments);
  void fill_parameters(const MacroSyntax& macro, Arguments& arguments, Activation& activation);

  void hide_unset(const Body& body);
  // Opens the scope of a body.
  void enter(const Body& body);
  void assign(const Expression& target, Any value);
  // Returns the namespace in which a member is set; fails if the name is anything else.
  Any space_of(const Expression& member);
  void check_spaces(const Expression& target);

  const TemplateTree& tree_;
  Global global_;
  std::vector<Any> globals_;    // by name number
  std::vector<bool> is_asked_;  // which of them were looked up
  Runtime& runtime_;
  std::size_t max_bytes_;
  std::list<Activation> kept_;  // those that macros may still refer to
  Activation* activation_ = nullptr;
  std::string text_;
  std::string* out_ = &text_;
  std::size_t committed_ = 0;    // the part of text_ before the expression being printed
  std::size_t other_bytes_ = 0;  // in texts that are being built
  int line_ = 1;
  std::vector<ProducedSpan> spans_;
};

}  // namespace trainyard::chat
