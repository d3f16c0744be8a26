// SPDX-License-Identifier: GPL-3.0-or-later
// The splits that data has.
#pragma once

#include "engine/contract/describe/field.h"

namespace trainyard {

enum class Split {
  train,
  validation,
  test,          // judged when training is over
  temporal_test  // the same, of a later time
};
// As prepared.json and the command line write them.
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

// The member of each split's name, of what has one for each.
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

// Those that nothing is chosen by while training.
inline constexpr Split test_splits[] = {Split::test, Split::temporal_test};

}  // namespace trainyard
