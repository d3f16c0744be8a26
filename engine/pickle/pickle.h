// SPDX-License-Identifier: GPL-3.0-or-later
// Python's pickles read as data. Nothing is ever called or imported: what would be is a node that
// names it, and who reads the nodes knows the few that are meant.
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
  call,        // items: what is called, its arguments as a tuple
  persistent   // items: the identifier
};

struct PickleNode {
  PickleKind kind = PickleKind::none;
  std::int64_t integer = 0;  // also of a boolean
  double real = 0;
  std::string text;                  // of texts, bytes and globals
  std::vector<std::uint32_t> items;  // nodes; of a dictionary keys and values in turn
};

struct Pickle {
  std::vector<PickleNode> nodes;
  std::uint32_t root = 0;

  const PickleNode& at(std::uint32_t node) const { return nodes[node]; }
};

// Protocols 2 to 5. Objects keep no state but what their constructor is given (BUILD is read and
// left out, as a state dict's own metadata). A node needs some 80 bytes, and an operation of one
// byte makes one: `most_nodes` bounds that. Errors: it ends early, is damaged, has more nodes, or
// has an operation that plain containers, texts and numbers do not need ("pickle.operation").
Result<Pickle> parse_pickle(std::string_view bytes, std::size_t most_nodes = UINT32_MAX);

}  // namespace trainyard
