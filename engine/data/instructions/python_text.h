// What Python's str does with text, where texts must come out as a Python program makes them.
#pragma once

#include <cstddef>
#include <string_view>

namespace trainyard {

// The length of the white space character that begins at byte `at` of valid UTF-8, 0 when there is
// none: what str.isspace and \s of re know as such (Unicode's white space, and U+001C to U+001F).
std::size_t python_space_length(std::string_view text, std::size_t at);

// str.strip().
std::string_view python_strip(std::string_view text);

}  // namespace trainyard
