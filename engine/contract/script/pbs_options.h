// SPDX-License-Identifier: GPL-3.0-or-later
// The #PBS and #BSUB lines of a job script as sbatch reads them (src/sbatch/xlate.c of Slurm 22.05
// to 25.11), which differs from what PBS and LSF make of them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/contract/script/sbatch_directives.h"

namespace trainyard {

struct ForeignOptions {
  std::vector<SbatchOption> options;  // as sbatch's own
  std::string ignored;                // what sbatch passes over without a word, as written
  std::string trailing;               // arguments that are not options: sbatch rejects the script
};

// `words`: those of one line.
ForeignOptions read_pbs_options(std::span<const std::string> words);
ForeignOptions read_bsub_options(std::span<const std::string> words);

}  // namespace trainyard
