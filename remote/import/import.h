// SPDX-License-Identifier: GPL-3.0-or-later
// Converts settings of third-party trainers to an experiment: arguments of Hugging Face's scripts
// (JSON, YAML or a command line, also inside a job script), configurations of accelerate and
// DeepSpeed; and job scripts and command lines of any other program, which is then run as it is.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/contract/describe/diagnostic.h"
#include "engine/contract/result.h"

namespace trainyard {

struct ImportSource {
  std::string name;  // for messages and comments: the path as it was given
  std::string text;
};

// What a script or a command line is converted to.
enum class ImportAs {
  automatic,  // engine for a program with known arguments; otherwise a script stays a script, and a
              // command line becomes a command
  engine,
  command,
  script
};

struct ImportChoices {
  std::string name;  // of the experiment; empty: that of the job or the first file
  // The document's name in messages of the rules.
  std::string document_name = "experiment.yaml";
  std::string folder;  // where the document will be written; empty: the folder of its name
  ImportAs as = ImportAs::automatic;
  bool writes_files = false;  // false: what would be a separate file is mentioned in a note
  int training = 0;  // number of the training in a script, from 1; or its line. 0: the only one
};

// A text for a file next to the document, which refers to it.
struct ImportedFile {
  std::string name, text;
};

struct Imported {
  std::string document;             // reads back without errors in fields
  std::vector<ImportedFile> files;  // empty unless the choices say that they will be written
  // What was not converted and why, most important first, followed by the rules' findings about the
  // document, all as warnings; what has no effect as information.
  std::vector<Diagnostic> notes;
};

// File types are detected by content. Accepts arbitrary bytes. Errors, all with exit code 2: a file
// of an unknown type or with syntax errors, two files that disagree, several commands of which none
// was chosen, something that cannot be converted as requested.
Result<Imported> import_settings(std::span<const ImportSource> sources,
                                 const ImportChoices& choices);

// The same for files, each of at most kDocumentLimit bytes. Errors: also those of reading them.
Result<Imported> import_files(const std::vector<std::string>& paths, const ImportChoices& choices);

}  // namespace trainyard
