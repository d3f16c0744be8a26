// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/chat/frame_symbols.h"

namespace trainyard::chat {

unsigned GlobalNames::number_of(const std::string& name) {
  const auto [place, is_new] = numbers_.emplace(name, static_cast<unsigned>(names_.size()));
  if (is_new) names_.push_back(name);
  return place->second;
}

unsigned FrameSlots::slot_of(const std::string& name) {
  const auto [place, is_new] = slots.emplace(name, function->num_slots);
  if (is_new) ++function->num_slots;
  return place->second;
}

const Reference* FrameSymbols::find_here(const std::string& name) const {
  for (const FrameSymbols* layer = this; layer != nullptr; layer = layer->base_)
    if (const auto place = layer->references_.find(name); place != layer->references_.end())
      return &place->second;
  return nullptr;
}

const Reference* FrameSymbols::find(const std::string& name) const {
  if (const Reference* here = find_here(name)) return here;
  return parent_ != nullptr ? parent_->find(name) : nullptr;
}

bool FrameSymbols::is_stored(const std::string& name) const {
  for (const FrameSymbols* layer = this; layer != nullptr; layer = layer->base_)
    if (layer->stores_.contains(name)) return true;
  return false;
}

unsigned FrameSymbols::define(const std::string& name, const Load& load) {
  const unsigned slot = slots_.slot_of(name);
  references_[name] = {slots_.level, slot};
  loads_[slot] = load;
  return slot;
}

void FrameSymbols::load(const std::string& name) {
  if (find(name) == nullptr)
    define(name, {.from = Load::From::global, .global = globals_.number_of(name)});
}

void FrameSymbols::store(const std::string& name) {
  stores_.insert(name);
  if (find_here(name) != nullptr) return;
  const Reference* const outer = parent_ != nullptr ? parent_->find(name) : nullptr;
  if (outer != nullptr)
    define(name, {.from = Load::From::outer, .outer = *outer});
  else
    define(name, {});
}

unsigned FrameSymbols::declare_parameter(const std::string& name) {
  stores_.insert(name);
  return define(name, {.from = Load::From::parameter});
}

void FrameSymbols::join(std::initializer_list<const FrameSymbols*> branches) {
  std::set<std::string> stores;
  for (const FrameSymbols* branch : branches)
    for (const std::string& name : branch->stores_)
      if (!is_stored(name)) stores.insert(name);
  for (const FrameSymbols* branch : branches) {
    for (const auto& [name, reference] : branch->references_) references_[name] = reference;
    for (const auto& [slot, load] : branch->loads_) loads_[slot] = load;
    stores_.insert(branch->stores_.begin(), branch->stores_.end());
  }
  // One that only a branch sets has, where that branch is not taken, the value from outside.
  for (const std::string& name : stores) {
    const Reference* const outer = parent_ != nullptr ? parent_->find(name) : nullptr;
    Load& load = loads_[find(name)->slot];
    if (outer != nullptr)
      load = {.from = Load::From::outer, .outer = *outer};
    else
      load = {.from = Load::From::global, .global = globals_.number_of(name)};
  }
}

Scope FrameSymbols::scope() const {
  Scope scope;
  for (const auto& [slot, load] : loads_) {
    scope.slots.push_back(slot);
    if (load.from == Load::From::parameter) continue;
    ScopeLoad made{.slot = slot};
    if (load.from == Load::From::global) {
      made.from = ScopeLoad::From::global;
      made.global = load.global;
    } else if (load.from == Load::From::outer) {
      made.from = ScopeLoad::From::outer;
      made.outer = {slots_.level - load.outer.level, load.outer.slot};
    }
    scope.loads.push_back(made);
  }
  return scope;
}

}  // namespace trainyard::chat
