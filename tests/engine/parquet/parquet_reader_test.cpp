// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/parquet/parquet_reader.h"

#include <gtest/gtest.h>

#include "engine/parquet/parquet_file.h"
#include "tests/engine/temporary_folder.h"

namespace trainyard {
namespace {

// What other programs write: tests/engine/data/timelines/parquet_parity.py.
TEST(ParquetReader, ReadsWhatIsWritten) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "rows.parquet";
  const std::vector<std::int64_t> numbers{1, 2, 3, 4, 5, 6}, lists{10, 11, 12, 13};
  const std::vector<float> reals{0.5F, -1, 2};
  auto file = create_parquet_file(
      path, {{.name = "pair", .number = ParquetNumber::int64, .is_list = false, .sizes = {2}},
             {.name = "list", .number = ParquetNumber::int64, .is_list = true, .sizes = {}},
             {.name = "real", .number = ParquetNumber::float32, .is_list = false, .sizes = {}}});
  ASSERT_TRUE(file) << file.error().message;
  ASSERT_TRUE(
      (*file)->write(3, {{numbers.data(), {}}, {lists.data(), {0, 3, 3, 4}}, {reals.data(), {}}}));
  ASSERT_TRUE((*file)->finish());

  const auto reader = open_parquet_file(path);
  ASSERT_TRUE(reader) << reader.error().message;
  EXPECT_EQ((*reader)->num_rows(), 3);
  ASSERT_EQ((*reader)->fields().size(), 3u);
  EXPECT_TRUE((*reader)->fields()[0].is_list);
  for (int again = 0; again < 2; ++again) {
    ASSERT_TRUE((*reader)->start({"real", "list"}, 2));
    ParquetRows rows;
    ASSERT_TRUE(*(*reader)->next(rows));
    EXPECT_EQ(rows.num_rows, 2);
    EXPECT_EQ(rows.columns[0].reals, (std::vector<double>{0.5, -1}));
    EXPECT_EQ(rows.columns[1].integers, (std::vector<std::int64_t>{10, 11, 12}));
    EXPECT_EQ(rows.columns[1].offsets, (std::vector<std::int64_t>{0, 3, 3}));
    ASSERT_TRUE(*(*reader)->next(rows));
    EXPECT_EQ(rows.first_row, 2);
    EXPECT_EQ(rows.columns[1].integers, std::vector<std::int64_t>{13});
    EXPECT_FALSE(*(*reader)->next(rows));
    EXPECT_FALSE(*(*reader)->next(rows));
  }
}

}  // namespace
}  // namespace trainyard
