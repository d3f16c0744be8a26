// SPDX-License-Identifier: GPL-3.0-or-later
// The frame of W&B's run files (run-ID.wandb), which SwanLab uses, too: a header of 7 bytes, then
// LevelDB's log format (doc/log_format.md there) in blocks of 32 KiB that count from the file's
// beginning, with plain CRC-32 instead of LevelDB's masked CRC-32C.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/trackers/record_file.h"

namespace trainyard {

// A name, a magic number and the version of the format.
constexpr std::string_view wandb_log_header(":W&B\xe1\xbe\0", 7);
constexpr std::string_view swanlab_log_header(":SWL\xd6\xe1\2", 7);

class WandbLogWriter {
 public:
  explicit WandbLogWriter(std::string_view header = wandb_log_header) : header_(header) {}

  // Bytes to be written behind those of earlier calls; the first ones hold the header.
  std::string record(std::string_view content);

 private:
  std::string_view header_;
  std::uint64_t position_ = 0;
};

// Reads a file that grows, in pieces of any size. It holds one record at most.
class WandbLogReader {
 public:
  static constexpr std::size_t max_record_bytes = 4u << 20;  // longer ones are skipped

  explicit WandbLogReader(std::string_view header = wandb_log_header) : header_(header) {}

  // As for RecordFileReader.
  bool feed(std::string_view bytes, const OnRecord& on_record);
  std::uint64_t whole_bytes() const { return whole_bytes_; }
  void rewind();

 private:
  enum class Step { done, waits, damaged };
  Step take_header(std::string_view left);
  Step take_part(std::string_view left, const OnRecord& on_record);
  bool add_part(int type, std::string_view content, const OnRecord& on_record);
  void consume(std::size_t count);

  std::string_view header_;
  std::string pending_;
  std::size_t begin_ = 0;       // of what is not read yet, in pending_
  std::uint64_t position_ = 0;  // of the same, in the file
  std::string record_;          // the parts so far
  bool is_in_record_ = false, is_too_long_ = false;
  std::uint64_t whole_bytes_ = 0;
  bool is_damaged_ = false;
};

}  // namespace trainyard
