// SPDX-License-Identifier: GPL-3.0-or-later
// The FIFO that programs under the agent write event lines to.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "engine/contract/run/events.h"

namespace trainyard::agent {

// Splits bytes into lines of at most 4,096 bytes including their line break; longer ones are
// skipped and counted.
class LineCutter {
 public:
  void add(std::string_view bytes, const std::function<void(std::string_view)>& on_line);
  std::uint64_t oversized() const { return oversized_; }

 private:
  std::string partial_;
  bool is_skipping_ = false;
  std::uint64_t oversized_ = 0;
};

class Fifo {
 public:
  // Creates `<folder>/events`, mode 0600, and keeps it open for reading and writing, so that
  // writers never find it closed.
  static Result<Fifo> create(const std::filesystem::path& folder);
  Fifo(Fifo&& other) noexcept;
  Fifo(const Fifo&) = delete;
  ~Fifo();

  const std::filesystem::path& path() const { return path_; }
  int descriptor() const { return fd_; }  // non-blocking

  // Reads everything that is available. Only start, progress, metrics, checkpoint and message are
  // passed on.
  void drain(const std::function<void(Event)>& on_event);

  // The number of lines that were too long, invalid, or of a kind that programs may not send.
  std::uint64_t dropped() const { return dropped_ + cutter_.oversized(); }

 private:
  Fifo(std::filesystem::path path, int fd) : path_(std::move(path)), fd_(fd) {}
  std::filesystem::path path_;
  int fd_;
  LineCutter cutter_;
  std::uint64_t dropped_ = 0;
};

// Whether programs may send this kind.
bool is_allowed_from_programs(const Event& event);

}  // namespace trainyard::agent
