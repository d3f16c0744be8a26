// SPDX-License-Identifier: GPL-3.0-or-later
// Runs kernels on the processor (engine/kernels/thread.h), in two ways, each a program of its own:
// as fibers in random order under AddressSanitizer (fibers.cpp), and as real threads under
// ThreadSanitizer (real_threads.cpp). Both have the table that libengine_kernels.so has. Fibers
// without sanitizers are a library for the tests of what calls kernels (../emulated_kernels.h).
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <source_location>
#include <string>
#include <string_view>
#include <vector>

#include "engine/kernels/kernels.h"

namespace trainyard::kernels {

struct Emulation {
  int max_threads = 64;               // of a block: kernels ask for more than a test needs
  std::uint32_t seed = 1;             // of the order of fibers
  std::string skipped_barrier;        // "file:line" of a call of sync(), which then does nothing
  bool notes_barriers = false;        // whether fibers note the barriers that they come to
  std::vector<std::string> barriers;  // those that they came to
};

inline Emulation emulation;

const Table& tested_kernels();

// What a launch returns for arguments that no kernel takes.
inline constexpr int emulated_invalid = 1;

inline std::string place_of(const std::source_location& where) {
  const std::string_view file = where.file_name();
  return std::string(file.substr(file.rfind('/') + 1)) + ":" + std::to_string(where.line());
}

inline bool is_skipped(const std::source_location& where) {
  return !emulation.skipped_barrier.empty() && place_of(where) == emulation.skipped_barrier;
}

// Shared memory of a block. It begins as NaNs, since a GPU's begins as anything.
template <class Scratch>
struct SharedMemory {
  explicit SharedMemory(std::int64_t floats) : dynamic(static_cast<std::size_t>(floats), NAN) {
    std::memset(static_cast<void*>(&scratch), 0xff, sizeof(scratch));
  }
  Scratch scratch;
  std::vector<float> dynamic;
};

}  // namespace trainyard::kernels
