// SPDX-License-Identifier: GPL-3.0-or-later
// A template as a tree, with each variable's place already known.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/text/chat/template_value.h"

namespace trainyard::chat {

struct Filter;
struct ValueTest;

// Where a variable lives: `hops` functions (macros, bodies of call blocks) further out than the one
// that names it.
struct Place {
  unsigned hops = 0;
  unsigned slot = 0;
};

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
    dict,       // keys and values in turns
    attribute,  // children[0].text
    item,       // children[0][children[1]]
    slice,      // of children[0]: start, stop, step, each may be null
    call,       // children[0](the others)
    filter,     // children[0] may be null: what a block holds
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
    power,
    concatenate,
    comparison,   // children[0] operators[0] children[1] operators[1] ...
    conditional,  // children[0] if children[1] else children[2], which may be null
  };
  Kind kind = Kind::constant;
  unsigned depth = 1;  // of the tree below
  int line = 0;
  // Not counted, as threads may share the template: a text is borrowed from `text`.
  Any constant;
  std::string text;            // of a name, an attribute, a filter, a test or a constant text
  std::string member;          // of ns.member
  bool may_be_method = false;  // of an attribute: some type has a method of this name
  Place place;
  const Filter* filter = nullptr;
  const ValueTest* test = nullptr;
  std::vector<std::unique_ptr<Expression>> children;
  std::vector<Operator> operators;
  // Of calls, filters and tests, behind the positional arguments.
  std::vector<std::pair<std::string, std::unique_ptr<Expression>>> keywords;
  std::unique_ptr<Expression> more_arguments, more_keywords;  // *a and **a
};
using ExpressionPointer = std::unique_ptr<Expression>;

// What a scope does with its variables when it is entered. All become missing when it is left.
struct ScopeLoad {
  enum class From : std::uint8_t { nothing, global, outer };
  unsigned slot = 0;
  From from = From::nothing;
  unsigned global = 0;  // number of the name
  Place outer;
};
struct Scope {
  std::vector<ScopeLoad> loads;
  std::vector<unsigned> slots;  // of this scope
};

// The variables of a macro, of the body of a call block, or of the template itself.
struct Function {
  unsigned num_slots = 0;
  bool has_inner = false;  // functions inside, which may outlive a call
};

struct Statement;
using Body = std::vector<Statement>;

struct Parameter {
  std::string name;
  unsigned slot = 0;
  ExpressionPointer missing;  // its default, may be null
};

// A macro, or the body of a call block.
struct MacroSyntax {
  std::string name;
  std::vector<Parameter> parameters;
  Function function;
  Scope scope;
  std::unique_ptr<Body> body;
  int caller_slot = -1, keywords_slot = -1, more_slot = -1;  // of the names that it uses
  bool explicit_caller = false;
};

struct Statement {
  enum class Kind : std::uint8_t {
    text,
    print,
    if_chain,  // expressions are conditions, bodies what they guard; one more body is the else
    for_loop,  // expressions[0] is what is looped over, [1] the condition of items, or null
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
  std::vector<ExpressionPointer> targets;  // of set, for (second: for its condition) and with
  std::vector<Body> bodies;                // a loop's: [0], its else: [1]
  std::vector<Scope> scopes;               // of the bodies that have one; a loop's third: condition
  std::unique_ptr<MacroSyntax> macro;
  Place place;         // of a macro's name
  int loop_slot = -1;  // of `loop`, where the body uses it
  // Of a generation block: the special names of macros that it reads, which are empty in it.
  enum class Special : std::uint8_t { caller, keywords, more };
  std::vector<std::pair<unsigned, Special>> specials;
};

struct TemplateTree {
  Body body;
  Function function;
  Scope scope;
  std::vector<std::string> globals;  // names that come from outside, by number
};

}  // namespace trainyard::chat
