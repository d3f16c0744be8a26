// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the ends of words, quotes and brackets in a shell script.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string_view>

namespace trainyard {

// Returns the end of the word that starts at `at`, including quotes, ${...}, $(...), `...` and
// NAME=(...).
std::size_t end_of_word(std::string_view text, std::size_t at);
// Returns the position after the bracket that closes the one at `at`, skipping quotes and nested
// ones; the text's end if it is not closed.
std::size_t end_of_brackets(std::string_view text, std::size_t at, int depth = 0);

bool is_shell_blank(char c);
// Whether the unquoted character ends a word.
bool ends_shell_word(char c);
bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words);
bool is_name_part(char c);
// The length of the variable name that the text starts with.
std::size_t name_length(std::string_view text);
// Whether the word is NAME=..., NAME+=... or NAME[...]=...
bool is_assignment(std::string_view word);

}  // namespace trainyard
