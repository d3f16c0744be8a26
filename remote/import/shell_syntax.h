// SPDX-License-Identifier: GPL-3.0-or-later
// Parses a shell script (sh, bash, dash, ksh, zsh) into a tree of commands; words are kept as they
// are written.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "remote/import/shell_scan.h"

namespace trainyard {

// A piece of the script as written, including quotes.
struct ShellSource {
  std::string text;
  int line = 0;
};

struct ShellHereDocument {
  std::string text;
  int line = 0;           // of its first line
  bool is_plain = false;  // its delimiter was quoted: nothing in it is expanded
};

struct ShellRedirection {
  std::string sign;     // "<", ">>", "<<", "<<<", ...
  ShellSource target;   // for a here-document its delimiter
  int document = -1;    // index in ShellProgram::documents
  int descriptor = -1;  // the 2 of 2>
};

struct ShellCommand {
  enum class Kind {
    simple,      // words
    sequence,    // parts, in sequence
    both,        // parts[0] && parts[1]
    either,      // parts[0] || parts[1]
    pipeline,    // parts
    negation,    // ! parts[0]
    choice,      // if: condition, body, condition, body, ...; if their number is odd, the last is
                 // `else`
    each,        // for words[0] in the other words; parts[0]
    count,       // for ((words[0]; words[1]; words[2])); parts[0]
    loop,        // while parts[0]; parts[1]
    until,       // until parts[0]; parts[1]
    match,       // case words[0]; patterns[i] with parts[i]
    subshell,    // ( parts[0] )
    function,    // words[0] is its name; parts[0]
    arithmetic,  // (( words[0] ))
    condition    // [[ words ]]
  };
  Kind kind = Kind::simple;
  int line = 0;
  std::vector<ShellSource> words;
  std::vector<std::vector<ShellSource>> patterns;
  std::vector<ShellRedirection> redirections;
  std::vector<ShellCommand> parts;
  bool is_background = false;
  bool has_list = true;  // for `for`: false iterates over "$@"
};

struct ShellProgram {
  ShellCommand commands;  // a sequence
  std::vector<ShellHereDocument> documents;
  int broken_line = 0;  // where the text is not a valid script, the rest is dropped; 0: nowhere
};

// Accepts arbitrary bytes.
ShellProgram parse_shell(std::string_view text, int first_line);

}  // namespace trainyard
