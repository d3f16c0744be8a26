// SPDX-License-Identifier: GPL-3.0-or-later
// Where the shared libraries of ours lie that a program opens when it needs them.
#pragma once

#include <filesystem>
#include <string>
#include <system_error>

namespace trainyard {

// In the folder of this program. Started through a loader of our own, the program is that loader,
// and it was told where the library is: its bare name is then enough.
inline std::filesystem::path beside_program(const std::string& library) {
  std::error_code failure;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", failure);
  const std::filesystem::path beside = program.parent_path() / library;
  return std::filesystem::exists(beside, failure) ? beside : std::filesystem::path(library);
}

}  // namespace trainyard
