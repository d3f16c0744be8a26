// SPDX-License-Identifier: GPL-3.0-or-later
// config.json may spell a value in several ways, and has done so differently over the years:
// `rope_scaling` or `rope_parameters`, `hidden_size` or `n_embd`. Which of them holds is decided
// here, as transformers decides it, before anything reads a configuration or changes it.
#pragma once

#include <string>

#include "engine/contract/result.h"
#include "engine/contract/value.h"

namespace trainyard {

// The same configuration with each value in one spelling only, so that whoever reads what is
// written of it finds the same model.
Map with_one_spelling(const std::string& kind, Map config);

// `overrides` above `config`, whichever spelling either has. Errors: an override that would have no
// effect, because another one says the same value ("model.override_twice"), or because the
// configuration has a list or a size that transformers reads instead ("model.override_overruled");
// a part of the rotary settings that nothing reads ("model.override_part").
Result<Map> lay_over(const std::string& kind, Map config, const Map& overrides);

}  // namespace trainyard
