// SPDX-License-Identifier: GPL-3.0-or-later
// The splits of a data set.
#pragma once

#include "engine/contract/describe/field.h"

namespace trainyard {

enum class Split {
  train,
  validation,
  test,          // evaluated at the end of training
  temporal_test  // the same, from a later time
};
// As written in prepared.json and on the command line.
template <>
struct Names<Split> {
  static constexpr std::pair<Split, std::string_view> all[] = {
      {Split::train, "train"},
      {Split::validation, "validation"},
      {Split::test, "test"},
      {Split::temporal_test, "temporal_test"}};
};

inline constexpr Split all_splits[] = {Split::train, Split::validation, Split::test,
                                       Split::temporal_test};

// Returns the member with the split's name, for types that have one for each split.
template <class T>
auto& member_of(T& splits, Split split) {
  switch (split) {
    case Split::train:
      break;
    case Split::validation:
      return splits.validation;
    case Split::test:
      return splits.test;
    case Split::temporal_test:
      return splits.temporal_test;
  }
  return splits.train;
}

// Splits that are not used for any decision while training.
inline constexpr Split test_splits[] = {Split::test, Split::temporal_test};

}  // namespace trainyard
