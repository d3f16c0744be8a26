// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of Arrow as JSON would have them. Part of libengine_parquet.so only.
#pragma once

#include <vector>

#include "engine/contract/value.h"

namespace arrow {
class RecordBatch;
}

namespace trainyard {

// Appends an object a row, its members named as the columns; ParquetReader::next_objects says what
// becomes of each kind.
void read_objects(const arrow::RecordBatch& batch, std::vector<Map>& objects);

}  // namespace trainyard
