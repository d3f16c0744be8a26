// SPDX-License-Identifier: GPL-3.0-or-later
// Converts Arrow arrays to the types of parquet_reader.h. Part of libengine_parquet.so only.
#pragma once

#include <optional>

#include "engine/parquet/parquet_reader.h"

namespace arrow {
class Array;
class Field;
}  // namespace arrow

namespace trainyard {

ParquetField field_of(const arrow::Field& field);

// Why a cell cannot be converted, and in which row.
struct CellProblem {
  const char* code = "";
  std::int64_t row = 0;
};

// Reads the rows of an array of the field's type, which must not be of the kind `other`.
std::optional<CellProblem> read_cells(const ParquetField& field, const arrow::Array& rows,
                                      ParquetCells& cells);

}  // namespace trainyard
