// SPDX-License-Identifier: GPL-3.0-or-later
// Files of texts that do not have the column that is asked for, so that their first one is read.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/contract/result.h"
#include "engine/data/text_file.h"
#include "engine/data/text_sources.h"
#include "engine/data/texts.h"

namespace trainyard {

// The columns of a file with records, as they stand there: a header's, the members of the first
// object, those of Parquet. Reads no more than the first record. Errors: as for_each_text.
Result<std::vector<std::string>> columns_of(const TextFile& file);

// For each split at most one: that some of its files lack `column` and have several others, which
// of them is read, of the first such file, and how to choose another. For a person to know; what
// cannot be read is left to those who read all of it.
std::vector<Error> first_columns_taken(const TextSources& sources, const std::string& column);

}  // namespace trainyard
