// SPDX-License-Identifier: GPL-3.0-or-later
// Trainers that are not Hugging Face's examples, but stand on its Trainer: what their settings are
// called there, and what they do without being asked.
#pragma once

#include <string>

#include "remote/import/draft.h"
#include "remote/import/setting.h"

namespace trainyard {

// A configuration of NYUTron's 2_pretrain.py, by its keys.
bool is_nyutron_pretraining(const Settings& settings);
// The same as arguments of a Trainer, with what the script fixes; each keeps its place in the file.
Settings nyutron_arguments(const Settings& settings);

// Arguments of fms-ehrs' tune_model.py as a Trainer's. What says where its timelines are, and what
// it searches, goes into the draft. Any other argument of it overrides a value of the model.
Settings tune_model_arguments(const Settings& settings, Draft& draft);

// What EuroHPC-Basics' sft_train.py, known by its options, takes where nothing is given. After all
// that was given.
void set_sft_defaults(const Settings& settings, Draft& draft);

// Whether the settings are those of trl's SFTTrainer; sft_train.py's are, too.
bool is_supervised_tuning(const Settings& settings);
// What that does where nothing is given. After all that was given.
void set_trl_defaults(const Settings& settings, Draft& draft);

// LoRA's options as trl and sft_train.py name them.
void carry_lora(const Settings& settings, Draft& draft);

}  // namespace trainyard
