// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/chat/template_fault.h"

#include <utility>

namespace trainyard::chat {

void fail(const char* code, Map arguments) { throw TemplateFault{code, std::move(arguments)}; }

void Work::exhausted() { fail("chat.too_much_work"); }

// The destructor of an object is not called if its constructor throws.
void Work::Deeper::too_deep() {
  --work_.depth_;
  fail("chat.too_deep");
}

}  // namespace trainyard::chat
