// SPDX-License-Identifier: GPL-3.0-or-later
// Where words, quotes and brackets of a shell script end.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string_view>

namespace trainyard {

// Where the word that begins at `at` ends: behind quotes, ${...}, $(...), `...` and NAME=(...).
std::size_t end_of_word(std::string_view text, std::size_t at);
// Where the bracket that opens at `at` is closed, quotes and nested ones left alone; the text's end
// when it is not. One past the closing bracket.
std::size_t end_of_brackets(std::string_view text, std::size_t at, int depth = 0);

bool is_shell_blank(char c);
// Whether an unquoted character ends a word.
bool ends_shell_word(char c);
bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words);
bool is_name_part(char c);
// How many characters of a variable's name the text begins with.
std::size_t name_length(std::string_view text);
// Whether the word is NAME=..., NAME+=... or NAME[...]=...
bool is_assignment(std::string_view word);

}  // namespace trainyard
