// SPDX-License-Identifier: GPL-3.0-or-later
// The names that one frame (a scope of a template) reads and sets.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>

#include "engine/text/chat/template_syntax.h"

namespace trainyard::chat {

// The names that come from outside, by number.
class GlobalNames {
 public:
  unsigned number_of(const std::string& name);
  std::vector<std::string> take() && { return std::move(names_); }

 private:
  std::vector<std::string> names_;
  std::map<std::string, unsigned, std::less<>> numbers_;
};

// Where a variable lives: the level of its function, and its slot there.
struct Reference {
  unsigned level = 0;
  unsigned slot = 0;
};

// What the branches of an if in one frame share.
struct FrameSlots {
  Function* function = nullptr;
  unsigned level = 0;
  std::map<std::string, unsigned, std::less<>> slots;
  unsigned slot_of(const std::string& name);
};

class FrameSymbols {
 public:
  // A frame inside of `parent`, which may be null.
  FrameSymbols(const FrameSymbols* parent, FrameSlots& slots, GlobalNames& globals)
      : parent_(parent), slots_(slots), globals_(globals) {}
  // A branch of an if in `base`: what it adds.
  explicit FrameSymbols(const FrameSymbols& base)
      : base_(&base), parent_(base.parent_), slots_(base.slots_), globals_(base.globals_) {}
  FrameSymbols& operator=(const FrameSymbols&) = delete;

  void load(const std::string& name);
  void store(const std::string& name);
  unsigned declare_parameter(const std::string& name);
  // What two or three branches found goes on behind them.
  void join(std::initializer_list<const FrameSymbols*> branches);

  const Reference* find(const std::string& name) const;
  Scope scope() const;
  const FrameSlots& slots() const { return slots_; }

 private:
  struct Load {
    enum class From { nothing, parameter, global, outer };
    From from = From::nothing;
    unsigned global = 0;
    Reference outer;
  };
  const Reference* find_here(const std::string& name) const;
  bool is_stored(const std::string& name) const;
  unsigned define(const std::string& name, const Load& load);

  const FrameSymbols* base_ = nullptr;
  const FrameSymbols* parent_;
  FrameSlots& slots_;
  GlobalNames& globals_;
  std::map<std::string, Reference> references_;
  std::map<unsigned, Load> loads_;  // by slot
  std::set<std::string> stores_;
};

}  // namespace trainyard::chat
