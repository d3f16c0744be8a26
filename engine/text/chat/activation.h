// SPDX-License-Identifier: GPL-3.0-or-later
// The variables of a template, of one call of a macro, or of a loop's condition; and a macro as a
// value. Loops and blocks open scopes, an if does not.
#pragma once

#include <optional>
#include <vector>

#include "engine/text/chat/template_syntax.h"

namespace trainyard::chat {

class Activation {
 public:
  Activation() = default;
  // Sees the first `outer_scopes` scopes of `outer`, as they are at the time of a lookup.
  Activation(Activation* outer, std::size_t outer_scopes)
      : outer_(outer), outer_scopes_(outer_scopes), outer_size_(outer->size()) {}

  void enter_scope() { begins_.push_back(variables_.size()); }
  void leave_scope() {
    variables_.resize(begins_.back());
    begins_.pop_back();
  }
  std::size_t num_scopes() const { return begins_.size(); }
  // An upper bound for the variables that a lookup visits.
  std::size_t size() const { return outer_size_ + variables_.size(); }
  // Adds to the innermost scope, which must not have a variable of this name.
  void add(unsigned name, Any value) { variables_.push_back({name, std::move(value)}); }
  // Sets a variable in the innermost scope.
  void set(unsigned name, Any value) {
    for (std::size_t i = begins_.empty() ? 0 : begins_.back(); i < variables_.size(); ++i)
      if (variables_[i].name == name) {
        variables_[i].value = std::move(value);
        return;
      }
    add(name, std::move(value));
  }
  // Returns the innermost variable of this name, here or in an outer activation; null if there is
  // none.
  const Any* find(unsigned name) const {
    std::size_t end = variables_.size();
    for (const Activation* at = this;;) {
      while (end-- > 0)
        if (at->variables_[end].name == name) return &at->variables_[end].value;
      if (at->outer_ == nullptr) return nullptr;
      const auto& begins = at->outer_->begins_;
      const std::size_t scopes = at->outer_scopes_;
      at = at->outer_;
      end = scopes < begins.size() ? begins[scopes] : at->variables_.size();
    }
  }
  void clear() { variables_.clear(); }

 private:
  struct Variable {
    unsigned name;
    Any value;
  };
  std::vector<Variable> variables_;
  std::vector<std::size_t> begins_;  // of the scopes nested in this activation
  Activation* outer_ = nullptr;
  std::size_t outer_scopes_ = 0, outer_size_ = 0;
};

// Activations in which macros were defined are kept until the rendering ends.
struct MacroObject : Object {
  const MacroSyntax* syntax = nullptr;
  Activation* outer = nullptr;
  std::size_t outer_scopes = 0;
};

}  // namespace trainyard::chat
