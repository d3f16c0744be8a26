// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/files/downloaded_file.h"

#include <fstream>
#include <string>
#include <string_view>

#include "engine/contract/messages.h"

namespace trainyard {

namespace fs = std::filesystem;

std::optional<Error> not_downloaded(const fs::path& file) {
  constexpr std::string_view kPointer = "version https://git-lfs.github.com/spec/";
  constexpr std::uintmax_t kPointerLimit = 1024;  // of the format's specification
  std::error_code problem;
  if (fs::is_symlink(fs::symlink_status(file, problem)) && !fs::exists(file, problem)) {
    const fs::path target = fs::read_symlink(file, problem);
    return make_error("download.broken_link",
                      {{"file", file.string()}, {"target", target.string()}});
  }
  if (!fs::is_regular_file(file, problem) || fs::file_size(file, problem) >= kPointerLimit)
    return std::nullopt;
  std::string begin(kPointer.size(), '\0');
  std::ifstream(file, std::ios::binary)
      .read(begin.data(), static_cast<std::streamsize>(begin.size()));
  if (begin != kPointer) return std::nullopt;
  return make_error("download.lfs_pointer", {{"file", file.string()}});
}

}  // namespace trainyard
