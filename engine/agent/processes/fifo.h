// SPDX-License-Identifier: GPL-3.0-or-later
// The FIFO into which programs under the agent write their lines.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "engine/contract/run/events.h"

namespace trainyard::agent {

// Cuts bytes into lines of at most 4,096 bytes with their line break; longer ones are skipped and
// counted.
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
  // Makes `<folder>/events`, mode 0600, and keeps it open for reading and writing: a writer never
  // meets a closed end.
  static Result<Fifo> create(const std::filesystem::path& folder);
  Fifo(Fifo&& other) noexcept;
  Fifo(const Fifo&) = delete;
  ~Fifo();

  const std::filesystem::path& path() const { return path_; }
  int descriptor() const { return fd_; }  // non-blocking

  // Everything that is there now. Only start, progress, metrics, checkpoint and message are passed
  // on.
  void drain(const std::function<void(Event)>& on_event);

  // Lines that were too long, no event, or of a kind that programs may not write.
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
