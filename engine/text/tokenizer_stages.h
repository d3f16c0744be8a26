// The stages of a tokenizer.json around its model, from their JSON. What is not supported is an
// error that names the stage's type. Inner to engine/text.
#pragma once

#include <string>

#include "engine/contract/result.h"
#include "engine/contract/value.h"
#include "engine/text/vocabulary.h"

namespace trainyard {

// The "type" of a stage or model; empty when it has none.
std::string stage_type(const Map& stage);

// The member `key`: `absent` when it is not there or null.
Result<bool> read_flag(const Map& map, const std::string& key, bool absent,
                       const std::string& file);

Result<void> read_normalizer(const Map& stage, const std::string& file, Normalizer& normalizer);

// Sets how text is cut, and whether words are spelled as bytes. Null: text is not cut.
Result<void> read_pre_tokenizer(const Map* stage, const std::string& file, Vocabulary& vocabulary);

// Sets what is put before and after a single text.
Result<void> read_post_processor(const Map& stage, const std::string& file, Vocabulary& vocabulary);

Result<void> read_decoder(const Map& stage, const std::string& file, Decoder& decoder);

}  // namespace trainyard
