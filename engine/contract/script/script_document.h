// SPDX-License-Identifier: GPL-3.0-or-later
// The experiment that runs a job script as it is.
#pragma once

#include <string>
#include <string_view>

namespace trainyard {

struct ScriptToRun {
  std::string_view text;
  std::string file;    // as the document names it, relative to itself or absolute
  std::string folder;  // the code that travels; empty: none. A script that works in a folder of
                       // the target (--chdir=/…) takes none along
};

// Shows what the script's #SBATCH lines say as fields of `resources`, each with its line as a
// comment. Reads back without errors about fields.
std::string script_document(const ScriptToRun& script);

// "Job script.sh" -> "job-script"; what the experiment is called after --job-name, else the file.
std::string script_experiment_name(std::string_view script, const std::string& file);

}  // namespace trainyard
