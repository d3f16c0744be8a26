// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/script/program_document.h"

#include "engine/contract/experiment/scalar.h"
#include "engine/contract/script/sbatch_directives.h"
#include "engine/contract/script/script_document.h"

namespace trainyard {

bool is_python_program(std::string_view text, std::string_view file) {
  return file.ends_with(".py") && !text.starts_with("#!") &&
         read_sbatch_directives(text).lines.empty();
}

std::string program_document(const ProgramToRun& program) {
  const bool has_trainer = program.text.find("transformers") != std::string_view::npos &&
                           program.text.find("Trainer") != std::string_view::npos;
  std::string out =
      "# Runs the program as it is. Give its arguments one a line.\nformat: 1\nname: " +
      spell(script_experiment_name(program.text, program.file)) +
      "\nworkload: command\ncommand:\n  launcher: none  # torchrun, accelerate or srun start "
      "several processes\n  program: " +
      spell(program.file) + "\n";
  out += has_trainer ? "  metrics: huggingface  # its curves: what a Hugging Face Trainer logs\n"
                     : "  # Its curves: lines that it prints, such as {'step': 10, 'loss': 0.7}.\n"
                       "  metrics: auto\n";
  if (!program.venv.empty()) out += "environment:\n  venv: " + spell(program.venv) + "\n";
  if (!program.folder.empty()) out += "code:\n  source: " + spell(program.folder) + "\n";
  return out;
}

}  // namespace trainyard
