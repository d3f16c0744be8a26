// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/parquet/parquet_file.h"

#include "engine/parquet/parquet_library.h"

namespace trainyard {

Result<std::unique_ptr<ParquetFile>> create_parquet_file(
    const std::filesystem::path& path, const std::vector<ParquetColumn>& columns) {
  TRY(void* const entry, parquet_library_entry(kParquetEntry, "parquet.unavailable"));
  Result<std::unique_ptr<ParquetFile>> file = std::unique_ptr<ParquetFile>();
  reinterpret_cast<ParquetEntry>(entry)(path, columns, &file);
  return file;
}

}  // namespace trainyard
