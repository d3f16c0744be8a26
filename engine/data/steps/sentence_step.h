// SPDX-License-Identifier: GPL-3.0-or-later
// The step that splits texts into sentences, like nltk's Punkt (text/sentences).
#pragma once

#include <filesystem>

#include "engine/contract/experiment/data.h"
#include "engine/contract/result.h"
#include "engine/data/text_sources.h"
#include "engine/data/texts/texts.h"

namespace trainyard {

inline constexpr const char* kPunktFile = "punkt.json";

// Writes for each split with files SPLIT.csv, one sentence per row in the column data.text_column,
// and punkt.json, Punkt's parameters: data.sentence_parameters (JSON or nltk's folder
// punkt_tab/LANGUAGE), or else those learned from the training texts, in pieces of 16 MiB with an
// empty line between two texts. Training texts held out by the ratio of `sources` become
// validation. Errors with file and line: those of the texts and of PunktParameters::read.
Result<void> write_sentences(const TextSources& sources, const DataSection& data, int num_threads,
                             const std::filesystem::path& folder, const PrepareProgress& progress);

}  // namespace trainyard
