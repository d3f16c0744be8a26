// SPDX-License-Identifier: GPL-3.0-or-later
// Trainers built on Hugging Face's Trainer that are not among its examples: their names of settings
// and their defaults.
#pragma once

#include <string>

#include "remote/import/draft.h"
#include "remote/import/setting.h"

namespace trainyard {

// Whether these are the keys of a configuration for NYUTron's 2_pretrain.py.
bool is_nyutron_pretraining(const Settings& settings);
// The same as arguments of a Trainer, including values fixed by the script; each keeps its place in
// the file.
Settings nyutron_arguments(const Settings& settings);

// Converts arguments of fms-ehrs' tune_model.py to a Trainer's. The location of its timelines and
// its search space go into the draft. Any other argument overrides a value of the model.
Settings tune_model_arguments(const Settings& settings, Draft& draft);

// The same for its fine_tune_classification.py. Its search takes the smallest sum of all metrics,
// ours the largest area under the curve.
Settings classification_arguments(const Settings& settings, Draft& draft);

// Sets the defaults of EuroHPC-Basics' sft_train.py, which is recognized by its options. Must be
// called after all given settings.
void set_sft_defaults(const Settings& settings, Draft& draft);

// Whether these are settings of trl's SFTTrainer, including those of sft_train.py.
bool is_supervised_tuning(const Settings& settings);
// Sets its defaults. Must be called after all given settings.
void set_trl_defaults(const Settings& settings, Draft& draft);

// Converts LoRA's options as named by trl and sft_train.py.
void carry_lora(const Settings& settings, Draft& draft);

}  // namespace trainyard
