// SPDX-License-Identifier: GPL-3.0-or-later
// Reads Python pickles as data. Nothing is ever called or imported: calls and globals are nodes
// with a name, and whoever reads the nodes handles the few that are expected.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/contract/result.h"

namespace trainyard {

enum class PickleKind : std::uint8_t {
  none,
  boolean,
  integer,
  real,
  text,
  bytes,
  list,
  tuple,
  dictionary,  // also collections.OrderedDict
  global,      // text: "module name"
  call,        // items: the callable, its arguments as a tuple
  persistent   // items: the identifier
};

struct PickleNode {
  PickleKind kind = PickleKind::none;
  std::int64_t integer = 0;  // also for booleans
  double real = 0;
  std::string text;                  // for texts, bytes and globals
  std::vector<std::uint32_t> items;  // nodes; for dictionaries keys and values alternate
};

struct Pickle {
  std::vector<PickleNode> nodes;
  std::uint32_t root = 0;

  const PickleNode& at(std::uint32_t node) const { return nodes[node]; }
};

// Supports protocols 2 to 5. Objects have no state other than their constructor's arguments (BUILD
// is read and ignored, as used for a state dict's metadata). A node needs some 80 bytes and can be
// created by a one-byte opcode: `max_nodes` limits that. Errors: truncated or damaged input, more
// nodes, or an opcode that plain containers, texts and numbers do not need ("pickle.operation").
Result<Pickle> parse_pickle(std::string_view bytes, std::size_t max_nodes = UINT32_MAX);

}  // namespace trainyard
