// SPDX-License-Identifier: GPL-3.0-or-later
// The faults that kernels have in tests, when a test asks for one (planted_faults_test.py).
// Included in front of every source of the tests' programs, so that the kernels' headers see it.
#pragma once

namespace trainyard::kernels {

enum class Fault {
  none,
  index_too_far,    // loops over a row take one more
  no_tail_guard,    // whole packs are read at the end of a row, too
  no_tail,          // the numbers behind the last whole pack are left out
  short_reduction,  // the last round of a reduction within a warp is missing
  shared_scratch,   // two reductions use one array
};

inline Fault planted_fault = Fault::none;

}  // namespace trainyard::kernels

#define PLANTED(fault) (::trainyard::kernels::planted_fault == ::trainyard::kernels::Fault::fault)
