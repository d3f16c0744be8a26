// A shell script as commands of words, as far as that can be known without running it.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace trainyard {

struct ShellWord {
  std::string text;
  int line = 0;
  bool is_known = true;  // false: holds $(...), or a variable that the script does not set
};
using ShellWords = std::vector<ShellWord>;

// What the script has set so far. Arrays hold several words.
using ShellVariables = std::map<std::string, ShellWords>;

// Commands in order, without comments, redirections, here-documents and words such as `then`.
// Quotes, line continuations, assignments, variables (${name:-default} too) and arrays are
// followed; loops and conditions are not: each command is there once. Any bytes in; what variables
// expand to is limited to 1 MiB in all.
std::vector<ShellWords> read_shell(std::string_view text, int first_line,
                                   ShellVariables& variables);

// Whether the word is NAME=... (or NAME+=...).
bool is_assignment(std::string_view word);

}  // namespace trainyard
