// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/chat/expression_parser.h"

#include "engine/text/chat/filters.h"
#include "engine/text/chat/methods.h"
#include "engine/text/chat/value_tests.h"

namespace trainyard::chat {
namespace {

constexpr std::pair<std::string_view, Operator> kComparisons[] = {
    {"==", Operator::equal},  {"!=", Operator::unequal},    {"<", Operator::less},
    {">", Operator::greater}, {"<=", Operator::less_equal}, {">=", Operator::greater_equal}};

}  // namespace

bool ExpressionParser::is_tuple_end(std::string_view end_name) const {
  const TokenType type = current().type;
  return type == TokenType::print_end || type == TokenType::block_end || is_sign(")") ||
         (!end_name.empty() && is_name(end_name));
}

ExpressionPointer ExpressionParser::parse_tuple(bool with_condition, bool in_brackets,
                                                std::string_view end_name) {
  const Nested nested(*this);
  auto tuple = node(Expression::Kind::tuple);
  bool is_tuple = false;
  for (;;) {
    if (!tuple->children.empty()) expect_sign(",");
    if (is_tuple_end(end_name)) break;
    adopt(*tuple, with_condition ? parse_conditional() : parse_or());
    if (!is_sign(",")) break;
    is_tuple = true;
  }
  if (is_tuple) return tuple;
  if (!tuple->children.empty()) return std::move(tuple->children[0]);
  if (!in_brackets) fail_expected("an expression");
  return tuple;
}

ExpressionPointer ExpressionParser::parse_conditional() {
  const Nested nested(*this);
  auto result = parse_or();
  while (skip_name("if")) {
    auto chosen = node(Expression::Kind::conditional);
    adopt(*chosen, std::move(result));
    adopt(*chosen, parse_or());
    adopt(*chosen, skip_name("else") ? parse_conditional() : nullptr);
    result = std::move(chosen);
  }
  return result;
}

ExpressionPointer ExpressionParser::parse_or() {
  auto left = parse_and();
  while (skip_name("or")) left = binary(Expression::Kind::logical_or, std::move(left), parse_and());
  return left;
}

ExpressionPointer ExpressionParser::parse_and() {
  auto left = parse_not();
  while (skip_name("and"))
    left = binary(Expression::Kind::logical_and, std::move(left), parse_not());
  return left;
}

ExpressionPointer ExpressionParser::parse_not() {
  if (!is_name("not")) return parse_comparison();
  const Nested nested(*this);
  auto negated = node(Expression::Kind::logical_not);
  take();
  adopt(*negated, parse_not());
  return negated;
}

ExpressionPointer ExpressionParser::parse_comparison() {
  auto first = parse_sum();
  auto compared = node(Expression::Kind::comparison);
  const auto next_operator = [&](Operator& which) {
    for (const auto& [sign, meaning] : kComparisons) {
      if (!skip_sign(sign)) continue;
      which = meaning;
      return true;
    }
    which = Operator::in;
    if (skip_name("in")) return true;
    which = Operator::not_in;
    if (!is_name("not") || following().type != TokenType::name || following().text != "in")
      return false;
    at_ += 2;
    return true;
  };
  for (Operator which{}; next_operator(which);) {
    if (compared->children.empty()) adopt(*compared, std::move(first));
    compared->operators.push_back(which);
    adopt(*compared, parse_sum());
  }
  return compared->children.empty() ? std::move(first) : std::move(compared);
}

ExpressionPointer ExpressionParser::parse_sum() {
  using enum Expression::Kind;
  auto left = parse_concatenation();
  for (;;) {
    if (skip_sign("+"))
      left = binary(add, std::move(left), parse_concatenation());
    else if (skip_sign("-"))
      left = binary(subtract, std::move(left), parse_concatenation());
    else
      return left;
  }
}

ExpressionPointer ExpressionParser::parse_concatenation() {
  auto first = parse_product();
  if (!is_sign("~")) return first;
  auto joined = node(Expression::Kind::concatenate);
  adopt(*joined, std::move(first));
  while (skip_sign("~")) adopt(*joined, parse_product());
  return joined;
}

ExpressionPointer ExpressionParser::parse_product() {
  using enum Expression::Kind;
  auto left = parse_unary(true);
  for (;;) {
    if (is_sign("**")) fail_unsupported("the operator **");
    const Expression::Kind kind = skip_sign("*")    ? multiply
                                  : skip_sign("/")  ? divide
                                  : skip_sign("//") ? floor_divide
                                  : skip_sign("%")  ? modulo
                                                    : constant;
    if (kind == constant) return left;
    left = binary(kind, std::move(left), parse_unary(true));
  }
}

ExpressionPointer ExpressionParser::parse_unary(bool with_filter) {
  const Nested nested(*this);
  ExpressionPointer result;
  if (is_sign("-") || is_sign("+")) {
    result = node(is_sign("-") ? Expression::Kind::negative : Expression::Kind::positive);
    take();
    adopt(*result, parse_unary(false));
  } else {
    result = parse_primary();
  }
  result = parse_postfix(std::move(result));
  return with_filter ? parse_filters_and_tests(std::move(result)) : std::move(result);
}

ExpressionPointer ExpressionParser::parse_primary() {
  const Nested nested(*this);
  if (is_sign("[")) return parse_list();
  if (is_sign("{")) return parse_dict();
  if (skip_sign("(")) {
    auto inner = parse_tuple(true, true);
    expect_sign(")");
    return inner;
  }
  if (current().type == TokenType::name) return parse_name();
  auto made = node(Expression::Kind::constant);
  if (current().type == TokenType::text) {
    while (current().type == TokenType::text) made->text += take().text;
    made->constant = Any::borrowed(made->text);
    made->may_be_method = may_be_method(made->text);
  } else if (current().type == TokenType::number) {
    made->constant = take().number;
  } else {
    fail_expected("an expression");
  }
  return made;
}

ExpressionPointer ExpressionParser::parse_name() {
  auto made = node(Expression::Kind::constant);
  const std::string name = take().text;
  if (name == "true" || name == "True" || name == "false" || name == "False") {
    made->constant = Any::boolean(name[0] == 't' || name[0] == 'T');
    return made;
  }
  if (name == "none" || name == "None") {
    made->constant = Any::none();
    return made;
  }
  made->kind = Expression::Kind::name;
  made->name = number_of(name);
  made->text = name;
  loop_reads_ += made->name == loop_name;
  caller_reads_ += made->name == caller_name;
  // A macro's additional arguments.
  if ((name == "varargs" || name == "kwargs") && !is_known(made->name, scope_))
    fail_unsupported(name);
  note_read(made->name);
  return made;
}

ExpressionPointer ExpressionParser::parse_list() {
  auto list = node(Expression::Kind::list);
  take();
  while (!is_sign("]")) {
    if (!list->children.empty()) expect_sign(",");
    if (is_sign("]")) break;
    adopt(*list, parse_expression());
  }
  take();
  return list;
}

ExpressionPointer ExpressionParser::parse_dict() {
  auto dict = node(Expression::Kind::dict);
  take();
  while (!is_sign("}")) {
    if (!dict->children.empty()) expect_sign(",");
    if (is_sign("}")) break;
    adopt(*dict, parse_expression());
    expect_sign(":");
    adopt(*dict, parse_expression());
  }
  take();
  return dict;
}

ExpressionPointer ExpressionParser::parse_postfix(ExpressionPointer result) {
  for (;;) {
    if (is_sign(".") || is_sign("["))
      result = parse_subscript(std::move(result));
    else if (is_sign("("))
      result = parse_call(std::move(result));
    else
      return result;
  }
}

ExpressionPointer ExpressionParser::parse_filters_and_tests(ExpressionPointer result) {
  for (;;) {
    if (skip_sign("|"))
      result = parse_filter(std::move(result));
    else if (skip_name("is"))
      result = parse_test(std::move(result));
    else if (is_sign("("))
      result = parse_call(std::move(result));
    else
      return result;
  }
}

ExpressionPointer ExpressionParser::parse_subscript(ExpressionPointer object) {
  if (is_sign("[")) return parse_item(std::move(object));
  auto made = node(Expression::Kind::attribute);
  take();
  adopt(*made, std::move(object));
  if (current().type == TokenType::name) {
    made->text = take().text;
    made->may_be_method = may_be_method(made->text);
    return made;
  }
  if (current().type != TokenType::number) fail_expected("a name or a number");
  made->kind = Expression::Kind::item;
  auto index = node(Expression::Kind::constant);
  index->constant = take().number;
  adopt(*made, std::move(index));
  return made;
}

ExpressionPointer ExpressionParser::parse_item(ExpressionPointer object) {
  auto made = node(Expression::Kind::item);
  take();
  adopt(*made, std::move(object));
  const auto part = [&]() -> ExpressionPointer {
    return is_sign(":") || is_sign("]") || is_sign(",") ? nullptr : parse_expression();
  };
  std::vector<ExpressionPointer> indexes;
  bool is_slice = false;
  while (!is_sign("]")) {
    if (!indexes.empty()) expect_sign(",");
    indexes.push_back(is_sign(":") ? nullptr : parse_expression());
    if (!skip_sign(":")) continue;
    is_slice = true;
    adopt(*made, std::move(indexes.back()));
    adopt(*made, part());
    adopt(*made, skip_sign(":") ? part() : nullptr);
  }
  if (is_slice && indexes.size() > 1) fail_unsupported("[a:b, c]");
  take();
  if (is_slice) {
    made->kind = Expression::Kind::slice;
  } else if (indexes.size() == 1) {
    adopt(*made, std::move(indexes[0]));
  } else {
    auto tuple = node(Expression::Kind::tuple);
    for (auto& index : indexes) adopt(*tuple, std::move(index));
    adopt(*made, std::move(tuple));
  }
  return made;
}

void ExpressionParser::parse_arguments(Expression& made) {
  expect_sign("(");
  for (bool is_first = true; !is_sign(")"); is_first = false) {
    if (!is_first) expect_sign(",");
    if (is_sign(")")) break;
    if (is_sign("*") || is_sign("**")) fail_unsupported("* before an argument");
    if (current().type != TokenType::name || following().type != TokenType::sign ||
        following().text != "=") {
      if (!made.keywords.empty()) fail_expected("an argument with a name");
      adopt(made, parse_expression());
      continue;
    }
    std::string name = take().text;
    take();
    for (const auto& [other, value] : made.keywords)
      if (other == name) fail_expected("another name than " + name);
    auto value = parse_expression();
    made.depth = std::max(made.depth, value->depth + 1);
    if (made.depth > deepest_expression) fail_syntax(made.line, "chat.too_deep");
    made.keywords.emplace_back(std::move(name), std::move(value));
  }
  take();
}

ExpressionPointer ExpressionParser::parse_call(ExpressionPointer function) {
  auto made = node(Expression::Kind::call);
  adopt(*made, std::move(function));
  parse_arguments(*made);
  return made;
}

void ExpressionParser::check_named_argument(const Expression& filter,
                                            const std::string& name) const {
  const std::size_t place = name.ends_with("attr") ? 2 : 1;
  if (filter.children.size() <= place || !filter.children[place]->constant.is(Kind::text)) return;
  const std::string& named = filter.children[place]->text;
  if (name == "map" && find_filter(named) == nullptr)
    fail_syntax(filter.line, "chat.unknown_filter", {{"name", named}});
  const bool selects = name.starts_with("select") || name.starts_with("reject");
  if (selects && find_test(named) == nullptr)
    fail_syntax(filter.line, "chat.unknown_test", {{"name", named}});
}

// After "|"; `input` is null in the filter of a block.
ExpressionPointer ExpressionParser::parse_filter(ExpressionPointer input) {
  auto made = node(Expression::Kind::filter);
  const std::string name = take_name();
  made->filter = find_filter(name);
  if (made->filter == nullptr) fail_syntax(made->line, "chat.unknown_filter", {{"name", name}});
  adopt(*made, std::move(input));
  if (is_sign("(")) parse_arguments(*made);
  check_named_argument(*made, name);
  return made;
}

// After "is".
ExpressionPointer ExpressionParser::parse_test(ExpressionPointer input) {
  const bool is_negated = skip_name("not");
  auto made = node(Expression::Kind::test);
  const std::string name = take_name();
  made->test = find_test(name);
  if (made->test == nullptr) fail_syntax(made->line, "chat.unknown_test", {{"name", name}});
  adopt(*made, std::move(input));
  const TokenType type = current().type;
  const bool starts_value = type == TokenType::name || type == TokenType::text ||
                            type == TokenType::number || is_sign("[") || is_sign("{");
  if (is_sign("(")) {
    parse_arguments(*made);
  } else if (starts_value && !is_one_of({"else", "or", "and"})) {
    if (is_name("is")) fail_expected("one test, not several with is");
    adopt(*made, parse_postfix(parse_primary()));
  }
  if (!is_negated) return made;
  auto negated = node(Expression::Kind::logical_not);
  adopt(*negated, std::move(made));
  return negated;
}

}  // namespace trainyard::chat
