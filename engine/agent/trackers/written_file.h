// SPDX-License-Identifier: GPL-3.0-or-later
// A file for a tracker that is written while a run goes on. What is in it is whole up to the last
// record that was begun, whenever the writer ends.
#pragma once

#include <filesystem>
#include <string>

#include "engine/contract/result.h"
#include "engine/contract/run/events.h"
#include "engine/system/descriptor.h"

namespace trainyard::agent {

// Appends to a new file. Errors: those of file_error(), and of folders that cannot be made.
class AppendedFile {
 public:
  // With the folders above it.
  Result<void> create(const std::filesystem::path& path);
  bool is_open() const { return descriptor_.is_open(); }

  void add(const std::string& bytes) { waiting_ += bytes; }
  Result<void> flush();

 private:
  std::filesystem::path path_;
  Descriptor descriptor_;
  std::string waiting_;
};

class WrittenFile {
 public:
  virtual ~WrittenFile() = default;

  // Where the attempt goes on; before its points.
  virtual void start(const StartEvent& start) = 0;
  virtual Result<void> take(const MetricsEvent& metrics, double time) = 0;
  // Writes what is complete.
  virtual Result<void> flush() = 0;
  virtual Result<void> finish(const EndEvent& end) = 0;
};

}  // namespace trainyard::agent
