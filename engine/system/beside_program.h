// SPDX-License-Identifier: GPL-3.0-or-later
// Locates shared libraries of the project that a program loads on demand.
#pragma once

#include <filesystem>
#include <string>
#include <system_error>

namespace trainyard {

// In the folder of this program. If it was started through our own loader, that is the program, and
// it already knows where the library is: its bare name is enough.
inline std::filesystem::path beside_program(const std::string& library) {
  std::error_code failure;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", failure);
  const std::filesystem::path beside = program.parent_path() / library;
  return std::filesystem::exists(beside, failure) ? beside : std::filesystem::path(library);
}

}  // namespace trainyard
