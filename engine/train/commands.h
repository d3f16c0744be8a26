// SPDX-License-Identifier: GPL-3.0-or-later
// The commands of `engine` about documents, data and checkpoints. Results go to stdout, messages to
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
  bool files_only = false;  // of a preflight: nothing of the machine itself
};

// Levels 1 and 2: every diagnostic, on stdout.
Result<ExitCode> validate_command(const DocumentArguments& arguments);

// Level 3: whether this machine has what the experiment names: devices, data, tokenizer, model.
// Same form of output; exit code 3 when only the machine is at fault.
Result<ExitCode> preflight_command(const DocumentArguments& arguments);

struct PrepareArguments {
  DocumentArguments document;
  std::filesystem::path output;  // must not exist; empty: the cache
  bool lists_steps = false;      // nothing is prepared
  std::string only;              // a step's name; empty: all
};

// Prints as JSON what was prepared and where, or the steps of the document with their folders.
Result<ExitCode> prepare_command(const PrepareArguments& arguments);

struct ExportArguments {
  std::filesystem::path checkpoint;  // a checkpoint's folder, or a run's (its newest whole one)
  std::filesystem::path output;      // must not exist
  bool merge = false;                // adapters become a part of their model
  std::filesystem::path base;        // that model's folder; empty: the one that the adapter names
};

// The checkpoint is verified before it is copied or merged.
Result<ExitCode> export_command(const ExportArguments& arguments);

}  // namespace trainyard
