// SPDX-License-Identifier: GPL-3.0-or-later
// The step that cuts texts into sentences, as nltk's Punkt does (text/sentences).
#pragma once

#include <filesystem>

#include "engine/contract/experiment/data.h"
#include "engine/contract/result.h"
#include "engine/data/text_sources.h"
#include "engine/data/texts.h"

namespace trainyard {

inline constexpr const char* kPunktFile = "punkt.json";

// Writes SPLIT.csv, a sentence a row in the column data.text_column, for each split with files, and
// punkt.json, what Punkt went by: data.sentence_parameters (JSON or nltk's folder
// punkt_tab/LANGUAGE), or without what is learned from the training texts, in pieces of 16 MiB with
// an empty line between two texts. Training texts that the ratio of `sources` holds out become
// validation. Errors with file and line: those of the texts and of PunktParameters::read.
Result<void> write_sentences(const TextSources& sources, const DataSection& data, int num_threads,
                             const std::filesystem::path& folder, const PrepareProgress& progress);

}  // namespace trainyard
