// SPDX-License-Identifier: GPL-3.0-or-later
// A folder on a local disk that only this user can access: for the FIFO, and for what is added to
// PYTHONPATH.
#pragma once

#include <filesystem>

#include "engine/contract/result.h"

namespace trainyard::agent {

class PrivateFolder {
 public:
  // Created in $TMPDIR, /tmp or /dev/shm, mode 0700. Also removes those of this user's agents that
  // no longer run.
  static Result<PrivateFolder> create();
  PrivateFolder(PrivateFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  PrivateFolder(const PrivateFolder&) = delete;
  ~PrivateFolder();

  const std::filesystem::path& path() const { return path_; }

 private:
  explicit PrivateFolder(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
};

}  // namespace trainyard::agent
