// SPDX-License-Identifier: GPL-3.0-or-later
// The one table of texts by which today's programs say why they end: PyTorch, NCCL, CUDA, Python,
// shells, environment modules, conda, containers, Slurm, the Hugging Face hub. Each with its kind
// of failure and what helps.
#pragma once

#include <string_view>

namespace trainyard::agent {

struct FailureSign {
  std::string_view text;
  const char* code;    // failure.out_of_memory, .disk_full, .communication, .cuda,
                       // .exception_advice
  const char* advice;  // the code of what helps
  int exit_code;       // 0: the program's own
};

// The sign in a line, the most specific one if there are several; null: none. A text of the
// program's own, such as a comment on what it does about an error, is for the caller to leave out.
const FailureSign* sign_in(std::string_view line);

// Whether a line is known to be printed by healthy programs, too, whatever it says: warnings,
// retries, NCCL on a machine without InfiniBand.
bool is_harmless(std::string_view line);

}  // namespace trainyard::agent
