// SPDX-License-Identifier: GPL-3.0-or-later
// Text with, for each byte, the range of the original text that it was made from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trainyard {

// Characters (code points) [begin, end) of a text.
struct CharacterSpan {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  bool operator==(const CharacterSpan&) const = default;
};

struct AlignedText {
  // `text` is valid UTF-8 and starts at this character of the original.
  AlignedText(std::string_view text, std::uint32_t first_character);

  AlignedText part(std::size_t begin, std::size_t size) const;
  // The original range of the bytes [begin, end), at least one.
  CharacterSpan span(std::size_t begin, std::size_t end) const {
    return {origin[begin].begin, origin[end - 1].end};
  }

  std::string text;
  std::vector<CharacterSpan> origin;  // of each byte of `text`
  std::uint32_t first_character;
};

// The output of a transformation of a text from start to end, without and with alignment. Each call
// handles the bytes after those of the last.
class TextWriter {
 public:
  void reserve(std::size_t size) { text_.reserve(size); }
  void keep(std::string_view bytes) { text_ += bytes; }
  void replace(std::size_t, std::string_view by) { text_ += by; }
  void insert(std::string_view bytes) { text_ += bytes; }
  void drop(std::size_t) {}
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

class AlignedTextWriter {
 public:
  // `from` must outlive the writer.
  explicit AlignedTextWriter(const AlignedText& from)
      : from_(from), to_("", from.first_character) {}

  void reserve(std::size_t size);
  void keep(std::string_view bytes);
  // Replaces the next `size` bytes by others, which get the origin of the first of them.
  void replace(std::size_t size, std::string_view by);
  // Inserts bytes with the origin of the last bytes handled.
  void insert(std::string_view bytes);
  void drop(std::size_t size) { at_ += size; }
  AlignedText take() { return std::move(to_); }

 private:
  void append(std::string_view bytes, CharacterSpan origin);

  const AlignedText& from_;
  AlignedText to_;
  std::size_t at_ = 0;  // offset in `from_`
};

}  // namespace trainyard
