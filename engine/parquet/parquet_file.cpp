#include "engine/parquet/parquet_file.h"

#include <dlfcn.h>

#include "engine/contract/beside_program.h"
#include "engine/contract/messages.h"

namespace trainyard {

namespace {

Result<ParquetEntry> open_parquet_library() {
  void* handle = dlopen(beside_program("libengine_parquet.so").c_str(), RTLD_NOW | RTLD_LOCAL);
  void* entry = handle == nullptr ? nullptr : dlsym(handle, kParquetEntry);
  if (entry == nullptr)
    return make_error("parquet.unavailable", {{"problem", dlerror()}}, ExitCode::environment);
  return reinterpret_cast<ParquetEntry>(entry);
}

}  // namespace

Result<std::unique_ptr<ParquetFile>> create_parquet_file(
    const std::filesystem::path& path, const std::vector<ParquetColumn>& columns) {
  TRY(const ParquetEntry entry, open_parquet_library());
  Result<std::unique_ptr<ParquetFile>> file = std::unique_ptr<ParquetFile>();
  entry(path, columns, &file);
  return file;
}

}  // namespace trainyard
