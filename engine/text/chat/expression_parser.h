// SPDX-License-Identifier: GPL-3.0-or-later
// Parses the expressions of a template. Fails for unknown filters and tests, even if they would
// never be reached.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/text/chat/token_reader.h"

namespace trainyard::chat {

class ExpressionParser : protected TokenReader {
 protected:
  using TokenReader::TokenReader;
  ~ExpressionParser() = default;

  ExpressionPointer parse_tuple(bool with_condition, bool in_brackets = false,
                                std::string_view end_name = {});
  ExpressionPointer parse_expression() { return parse_conditional(); }
  ExpressionPointer parse_conditional();
  ExpressionPointer parse_or();
  ExpressionPointer parse_and();
  ExpressionPointer parse_not();
  ExpressionPointer parse_comparison();
  ExpressionPointer parse_sum();
  ExpressionPointer parse_concatenation();
  ExpressionPointer parse_product();
  ExpressionPointer parse_unary(bool with_filter);
  ExpressionPointer parse_primary();
  ExpressionPointer parse_name();
  ExpressionPointer parse_list();
  ExpressionPointer parse_dict();
  ExpressionPointer parse_postfix(ExpressionPointer node);
  ExpressionPointer parse_filters_and_tests(ExpressionPointer node);
  ExpressionPointer parse_subscript(ExpressionPointer node);
  ExpressionPointer parse_item(ExpressionPointer node);
  ExpressionPointer parse_call(ExpressionPointer node);
  ExpressionPointer parse_filter(ExpressionPointer node);
  ExpressionPointer parse_test(ExpressionPointer node);
  void parse_arguments(Expression& made);
  // Checks the names of filters and tests that are passed as text to map, select etc.
  void check_named_argument(const Expression& filter, const std::string& name) const;
  bool is_tuple_end(std::string_view end_name) const;

  std::size_t loop_reads_ = 0, caller_reads_ = 0;  // number so far
};

}  // namespace trainyard::chat
