// SPDX-License-Identifier: GPL-3.0-or-later
// The experiment that runs a job script unchanged.
#pragma once

#include <string>
#include <string_view>

namespace trainyard {

struct ScriptToRun {
  std::string_view text;
  std::string file;    // as named in the document, relative to it or absolute
  std::string folder;  // the code to transfer; empty: none. A script that works in a folder on the
                       // target (--chdir=/…) takes none along
};

// Represents the script's #SBATCH lines as fields of `resources`, each with its line as a comment.
// Reads back without errors in fields.
std::string script_document(const ScriptToRun& script);

// "Job script.sh" -> "job-script"; the experiment is named after --job-name, else the file.
std::string script_experiment_name(std::string_view script, const std::string& file);

}  // namespace trainyard
