// SPDX-License-Identifier: GPL-3.0-or-later
// The C++ side of split_parity.py. Each line of standard input asks for one split:
//   permutation SEED COUNT
//   test SEED COUNT TEST_RATIO
//   train SEED COUNT TRAIN_RATIO
//   both SEED COUNT TRAIN_RATIO TEST_RATIO
//   three SEED COUNT TRAIN_RATIO VALIDATION_RATIO
// Standard output gets, for each: how many lists follow (32 bits; 0: refused), and for each list
// its length (64 bits) and its numbers (64 bits), little endian.
#include <cstdint>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "engine/data/split/random_state.h"
#include "engine/data/split/row_split.h"

namespace {

using Lists = std::vector<std::vector<std::int64_t>>;

Lists two(trainyard::Result<trainyard::TrainTestRows> rows) {
  if (!rows) return {};
  return {std::move(rows->train), std::move(rows->test)};
}

Lists three(trainyard::Result<trainyard::TrainValidationTestRows> rows) {
  if (!rows) return {};
  return {std::move(rows->train), std::move(rows->validation), std::move(rows->test)};
}

Lists answer(const std::string& line) {
  std::istringstream words(line);
  std::string command, first, second;
  std::uint32_t seed = 0;
  std::int64_t count = 0;
  words >> command >> seed >> count >> first >> second;
  // std::stod reads every digit, as Python does.
  const double a = first.empty() ? 0.0 : std::stod(first);
  const double b = second.empty() ? 0.0 : std::stod(second);
  if (command == "permutation") return {trainyard::permutation(seed, count)};
  if (command == "test") return two(trainyard::train_test_rows(count, a, seed));
  if (command == "train")
    return two(trainyard::train_test_rows(count, {.train = a, .test = {}}, seed));
  if (command == "both")
    return two(trainyard::train_test_rows(count, {.train = a, .test = b}, seed));
  if (command == "three") return three(trainyard::train_validation_test_rows(count, a, b, seed));
  std::cerr << "unknown: " << line << '\n';
  std::exit(2);
}

template <typename T>
void put(const T* values, std::size_t count) {
  std::cout.write(reinterpret_cast<const char*>(values),
                  static_cast<std::streamsize>(count * sizeof(T)));
}

}  // namespace

int main() {
  std::ios::sync_with_stdio(false);
  for (std::string line; std::getline(std::cin, line);) {
    const Lists lists = answer(line);
    const auto num_lists = static_cast<std::uint32_t>(lists.size());
    put(&num_lists, 1);
    for (const auto& list : lists) {
      const auto length = static_cast<std::uint64_t>(list.size());
      put(&length, 1);
      put(list.data(), list.size());
    }
  }
  return std::cout.flush() ? 0 : 3;
}
