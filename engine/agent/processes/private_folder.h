// SPDX-License-Identifier: GPL-3.0-or-later
// A folder on a local disk that only this user can enter: the FIFO, and what is put on PYTHONPATH.
#pragma once

#include <filesystem>

#include "engine/contract/result.h"

namespace trainyard::agent {

class PrivateFolder {
 public:
  // In $TMPDIR, /tmp or /dev/shm, mode 0700. Those of agents of this user that are gone are removed
  // on the way.
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
