// SPDX-License-Identifier: GPL-3.0-or-later
// Turns what torch, c10d and the standard library throw into the project's errors.
#pragma once

#include <exception>

#include "engine/contract/result.h"

namespace trainyard {

// A Result's error thrown through code that has no Result to return.
struct Failure : std::exception {
  explicit Failure(Error error) : error(std::move(error)) {}
  const char* what() const noexcept override { return error.message.c_str(); }
  Error error;
};

// The value, or its error thrown as Failure.
template <class T>
T value_or_throw(Result<T> result) {
  if (!result) throw Failure(result.error());
  return std::move(*result);
}
inline void throw_unless_ok(const Result<void>& result) {
  if (!result) throw Failure(result.error());
}

// To be called inside a catch block: out of memory is exit code 4, a lost rank 5, anything else 3.
Error failure_of_current_exception();

}  // namespace trainyard
