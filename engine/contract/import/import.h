// Settings of other trainers as an experiment: arguments of Hugging Face's scripts (JSON, YAML or
// a command line, also inside a job's script), configurations of accelerate and of DeepSpeed.
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

struct Imported {
  std::string document;  // reads back without errors about fields
  // What was not carried over and why, in the order of the files, and after that what the rules
  // say about the document, all as warnings.
  std::vector<Diagnostic> notes;
};

// What a file is, is known by its content. `name` is the experiment's; when it is empty it is that
// of the job or the first file. `document_name` stands for the document in the rules' sentences.
// Any bytes in. Errors, all with exit code 2: a file that is none of these or is broken, two files
// that disagree, several commands that train.
Result<Imported> import_settings(std::span<const ImportSource> sources, const std::string& name,
                                 const std::string& document_name);

// The same of files, each of at most kDocumentLimit bytes. Errors: also those of reading them.
Result<Imported> import_files(const std::vector<std::string>& paths, const std::string& name,
                              const std::string& document_name);

}  // namespace trainyard
