// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluates a template's tree for one conversation.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/text/chat/evaluator.h"

namespace trainyard::chat {

// The output of a generation block, in bytes from the start of the text.
struct ProducedSpan {
  std::size_t begin = 0;
  std::size_t length = 0;
  std::size_t characters = 0;  // the length to cover, for one that is displaced
  bool is_displaced = false;   // it was inside a text that was still being built
};

class Interpreter : private Evaluator {
 public:
  using Evaluator::Global;
  Interpreter(const TemplateTree& tree, Global global, Runtime& runtime, std::size_t max_bytes);
  ~Interpreter() override;
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

  Any call_macro(const MacroObject& macro, Arguments& arguments) override;
  void fill_parameters(const MacroSyntax& macro, Arguments& arguments, Activation& activation);

  void hide_unset(const Body& body);
  // Opens the scope of a body.
  void enter(const Body& body);
  void assign(const Expression& target, Any value);
  // Returns the namespace in which a member is set; fails if the name is anything else.
  Any space_of(const Expression& member);
  void check_spaces(const Expression& target);

  std::size_t max_bytes_;
  std::string text_;
  std::string* out_ = &text_;
  std::size_t committed_ = 0;    // the part of text_ before the expression being printed
  std::size_t other_bytes_ = 0;  // in texts that are being built
  int line_ = 1;
  std::vector<ProducedSpan> spans_;
};

}  // namespace trainyard::chat
