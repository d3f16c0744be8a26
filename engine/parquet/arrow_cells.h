// SPDX-License-Identifier: GPL-3.0-or-later
// What arrays of Arrow hold, in the types of parquet_reader.h. Part of libengine_parquet.so only.
#pragma once

#include <optional>

#include "engine/parquet/parquet_reader.h"

namespace arrow {
class Array;
class Field;
}  // namespace arrow

namespace trainyard {

ParquetField field_of(const arrow::Field& field);

// Why a cell has no value of ours, and in which of the rows.
struct CellProblem {
  const char* code = "";
  std::int64_t row = 0;
};

// The rows of an array of a field's type, which is not of the kind `other`.
std::optional<CellProblem> read_cells(const ParquetField& field, const arrow::Array& rows,
                                      ParquetCells& cells);

}  // namespace trainyard
