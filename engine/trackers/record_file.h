// SPDX-License-Identifier: GPL-3.0-or-later
// TFRecord files, the frame of TensorBoard's event files: for each record the length in 8 bytes,
// its masked checksum, the content, its masked checksum (tensorflow/core/lib/io/record_writer.h).
// All numbers are little endian.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace trainyard {

using OnRecord = std::function<void(std::string_view content)>;

// One record, to be written behind others.
std::string framed_record(std::string_view content);

// Reads a file that grows, in pieces of any size. It holds one record at most.
class RecordFileReader {
 public:
  // Longer records, those of pictures and sounds, are skipped.
  static constexpr std::uint64_t max_record_bytes = 4u << 20;

  // Passes on the records that these bytes complete. False: the bytes behind whole_bytes() are no
  // record, now or at an earlier call, and nothing more is read.
  bool feed(std::string_view bytes, const OnRecord& on_record);

  // Where the last whole record ends.
  std::uint64_t whole_bytes() const { return whole_bytes_; }

  // Forgets everything behind whole_bytes(), from where the next bytes must continue.
  void rewind();

 private:
  enum class Step { done, waits, damaged };
  Step take_record(const OnRecord& on_record);

  std::string pending_;
  std::size_t begin_ = 0;  // of what is not read yet, in pending_
  std::uint64_t whole_bytes_ = 0;
  std::uint64_t left_to_skip_ = 0;  // of a record that is too long
  std::uint64_t skipped_bytes_ = 0;
  bool is_damaged_ = false;
};

}  // namespace trainyard
