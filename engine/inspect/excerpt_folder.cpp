// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/inspect/excerpt_folder.h"

#include <stdlib.h>

#include <cerrno>
#include <string>

#include "engine/contract/files/durable_file.h"

namespace trainyard {

namespace fs = std::filesystem;

Result<std::unique_ptr<ExcerptFolder>> ExcerptFolder::make() {
  std::error_code problem;
  fs::path base = fs::temp_directory_path(problem);
  if (problem) base = "/tmp";
  std::string name = (base / "trainyard-inspect-XXXXXX").string();
  if (!::mkdtemp(name.data())) return file_error(name, errno, FileStep::write);
  return std::unique_ptr<ExcerptFolder>(new ExcerptFolder(name));
}

ExcerptFolder::~ExcerptFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace trainyard
