// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/parquet/parquet_reader.h"

#include "engine/contract/messages.h"
#include "engine/parquet/parquet_library.h"

namespace trainyard {

Result<std::unique_ptr<ParquetReader>> open_parquet_file(const std::filesystem::path& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored))
    return make_error("file.missing", {{"path", path.string()}});
  // Also rejects FIFOs, which would wait for their writer.
  if (!std::filesystem::is_regular_file(path, ignored))
    return make_error("file.not_file", {{"path", path.string()}});
  TRY(void* const entry, parquet_library_entry(kParquetReaderEntry, "parquet.no_reader"));
  Result<std::unique_ptr<ParquetReader>> reader = std::unique_ptr<ParquetReader>();
  reinterpret_cast<ParquetReaderEntry>(entry)(path, &reader);
  return reader;
}

}  // namespace trainyard
