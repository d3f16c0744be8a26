// SPDX-License-Identifier: GPL-3.0-or-later
// Arguments of Hugging Face's scripts: those of TrainingArguments (transformers 4.20 to 5.17) and
// of the examples run_clm, run_mlm, run_glue, run_ner and their *_no_trainer variants.
#pragma once

#include <span>
#include <string>

#include "remote/import/draft.h"
#include "remote/import/key_table.h"

namespace trainyard {

std::span<const KeyRow> argument_rows();

// `program` is the script's name, if known. Must be called after the content of DeepSpeed's files
// was added to the draft: their optimizer and schedule take precedence, as in transformers.
void carry_arguments(const Settings& settings, const std::string& program, Draft& draft);

}  // namespace trainyard
