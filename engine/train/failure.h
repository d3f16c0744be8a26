// SPDX-License-Identifier: GPL-3.0-or-later
// Converts exceptions of torch, c10d and the standard library to the project's errors.
#pragma once

#include <exception>

#include "engine/contract/result.h"

namespace trainyard {

// A Result's error, thrown through code that cannot return a Result.
struct Failure : std::exception {
  explicit Failure(Error error) : error(std::move(error)) {}
  const char* what() const noexcept override { return error.message.c_str(); }
  Error error;
};

// Returns the value, or throws its error as Failure.
template <class T>
T value_or_throw(Result<T> result) {
  if (!result) throw Failure(result.error());
  return std::move(*result);
}
inline void throw_unless_ok(const Result<void>& result) {
  if (!result) throw Failure(result.error());
}

// Must be called inside a catch block: out of memory is exit code 4, a lost rank 5, anything else
// 3.
Error failure_of_current_exception();

}  // namespace trainyard
