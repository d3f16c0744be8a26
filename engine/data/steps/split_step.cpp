// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/steps/split_step.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "engine/contract/messages.h"
#include "engine/data/column_file.h"
#include "engine/data/split/row_split.h"
#include "engine/data/steps/csv_writer.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

constexpr std::int64_t max_bytes_at_once = 64 << 20;

// 1 - 0.05 - 0.001 is rounded to 0.949, instead of being slightly less.
double rounded_rest(double ratio) { return std::round((1 - ratio) * 1e12) / 1e12; }

Result<TrainValidationTestRows> drawn_rows(std::int64_t count, const DataSection& data) {
  const double validation = data.validation_split_ratio, test = data.test_split_ratio;
  const double train = rounded_rest(validation + test);
  const auto seed = static_cast<std::uint32_t>(data.split_seed.value_or(0));
  if (validation > 0 && test > 0) return train_validation_test_rows(count, train, validation, seed);
  TRY(auto rows, train_test_rows(count, SplitRatios{.train = train, .test = {}}, seed));
  TrainValidationTestRows drawn{.train = std::move(rows.train), .validation = {}, .test = {}};
  (test > 0 ? drawn.test : drawn.validation) = std::move(rows.test);
  return drawn;
}

Result<std::vector<std::int64_t>> read_row_ends(const fs::path& columns) {
  std::error_code problem;
  const auto bytes = static_cast<std::int64_t>(fs::file_size(columns / "train.rows", problem));
  TRY(const auto file,
      ColumnFile::open(columns, PreparedFile{.name = "train.rows", .bytes = bytes}));
  std::vector<std::int64_t> ends(static_cast<std::size_t>(bytes / 8));
  TRY(file.read(0, ends.data(), ends.size() * 8));
  return ends;
}

// Copies rows of a file by number.
class RowCopier {
 public:
  RowCopier(TextFile file, std::string header, std::vector<std::int64_t> ends)
      : file_(std::move(file)), header_(std::move(header)), ends_(std::move(ends)) {}

  std::int64_t num_rows() const { return std::ssize(ends_); }

  Result<void> copy(const std::vector<std::int64_t>& rows, const fs::path& path,
                    const std::function<Result<void>(std::int64_t)>& on_progress) const {
    TRY(auto out, DurableFile::create(path));
    TRY(out.write(header_.data(), header_.size()));
    for (std::size_t first = 0; first < rows.size();) {
      std::size_t last = first;
      for (std::int64_t bytes = 0; last < rows.size(); ++last) {
        bytes += size_of(rows[last]);
        if (last > first && bytes > max_bytes_at_once) break;
      }
      TRY(const std::string some, read({rows.begin() + static_cast<std::ptrdiff_t>(first),
                                        rows.begin() + static_cast<std::ptrdiff_t>(last)}));
      TRY(out.write(some.data(), some.size()));
      TRY(on_progress(static_cast<std::int64_t>(last - first)));
      first = last;
    }
    return out.finish();
  }

 private:
  std::int64_t begin_of(std::int64_t row) const {
    return row == 0 ? std::ssize(header_) : ends_[static_cast<std::size_t>(row - 1)];
  }
  std::int64_t size_of(std::int64_t row) const {
    return ends_[static_cast<std::size_t>(row)] - begin_of(row);
  }

  // Returns these rows concatenated; they are read in file order.
  Result<std::string> read(const std::vector<std::int64_t>& rows) const {
    std::vector<std::size_t> places(rows.size()), order(rows.size());
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      places[i] = bytes;
      bytes += static_cast<std::size_t>(size_of(rows[i]));
    }
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) { return rows[i]; });
    std::string some(bytes, '\0'), row;
    for (const std::size_t i : order) {
      row.clear();
      TRY(file_.append(row, static_cast<std::uint64_t>(begin_of(rows[i])),
                       static_cast<std::size_t>(size_of(rows[i]))));
      row.copy(some.data() + places[i], row.size());
    }
    return some;
  }

  TextFile file_;
  std::string header_;
  std::vector<std::int64_t> ends_;
};

Result<RowCopier> open_rows_of(const fs::path& columns) {
  TRY(auto file, TextFile::open(columns / "train.csv"));
  TRY(auto ends, read_row_ends(columns));
  std::int64_t before = 0;
  for (const std::int64_t end : ends) {
    if (end <= before || static_cast<std::uint64_t>(end) > file.size())
      return make_error("data.step_damaged", {{"folder", columns.string()}});
    before = end;
  }
  std::string begin;
  TRY(file.append(begin, 0, std::min<std::uint64_t>(file.size(), 1u << 20)));
  // Column names with line breaks are quoted.
  bool is_quoted = false;
  std::size_t length = 0;
  for (; length < begin.size() && (is_quoted || begin[length] != '\n'); ++length)
    if (begin[length] == '"') is_quoted = !is_quoted;
  return RowCopier(std::move(file), begin.substr(0, length + 1), std::move(ends));
}

}  // namespace

Result<void> write_split_rows(const fs::path& columns, const DataSection& data,
                              const fs::path& folder, const PrepareProgress& progress) {
  TRY(const RowCopier all, open_rows_of(columns));
  TRY(const auto drawn, drawn_rows(all.num_rows(), data));
  std::int64_t done = 0;
  const auto on_progress = [&](std::int64_t rows) -> Result<void> {
    done += rows;
    if (progress("phase.splitting", static_cast<double>(done), static_cast<double>(all.num_rows())))
      return {};
    return preparing_stopped();
  };
  for (const auto& [split, rows] :
       {std::pair(Split::train, &drawn.train), std::pair(Split::validation, &drawn.validation),
        std::pair(Split::test, &drawn.test)}) {
    if (rows->empty()) continue;
    TRY(all.copy(*rows, folder / (std::string(name_of(split)) + ".csv"), on_progress));
  }
  return {};
}

}  // namespace trainyard
