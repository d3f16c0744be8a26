// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/flat_rows.h"

#include <gtest/gtest.h>

namespace trainyard {
namespace {

using Numbers = std::vector<std::int64_t>;

MicroBatch padded_rows() {
  MicroBatch rows;
  rows.num_rows = 3;
  rows.length = 4;
  rows.input_ids = {1, 2, 3, 4, 5, 6, 0, 0, 7, 8, 9, 0};
  rows.labels = {-100, 2, 3, 4, -100, 6, -100, -100, 7, 8, -100, -100};
  rows.row_lengths = {4, 2, 3};
  rows.document_ends = {4, 6, 8, 11, 12};
  rows.row_keys = {11, 12, 13};
  return rows;
}

TEST(FlatRows, LeaveOutThePadding) {
  const MicroBatch flat = flattened(padded_rows());
  EXPECT_EQ(flat.num_rows, 1);
  EXPECT_EQ(flat.length, 9);
  EXPECT_EQ(flat.input_ids, (Numbers{1, 2, 3, 4, 5, 6, 7, 8, 9}));
  EXPECT_EQ(flat.labels, (Numbers{-100, 2, 3, 4, -100, 6, 7, 8, -100}));
  EXPECT_EQ(flat.positions, (Numbers{0, 1, 2, 3, 0, 1, 0, 1, 2}));
  EXPECT_EQ(flat.document_ends, (std::vector<std::int32_t>{4, 6, 9}));
  EXPECT_TRUE(flat.row_lengths.empty());
}

TEST(FlatRows, KeepTheDocumentsOfPacks) {
  MicroBatch rows = padded_rows();
  rows.document_ends = {1, 4, 5, 6, 8, 11, 12};
  rows.positions = {0, 0, 1, 2, 0, 0, 0, 0, 0, 1, 2, 0};
  const MicroBatch flat = flattened(rows);
  EXPECT_EQ(flat.document_ends, (std::vector<std::int32_t>{1, 4, 5, 6, 9}));
  EXPECT_EQ(flat.positions, (Numbers{0, 0, 1, 2, 0, 0, 0, 1, 2}));
}

TEST(FlatRows, RowsOfOneLengthAreDocumentsToo) {
  MicroBatch rows;
  rows.num_rows = 2;
  rows.length = 2;
  rows.input_ids = {1, 2, 3, 4};
  const MicroBatch flat = flattened(rows);
  EXPECT_EQ(flat.document_ends, (std::vector<std::int32_t>{2, 4}));
  EXPECT_EQ(flat.positions, (Numbers{0, 1, 0, 1}));
  EXPECT_TRUE(flat.labels.empty());
  EXPECT_TRUE(flat.row_keys.empty());
}

TEST(FlatRows, OneRowNeedsNoDocuments) {
  MicroBatch rows;
  rows.num_rows = 1;
  rows.length = 3;
  rows.input_ids = {1, 2, 3};
  rows.row_keys = {5};
  const MicroBatch flat = flattened(rows);
  EXPECT_EQ(flat.input_ids, rows.input_ids);
  EXPECT_TRUE(flat.document_ends.empty());
  EXPECT_TRUE(flat.positions.empty());
  EXPECT_EQ(flat.row_keys.size(), 1u);
  EXPECT_EQ(flattened(MicroBatch()).num_rows, 0);
}

TEST(FlatRows, EachRowKeepsItsKey) {
  const MicroBatch flat = flattened(padded_rows());
  EXPECT_EQ(flat.row_keys, padded_rows().row_keys);
  EXPECT_EQ(flat.joined_lengths, (Numbers{4, 2, 3}));
}

}  // namespace
}  // namespace trainyard
