// SPDX-License-Identifier: GPL-3.0-or-later
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "engine/trackers/byte_order.h"
#include "engine/trackers/tracker_database.h"
#include "tests/fuzz/targets.h"

namespace trainyard {
namespace {

std::string big_endian(std::uint32_t number) {
  const std::string bytes = little_endian(number);
  return {bytes.rbegin(), bytes.rend()};
}

class Sums {
 public:
  void add(std::string_view words) {
    for (; words.size() >= 8; words.remove_prefix(8)) {
      first_ += from_little_endian<std::uint32_t>(words) + second_;
      second_ += from_little_endian<std::uint32_t>(words.substr(4)) + first_;
    }
  }
  std::string bytes() const { return big_endian(first_) + big_endian(second_); }

 private:
  std::uint32_t first_ = 0, second_ = 0;
};

// A log whose sums are right, however its pages were changed: each has its number, and how many
// pages the database has if it is the last one of a transaction, in front of it.
std::string framed_log(std::string_view pages, std::uint32_t page_bytes) {
  const std::string salts = "saltsalt";
  std::string log =
      big_endian(0x377f0682) + big_endian(3007000) + big_endian(page_bytes) + big_endian(0) + salts;
  Sums sums;
  sums.add(log);
  log += sums.bytes();
  for (; pages.size() >= page_bytes + 8; pages.remove_prefix(page_bytes + 8)) {
    sums.add(pages.substr(0, 8));
    sums.add(pages.substr(8, page_bytes));
    log += std::string(pages.substr(0, 8)) + salts + sums.bytes();
    log += pages.substr(8, page_bytes);
  }
  return log;
}

void write_file(const std::filesystem::path& path, std::string_view content) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
  // What has just changed is read later.
  const timespec times[] = {{1'700'000'000, 0}, {1'700'000'000, 0}};
  ::utimensat(AT_FDCWD, path.c_str(), times, 0);
}

}  // namespace

void fuzz_databases(std::string_view input) {
  constexpr std::string_view separator = "\nlog of pages\n";
  const std::size_t end = std::min(input.find(separator), input.size());
  const std::filesystem::path file = std::filesystem::temp_directory_path() /
                                     ("trainyard-fuzz-database-" + std::to_string(::getpid()));
  const std::string log = file.string() + "-wal";
  write_file(file, input.substr(0, end));
  if (end < input.size() && end >= 18) {
    const std::uint32_t page_bytes = from_big_endian<std::uint16_t>(input.substr(16));
    if (page_bytes > 1)
      write_file(log, framed_log(input.substr(end + separator.size()), page_bytes));
  }
  TrackerDatabase database(file, 1);
  auto outcome = TrackerDatabase::Outcome::more;
  for (int reads = 0; outcome == TrackerDatabase::Outcome::more; ++reads) {
    if (reads == 1000) std::abort();
    outcome = database.read(1 << 10, [&](const std::string& run, const TrackedPoint& point) {
      if (run.empty() || run.find('/') != run.npos || point.values.empty() || !database.kind())
        std::abort();
    });
  }
  if (outcome == TrackerDatabase::Outcome::all)
    database.read(1 << 10, [](const std::string&, const TrackedPoint&) { std::abort(); });
  std::filesystem::remove(file);
  std::filesystem::remove(log);
}

}  // namespace trainyard
