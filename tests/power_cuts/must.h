// SPDX-License-Identifier: GPL-3.0-or-later
// What the recorded programs do about an error: they say it and end with 1.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <utility>

#include "engine/contract/result.h"

namespace trainyard {

inline void must(const Result<void>& result) {
  if (result) return;
  std::fprintf(stderr, "%s: %s\n", result.error().code.c_str(), result.error().message.c_str());
  std::exit(1);
}

template <class T>
T must(Result<T> result) {
  if (!result) must(Result<void>(result.error()));
  return std::move(*result);
}

}  // namespace trainyard
