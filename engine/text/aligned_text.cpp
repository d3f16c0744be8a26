// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/aligned_text.h"

#include "engine/system/utf8_sequence.h"

namespace trainyard {

AlignedText::AlignedText(std::string_view content, std::uint32_t first)
    : text(content), first_character(first) {
  origin.reserve(text.size());
  for (std::uint32_t character = first; origin.size() < text.size(); ++character)
    origin.insert(origin.end(), decode_utf8(text, origin.size()).length,
                  {character, character + 1});
}

AlignedText AlignedText::part(std::size_t begin, std::size_t size) const {
  AlignedText part("", size == 0 ? first_character : origin[begin].begin);
  part.text = text.substr(begin, size);
  const auto first = origin.begin() + static_cast<std::ptrdiff_t>(begin);
  part.origin.assign(first, first + static_cast<std::ptrdiff_t>(size));
  return part;
}

void AlignedTextWriter::append(std::string_view bytes, CharacterSpan origin) {
  to_.text += bytes;
  to_.origin.insert(to_.origin.end(), bytes.size(), origin);
}

void AlignedTextWriter::reserve(std::size_t size) {
  to_.text.reserve(size);
  to_.origin.reserve(size);
}

void AlignedTextWriter::keep(std::string_view bytes) {
  const auto first = from_.origin.begin() + static_cast<std::ptrdiff_t>(at_);
  to_.text += bytes;
  to_.origin.insert(to_.origin.end(), first, first + static_cast<std::ptrdiff_t>(bytes.size()));
  at_ += bytes.size();
}

void AlignedTextWriter::replace(std::size_t size, std::string_view by) {
  append(by, from_.origin[at_]);
  at_ += size;
}

void AlignedTextWriter::insert(std::string_view bytes) {
  const std::uint32_t first = from_.first_character;
  append(bytes, at_ == 0 ? CharacterSpan{first, first} : from_.origin[at_ - 1]);
}

}  // namespace trainyard
