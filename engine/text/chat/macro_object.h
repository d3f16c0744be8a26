// SPDX-License-Identifier: GPL-3.0-or-later
// A macro as a value, and the variables of one call.
#pragma once

#include <vector>

#include "engine/text/chat/template_syntax.h"

namespace trainyard::chat {

struct Activation {
  Activation(const Function& function, Activation* outer)
      : slots(function.num_slots), outer(outer) {}
  std::vector<Any> slots;
  Activation* outer;
};

// Activations in which macros were defined live as long as the rendering.
struct MacroObject : Object {
  const MacroSyntax* syntax = nullptr;
  Activation* outer = nullptr;
  std::string_view name() const { return syntax->name; }
};

}  // namespace trainyard::chat
