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
};

// Levels 1 and 2: every diagnostic, on stdout.
Result<ExitCode> validate_command(const DocumentArguments& arguments);

// Level 3: whether this machine has what the experiment names: devices, data, tokenizer, model.
// Same form of output; exit code 3 when only the machine is at fault.
Result<ExitCode> preflight_command(const DocumentArguments& arguments);

Result<ExitCode> prepare_command(const DocumentArguments& arguments,
                                 const std::filesystem::path& output);

struct ExportArguments {
  std::filesystem::path checkpoint;  // a checkpoint's folder, or a run's (its newest whole one)
  std::filesystem::path output;      // must not exist
  bool merge = false;                // adapters become a part of their model
  std::filesystem::path base;        // that model's folder; empty: the one that the adapter names
};

// The checkpoint is verified before it is copied or merged.
Result<ExitCode> export_command(const ExportArguments& arguments);

}  // namespace trainyard
