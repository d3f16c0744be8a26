// SPDX-License-Identifier: GPL-3.0-or-later
// A folder of its own for data that is prepared only to be looked at, removed with this object.
#pragma once

#include <filesystem>
#include <memory>

#include "engine/contract/result.h"

namespace trainyard {

class ExcerptFolder {
 public:
  // In TMPDIR, else /tmp. Errors: those of writing (exit code 3).
  static Result<std::unique_ptr<ExcerptFolder>> make();
  ~ExcerptFolder();
  ExcerptFolder(const ExcerptFolder&) = delete;
  ExcerptFolder& operator=(const ExcerptFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  explicit ExcerptFolder(std::filesystem::path path) : path_(std::move(path)) {}

  std::filesystem::path path_;
};

}  // namespace trainyard
