// JSON as Python's json module writes it.
#pragma once

#include <string>
#include <string_view>

namespace trainyard::agent {

// Python writes bare NaN, Infinity and -Infinity, which JSON does not have: the same text with them
// in quotes, as number_of() takes them. Words inside of strings stay.
std::string with_quoted_non_finite(std::string_view text);

}  // namespace trainyard::agent
