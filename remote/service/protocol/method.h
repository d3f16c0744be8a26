// SPDX-License-Identifier: GPL-3.0-or-later
// What a method of the service is.
#pragma once

#include "engine/contract/describe/record.h"

namespace trainyard {

// Whether a call ends if its caller disconnects before the answer, or continues (a submission);
// some calls must not be interrupted.
enum class OnLeave { goOn, end };
// For calls that the user has just typed: whether a login that was refused, or that needs the user,
// is retried first. For methods that access their target and do not log in themselves.
enum class Reaches { target, nothing };

template <class Arguments_, class Answer_>
struct Method {
  using Arguments = Arguments_;
  using Answer = Answer_;
  const char* name;
  OnLeave onLeave = OnLeave::end;
  Reaches reaches = Reaches::nothing;
};

struct Nothing {};
inline void describe(Section<Nothing>&) {}

}  // namespace trainyard
