// SPDX-License-Identifier: GPL-3.0-or-later
// What is fed with changed inputs: everything that reads files of others.
#pragma once

#include <span>
#include <string_view>

namespace trainyard {

struct FuzzTarget {
  std::string_view name;
  void (*run)(std::string_view input);
};

std::span<const FuzzTarget> fuzz_targets();

// The files of trackers. The first line says which; "event" and "record" are one message of
// TensorBoard's and of W&B's files without its frame, whose checksums a changed byte would break.
void fuzz_trackers(std::string_view input);

// The databases of trackers: the file, and behind a line "log of pages" the pages of its log
// without their sums, each behind its number and the size that it leaves the database with.
void fuzz_databases(std::string_view input);

}  // namespace trainyard
