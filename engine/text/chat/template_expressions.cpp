// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/chat/template_parser.h"

namespace trainyard::chat {
namespace {

constexpr int kMostNested = 90;

struct SignOf {
  std::string_view sign;
  Expression::Kind kind;
};
constexpr SignOf kSumSigns[] = {{"+", Expression::Kind::add}, {"-", Expression::Kind::subtract}};
constexpr SignOf kProductSigns[] = {{"*", Expression::Kind::multiply},
                                    {"/", Expression::Kind::divide},
                                    {"//", Expression::Kind::floor_divide},
                                    {"%", Expression::Kind::modulo}};
constexpr std::pair<std::string_view, Operator> kComparisons[] = {
    {"==", Operator::equal},  {"!=", Operator::unequal},    {"<", Operator::less},
    {">", Operator::greater}, {"<=", Operator::less_equal}, {">=", Operator::greater_equal}};

}  // namespace

TemplateParser::Nested::Nested(TemplateParser& parser) : parser(parser) {
  if (++parser.nested_ > kMostNested) fail_syntax(parser.current().line, "chat.too_deep");
}

ExpressionPointer TemplateParser::node(Expression::Kind kind) const {
  auto made = std::make_unique<Expression>();
  made->kind = kind;
  made->line = current().line;
  return made;
}

void TemplateParser::adopt(Expression& parent, ExpressionPointer child) {
  if (child) parent.depth = std::max(parent.depth, child->depth + 1);
  if (parent.depth > deepest_expression) fail_syntax(parent.line, "chat.too_deep");
  parent.children.push_back(std::move(child));
}

ExpressionPointer TemplateParser::binary(Expression::Kind kind, ExpressionPointer left,
                                         ExpressionPointer right) {
  auto made = node(kind);
  made->line = left->line;
  adopt(*made, std::move(left));
  adopt(*made, std::move(right));
  return made;
}

bool TemplateParser::is_tuple_end(std::string_view end_name) const {
  const TokenType type = current().type;
  return type == TokenType::print_end || type == TokenType::block_end || is_sign(")") ||
         (!end_name.empty() && is_name(end_name));
}

ExpressionPointer TemplateParser::parse_tuple(bool with_condition, bool in_brackets,
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

ExpressionPointer TemplateParser::parse_conditional() {
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

ExpressionPointer TemplateParser::parse_or() {
  auto left = parse_and();
  while (skip_name("or")) left = binary(Expression::Kind::logical_or, std::move(left), parse_and());
  return left;
}

ExpressionPointer TemplateParser::parse_and() {
  auto left = parse_not();
  while (skip_name("and"))
    left = binary(Expression::Kind::logical_and, std::move(left), parse_not());
  return left;
}

ExpressionPointer TemplateParser::parse_not() {
  if (!is_name("not")) return parse_comparison();
  const Nested nested(*this);
  auto negated = node(Expression::Kind::logical_not);
  take();
  adopt(*negated, parse_not());
  return negated;
}

ExpressionPointer TemplateParser::parse_comparison() {
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

ExpressionPointer TemplateParser::parse_sum() {
  auto left = parse_concatenation();
  for (;;) {
    const SignOf* found = nullptr;
    for (const SignOf& sign : kSumSigns)
      if (found == nullptr && skip_sign(sign.sign)) found = &sign;
    if (found == nullptr) return left;
    left = binary(found->kind, std::move(left), parse_concatenation());
  }
}

ExpressionPointer TemplateParser::parse_concatenation() {
  auto first = parse_product();
  if (!is_sign("~")) return first;
  auto joined = node(Expression::Kind::concatenate);
  adopt(*joined, std::move(first));
  while (skip_sign("~")) adopt(*joined, parse_product());
  return joined;
}

ExpressionPointer TemplateParser::parse_product() {
  auto left = parse_power();
  for (;;) {
    const SignOf* found = nullptr;
    for (const SignOf& sign : kProductSigns)
      if (found == nullptr && skip_sign(sign.sign)) found = &sign;
    if (found == nullptr) return left;
    left = binary(found->kind, std::move(left), parse_power());
  }
}

ExpressionPointer TemplateParser::parse_power() {
  auto left = parse_unary(true);
  while (skip_sign("**"))
    left = binary(Expression::Kind::power, std::move(left), parse_unary(true));
  return left;
}

ExpressionPointer TemplateParser::parse_unary(bool with_filter) {
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

ExpressionPointer TemplateParser::parse_primary() {
  const Nested nested(*this);
  const Token& token = current();
  if (is_sign("[")) return parse_list();
  if (is_sign("{")) return parse_dict();
  if (skip_sign("(")) {
    auto inner = parse_tuple(true, true);
    expect_sign(")");
    return inner;
  }
  auto made = node(Expression::Kind::constant);
  if (token.type == TokenType::name) {
    const std::string& name = take().text;
    if (name == "true" || name == "True" || name == "false" || name == "False") {
      made->constant = Any::boolean(name[0] == 't' || name[0] == 'T');
    } else if (name == "none" || name == "None") {
      made->constant = Any::none();
    } else {
      made->kind = Expression::Kind::name;
      made->text = name;
    }
  } else if (token.type == TokenType::text) {
    while (current().type == TokenType::text) made->text += take().text;
    made->constant = Any::borrowed(made->text);
  } else if (token.type == TokenType::integer || token.type == TokenType::real) {
    made->constant = take().number;
  } else {
    fail_expected("an expression");
  }
  return made;
}

ExpressionPointer TemplateParser::parse_list() {
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

ExpressionPointer TemplateParser::parse_dict() {
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

ExpressionPointer TemplateParser::parse_postfix(ExpressionPointer result) {
  for (;;) {
    if (is_sign(".") || is_sign("["))
      result = parse_subscript(std::move(result));
    else if (is_sign("("))
      result = parse_call(std::move(result));
    else
      return result;
  }
}

ExpressionPointer TemplateParser::parse_filters_and_tests(ExpressionPointer result) {
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

ExpressionPointer TemplateParser::parse_subscript(ExpressionPointer object) {
  if (is_sign("[")) return parse_item(std::move(object));
  auto made = node(Expression::Kind::attribute);
  take();
  adopt(*made, std::move(object));
  if (current().type == TokenType::name) {
    made->text = take().text;
    return made;
  }
  if (current().type != TokenType::integer) fail_expected("a name or a number");
  made->kind = Expression::Kind::item;
  auto index = node(Expression::Kind::constant);
  index->constant = take().number;
  adopt(*made, std::move(index));
  return made;
}

ExpressionPointer TemplateParser::parse_item(ExpressionPointer object) {
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
  if (is_slice && indexes.size() > 1)
    fail_syntax(made->line, "chat.unsupported", {{"what", "[a:b, c]"}});
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

ExpressionPointer TemplateParser::parse_call(ExpressionPointer function) {
  auto made = node(Expression::Kind::call);
  adopt(*made, std::move(function));
  take_arguments(*made, parse_arguments());
  return made;
}

// Behind "|"; `input` is null in the filter of a block.
ExpressionPointer TemplateParser::parse_filter(ExpressionPointer input) {
  auto made = node(Expression::Kind::filter);
  made->text = take_name();
  while (skip_sign(".")) made->text += "." + take_name();
  adopt(*made, std::move(input));
  if (is_sign("(")) take_arguments(*made, parse_arguments());
  return made;
}

// Behind "is".
ExpressionPointer TemplateParser::parse_test(ExpressionPointer input) {
  const bool is_negated = skip_name("not");
  auto made = node(Expression::Kind::test);
  made->text = take_name();
  while (skip_sign(".")) made->text += "." + take_name();
  adopt(*made, std::move(input));
  const TokenType type = current().type;
  const bool starts_value = type == TokenType::name || type == TokenType::text ||
                            type == TokenType::integer || type == TokenType::real || is_sign("[") ||
                            is_sign("{");
  if (is_sign("(")) {
    take_arguments(*made, parse_arguments());
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
