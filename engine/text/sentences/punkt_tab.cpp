// SPDX-License-Identifier: GPL-3.0-or-later
// Reads nltk's punkt_tab folders.
#include <charconv>
#include <vector>

#include "engine/contract/messages.h"
#include "engine/text/sentences/punkt_file.h"
#include "engine/text/sentences/punkt_parameters.h"
#include "engine/text/unicode/utf8.h"

namespace trainyard {
namespace {

// Calls `take` for each line, which returns the code of its error or null.
template <typename Take>
Result<void> read_tab_lines(const std::filesystem::path& file, const Take& take) {
  TRY(const std::string text, read_punkt_text(file));
  std::int64_t number = 0;
  for (std::string_view rest = text; !rest.empty();) {
    std::string_view line = take_line(rest);
    if (line.ends_with('\n')) line.remove_suffix(line.ends_with("\r\n") ? 2 : 1);
    ++number;
    if (const char* code = line.empty() ? "sentences.empty_line" : take(line))
      return damaged_punkt_file(file.string(), number, as_argument(make_error(code, {})));
  }
  return {};
}

// Splits a line into two fields; false if it does not have two.
bool take_fields(std::string_view line, std::string_view& first, std::string_view& second) {
  const std::size_t tab = line.find('\t');
  if (tab == line.npos || line.find('\t', tab + 1) != line.npos) return false;
  first = line.substr(0, tab);
  second = line.substr(tab + 1);
  return !first.empty() && !second.empty();
}

template <typename Types>
Result<void> read_type_lines(const std::filesystem::path& file, Types& types) {
  return read_tab_lines(file, [&](std::string_view line) -> const char* {
    if (line.find('\t') != line.npos) return "sentences.tab_in_type";
    types.emplace(line);
    return nullptr;
  });
}

}  // namespace

Result<PunktParameters> PunktParameters::read_punkt_tab(const std::filesystem::path& folder) {
  PunktParameters out;
  TRY(read_type_lines(folder / "abbrev_types.txt", out.abbreviations));
  TRY(read_type_lines(folder / "sent_starters.txt", out.sentence_starters));
  TRY(read_tab_lines(folder / "collocations.tab", [&](std::string_view line) -> const char* {
    std::string_view first, second;
    if (!take_fields(line, first, second)) return "sentences.no_two_fields";
    out.collocations.emplace(first, second);
    return nullptr;
  }));
  TRY(read_tab_lines(folder / "ortho_context.tab", [&](std::string_view line) -> const char* {
    std::string_view type, digits;
    if (!take_fields(line, type, digits)) return "sentences.no_two_fields";
    std::uint32_t bits = 0;
    const char* end = digits.data() + digits.size();
    const auto parsed = std::from_chars(digits.data(), end, bits);
    if (parsed.ec != std::errc() || parsed.ptr != end || bits > max_punkt_context)
      return "sentences.bad_bits";
    out.orthographic_context.insert_or_assign(std::string(type), bits);
    return nullptr;
  }));
  return out;
}

}  // namespace trainyard
