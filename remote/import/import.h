// SPDX-License-Identifier: GPL-3.0-or-later
// Settings of other trainers as an experiment: arguments of Hugging Face's scripts (JSON, YAML or
// a command line, also inside a job's script), configurations of accelerate and of DeepSpeed; and
// job scripts and command lines of any other program, which then is what runs.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/contract/diagnostic.h"
#include "engine/contract/result.h"

namespace trainyard {

struct ImportSource {
  std::string name;  // for sentences and comments: the path as it was given
  std::string text;
};

// What becomes of a script or a command line.
enum class ImportAs {
  automatic,  // engine for a program whose arguments are known; else a script stays one, and a
              // command line becomes a command
  engine,
  command,
  script
};

struct ImportChoices {
  std::string name;  // the experiment's; empty: that of the job or the first file
  // Stands for the document in the rules' sentences.
  std::string document_name = "experiment.yaml";
  std::string folder;  // where the document will lie; empty: that of its name
  ImportAs as = ImportAs::automatic;
  bool writes_files = false;  // false: what would be a file of its own is named in a note
  int training = 0;  // of several in a script: the first is 1; or its line. 0: there is one
};

// A text that the document names, for a file beside it.
struct ImportedFile {
  std::string name, text;
};

struct Imported {
  std::string document;             // reads back without errors about fields
  std::vector<ImportedFile> files;  // none unless the choices say that they will be written
  // What was not carried over and why, what matters first, and after that what the rules say about
  // the document, all as warnings; what has no effect as information.
  std::vector<Diagnostic> notes;
};

// What a file is, is known by its content. Any bytes in. Errors, all with exit code 2: a file that
// is none of these or is broken, two files that disagree, several commands of which none was
// chosen, what cannot become what was asked for.
Result<Imported> import_settings(std::span<const ImportSource> sources,
                                 const ImportChoices& choices);

// The same of files, each of at most kDocumentLimit bytes. Errors: also those of reading them.
Result<Imported> import_files(const std::vector<std::string>& paths, const ImportChoices& choices);

}  // namespace trainyard
