// SPDX-License-Identifier: GPL-3.0-or-later
// A template's syntax tree, with filters, tests and the numbers of names already resolved.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/text/chat/template_value.h"

namespace trainyard::chat {

struct Filter;
struct ValueTest;

enum class Operator : std::uint8_t {
  equal,
  unequal,
  less,
  less_equal,
  greater,
  greater_equal,
  in,
  not_in
};

struct Expression {
  enum class Kind : std::uint8_t {
    constant,
    name,
    space_member,  // ns.x as a target
    list,
    tuple,
    dict,       // alternating keys and values
    attribute,  // children[0].text
    item,       // children[0][children[1]]
    slice,      // of children[0]: start, stop, step, each may be null
    call,       // children[0](the other children)
    filter,     // children[0] may be null: the content of a block
    test,
    negative,
    positive,
    logical_not,
    logical_and,
    logical_or,
    add,
    subtract,
    multiply,
    divide,
    floor_divide,
    modulo,
    concatenate,
    comparison,   // children[0] operators[0] children[1] operators[1] ...
    conditional,  // children[0] if children[1] else children[2], which may be null
  };
  Kind kind = Kind::constant;
  unsigned depth = 1;  // of the subtree
  int line = 0;
  // Not reference-counted, as threads may share the template: a text is borrowed from `text`.
  Any constant;
  std::string text;            // for a name, an attribute or a constant text
  std::string member;          // for ns.member
  unsigned name = 0;           // number of the name
  bool may_be_method = false;  // for an attribute or a constant text: some type has such a method
  const Filter* filter = nullptr;
  const ValueTest* test = nullptr;
  std::vector<std::unique_ptr<Expression>> children;
  std::vector<Operator> operators;
  // For calls, filters and tests, in addition to positional arguments.
  std::vector<std::pair<std::string, std::unique_ptr<Expression>>> keywords;
};
using ExpressionPointer = std::unique_ptr<Expression>;

struct Statement;
struct Body {
  std::vector<Statement> statements;
  std::size_t scope = 0;  // number of its scope, if it has its own
};

struct Parameter {
  std::string name;
  unsigned number = 0;
  ExpressionPointer missing;  // its default; may be null
};

// A macro, or the body of a call block.
struct MacroSyntax {
  std::string name;
  std::vector<Parameter> parameters;
  Body body;
  bool reads_caller = false;
  bool has_inner = false;  // it contains macros, which may outlive a call
};

struct Statement {
  enum class Kind : std::uint8_t {
    text,
    print,
    if_chain,  // expressions are conditions, bodies their branches; an additional body is the else
    for_loop,  // expressions[0] is iterated over, [1] is the condition for items, or null
    set,
    set_block,
    with,
    macro,
    call_block,
    filter_block,
    generation,
    break_loop,
    continue_loop,
  };
  Kind kind = Kind::text;
  int line = 0;
  std::string text;
  std::vector<ExpressionPointer> expressions;
  std::vector<ExpressionPointer> targets;  // for set, for and with
  std::vector<Body> bodies;                // for a loop: [0], its else: [1]
  std::unique_ptr<MacroSyntax> macro;
  unsigned name = 0;        // of the macro
  bool reads_loop = false;  // the body of a loop uses `loop`
};

struct TemplateTree {
  Body body;
  std::vector<std::string> names;  // by number, starting with special_names
  // By scope: names that it sets before it reads them. Jinja hides variables of these names from
  // outside of the template in nested scopes, even before they are set.
  std::vector<std::vector<unsigned>> unset;
};

// Names that are set by the interpreter.
inline constexpr unsigned loop_name = 0, caller_name = 1;
inline constexpr const char* special_names[] = {"loop", "caller"};

}  // namespace trainyard::chat
