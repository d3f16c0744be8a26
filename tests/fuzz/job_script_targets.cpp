// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <string>

#include "engine/contract/experiment/reader.h"
#include "engine/contract/script/program_document.h"
#include "engine/contract/script/sbatch_directives.h"
#include "engine/contract/script/script_document.h"
#include "engine/contract/script/script_resources.h"
#include "tests/fuzz/remote_targets.h"

namespace trainyard {
namespace {

// The document that a person goes on with has no errors in its fields.
void checkDocument(const std::string& text) {
  const Document document = read_experiment(text, "experiment.yaml");
  for (const Diagnostic& diagnostic : document.diagnostics)
    require(!diagnostic.code.starts_with("field.") && !diagnostic.code.starts_with("key.") &&
            !diagnostic.code.starts_with("document."));
}

// A directive that is written again is read as the same option.
void checkOption(const SbatchOption& option) {
  const SbatchDirectives again =
      read_sbatch_directives("#!/bin/sh\n#SBATCH " + written_directive(option) + "\n");
  require(again.lines.size() == 1 && again.lines[0].options.size() == 1);
  const SbatchOption& read = again.lines[0].options[0];
  require(read.name == option.name && read.value == option.value);
}

}  // namespace

void fuzz_job_script(std::string_view input) {
  const SbatchDirectives directives = read_sbatch_directives(input);
  int last = 0;
  for (const SbatchLine& line : directives.lines) {
    require(line.line > last && line.component >= 0 && line.component < directives.components);
    require(line.text.find('\n') == std::string::npos);
    last = line.line;
    for (const SbatchOption& option : line.options)
      if (option.is_known) checkOption(option);
  }
  static_cast<void>(resources_of(directives));
  Experiment experiment;
  take_script(experiment, input, {});
  for (const std::string& line : script_directives(experiment, "--gpus-per-node=2"))
    require(line.find('\n') == std::string::npos);
  require(!script_experiment_name(input, "job.sh").empty());
  checkDocument(script_document({input, "job.sh", ""}));
  if (is_python_program(input, "train.py"))
    checkDocument(program_document({input, "train.py", ".", ".venv"}));
}

}  // namespace trainyard
