// SPDX-License-Identifier: GPL-3.0-or-later
// Settings of PyTorch's FSDP, versions 1 and 2: of accelerate's configuration and options, and of
// TrainingArguments' fsdp and fsdp_config.
#pragma once

#include "remote/import/draft.h"

namespace trainyard {

// Whether the key is one of FSDP's, with or without the prefixes fsdp_config. and fsdp_.
bool is_fsdp_key(std::string_view key);

// Whether a file has only such settings: TrainingArguments' fsdp_config may name one.
bool is_fsdp(const Settings& settings);

// `asked` is the setting that turns FSDP on, whose value may name a strategy ("full_shard
// offload"); null: nothing does, and the programs ignore the rest. `version` holds where the
// settings name none.
void carry_fsdp(const Settings& settings, const Setting* asked, int version, Draft& draft);

}  // namespace trainyard
