// SPDX-License-Identifier: GPL-3.0-or-later
// Converts Arrow rows to JSON-like objects. Part of libengine_parquet.so only.
#pragma once

#include <vector>

#include "engine/contract/value.h"

namespace arrow {
class RecordBatch;
}

namespace trainyard {

// Appends one object per row, with members named like the columns; see ParquetReader::next_objects
// for the conversions.
void read_objects(const arrow::RecordBatch& batch, std::vector<Map>& objects);

}  // namespace trainyard
