// SPDX-License-Identifier: GPL-3.0-or-later
// Text files without the requested column, whose first column is read instead.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/contract/result.h"
#include "engine/data/text_file.h"
#include "engine/data/text_sources.h"
#include "engine/data/texts/texts.h"

namespace trainyard {

// Returns the columns of a file with records in their order: a header's, the members of the first
// object, those of Parquet. Reads at most the first record. Errors: as for for_each_text.
Result<std::vector<std::string>> columns_of(const TextFile& file);

// Returns at most one notice per split: some of its files lack `column` and have several others;
// names the one that is read, for the first such file, and how to choose another. Read errors are
// ignored here, as whoever reads all of it will report them.
std::vector<Error> first_columns_taken(const TextSources& sources, const std::string& column);

}  // namespace trainyard
