// SPDX-License-Identifier: GPL-3.0-or-later
// Edits a document's lines, preserving its line breaks (LF or CRLF), its comments and all other
// characters.
#pragma once

#include <string>
#include <string_view>

#include "engine/contract/value.h"

namespace trainyard {

inline bool is_blank(char c) { return c == ' ' || c == '\t'; }
inline bool is_space(char c) { return is_blank(c) || c == '\n' || c == '\r'; }

// "\r\n" if the text's first line ends with it, else "\n".
std::string_view line_break(std::string_view text);

std::size_t start_of_line(std::string_view text, std::size_t at);

std::string splice(std::string_view text, std::size_t begin, std::size_t end,
                   std::string_view replacement);

// Inserts a line after the one that contains `at`, and after following comments that are indented
// more than the new line.
std::string insert_line_after(std::string_view text, std::size_t at, std::size_t indent,
                              std::string_view line);

// Inserts a line before the one that contains `at`.
std::string insert_line_before(std::string_view text, std::size_t at, std::size_t indent,
                               std::string_view line);

// Appends a line.
std::string append_line(std::string_view text, std::string_view line);

// Removes [begin, end), which consists of whole lines except for comments and indentation. A
// comment after it is kept.
std::string cut_lines(std::string_view text, std::size_t begin, std::size_t end);

// Removes an entry of a flow collection with one of its neighbouring commas.
std::string cut_flow_entry(std::string_view text, std::size_t begin, std::size_t end);

// Writes a non-empty list or mapping in block style, the first line without its indentation; empty
// for other values.
std::string spell_block(const Value& value, std::size_t indent, std::string_view line_break);

}  // namespace trainyard
