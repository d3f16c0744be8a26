// SPDX-License-Identifier: GPL-3.0-or-later
// The experiment that runs a Python program of one's own.
#pragma once

#include <string>
#include <string_view>

namespace trainyard {

struct ProgramToRun {
  std::string_view text;
  std::string file;    // as named in the document, relative to `folder` or absolute
  std::string folder;  // the code that travels with it; empty: none
  std::string venv;    // the virtual environment beside it; empty: none
};

// Whether a file is a Python program and no job script: one that starts with #! runs as a script.
bool is_python_program(std::string_view text, std::string_view file);

// Its curves come from a Hugging Face Trainer's output if it uses one, else from whatever it
// prints. Reads back without errors in fields.
std::string program_document(const ProgramToRun& program);

}  // namespace trainyard
