// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the tree of a template over one conversation.
#pragma once

#include <functional>
#include <list>
#include <string>

#include "engine/text/chat/activation.h"
#include "engine/text/chat/runtime.h"

namespace trainyard::chat {

// What a generation block produced, in bytes from the beginning of the text.
struct ProducedSpan {
  std::size_t begin = 0;
  std::size_t length = 0;
  std::size_t characters = 0;  // as many as that, of one that is displaced
  bool is_displaced = false;   // it stood in a text that was still being made
};

class Interpreter {
 public:
  // `global` gives the value of a name that the template does not set, missing where there is none.
  using Global = std::function<Any(const std::string& name)>;
  Interpreter(const TemplateTree& tree, Global global, Runtime& runtime, std::size_t most_bytes);
  ~Interpreter();
  Interpreter(const Interpreter&) = delete;
  Interpreter& operator=(const Interpreter&) = delete;

  void run();
  int line() const { return line_; }
  std::string& text() { return text_; }
  const std::vector<ProducedSpan>& spans() const { return spans_; }

  // Of a loop's condition: whether `item` may pass.
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
  // Runs a body whose text is kept apart; false in `flow` when a loop around it ends.
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
  // Begins the scope of a body.
  void enter(const Body& body);
  void assign(const Expression& target, Any value);
  // The namespace that a member is set in; fails when the name is anything else.
  Any space_of(const Expression& member);
  void check_spaces(const Expression& target);

  const TemplateTree& tree_;
  Global global_;
  std::vector<Any> globals_;    // by name
  std::vector<bool> is_asked_;  // those of them that are known
  Runtime& runtime_;
  std::size_t most_bytes_;
  std::list<Activation> kept_;  // those that macros may still need
  Activation* activation_ = nullptr;
  std::string text_;
  std::string* out_ = &text_;
  std::size_t committed_ = 0;    // of text_: what stands before the expression that is printed
  std::size_t other_bytes_ = 0;  // in texts that are being made
  int line_ = 1;
  std::vector<ProducedSpan> spans_;
};

}  // namespace trainyard::chat
