// SPDX-License-Identifier: GPL-3.0-or-later
// The `engine` commands for documents, data and checkpoints. Results go to stdout, messages to
// stderr; errors are returned.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/contract/result.h"

namespace trainyard {

enum class OutputFormat { text, json };

struct DocumentArguments {
  std::filesystem::path experiment;
  std::vector<std::string> overrides;
  OutputFormat format = OutputFormat::text;
  bool files_only = false;  // for a preflight: checks nothing of the machine itself
};

// Levels 1 and 2: prints every diagnostic to stdout.
Result<ExitCode> validate_command(const DocumentArguments& arguments);

// Level 3: checks whether this machine has what the experiment names: devices, data, tokenizer,
// model. Same output format; exit code 3 if only the machine is at fault.
Result<ExitCode> preflight_command(const DocumentArguments& arguments);

struct PrepareArguments {
  DocumentArguments document;
  std::filesystem::path output;  // must not exist; empty: the cache
  bool lists_steps = false;      // only lists; nothing is prepared
  std::string only;              // a step's name; empty: all
};

// Prints as JSON what was prepared and where, or the document's steps with their folders.
Result<ExitCode> prepare_command(const PrepareArguments& arguments);

struct ExportArguments {
  std::filesystem::path checkpoint;  // a checkpoint's folder, or a run's (its newest complete
                                     // checkpoint)
  std::filesystem::path output;      // must not exist
  bool merge = false;                // merges adapters into their model
  std::filesystem::path base;        // that model's folder; empty: the one named by the adapter
};

// The checkpoint is verified before it is copied or merged.
Result<ExitCode> export_command(const ExportArguments& arguments);

}  // namespace trainyard
