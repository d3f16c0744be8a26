// SPDX-License-Identifier: GPL-3.0-or-later
// Changes of a document's lines that keep its line breaks (LF or CRLF), its comments and all other
// characters.
#pragma once

#include <string>
#include <string_view>

#include "engine/contract/value.h"

namespace trainyard {

inline bool is_blank(char c) { return c == ' ' || c == '\t'; }
inline bool is_space(char c) { return is_blank(c) || c == '\n' || c == '\r'; }

// "\r\n" where the text's first line ends so, else "\n".
std::string_view line_break(std::string_view text);

std::size_t start_of_line(std::string_view text, std::size_t at);

std::string splice(std::string_view text, std::size_t begin, std::size_t end,
                   std::string_view replacement);

// A line of its own after the one that `at` is in, and after comments below it that are indented
// more than the new line.
std::string insert_line_after(std::string_view text, std::size_t at, std::size_t indent,
                              std::string_view line);

// A line of its own before the one that `at` is in.
std::string insert_line_before(std::string_view text, std::size_t at, std::size_t indent,
                               std::string_view line);

// A line at the end.
std::string append_line(std::string_view text, std::string_view line);

// Takes out [begin, end), which starts and ends lines but for comments and indentation. A comment
// behind it stays.
std::string cut_lines(std::string_view text, std::size_t begin, std::size_t end);

// Takes out one entry of a flow collection with one of the commas beside it.
std::string cut_flow_entry(std::string_view text, std::size_t begin, std::size_t end);

// A list or mapping that is not empty in block style, the first line without its indentation; empty
// for others.
std::string spell_block(const Value& value, std::size_t indent, std::string_view line_break);

}  // namespace trainyard
