// SPDX-License-Identifier: GPL-3.0-or-later
// The tensors of a state dict that torch.save wrote.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/pickle/pickle.h"
#include "engine/checkpoint/safetensors.h"

namespace trainyard {

// A tensor, its offsets (TensorEntry::begin and end) counted in its storage.
struct StoredTensor {
  TensorEntry entry;
  std::string storage;  // the name of the record, "data/" before it
};

// Those that the pickle `data.pkl` names; what is no tensor is left out. Errors: it is no
// dictionary of tensors; a tensor whose numbers do not lie one after the other; a type of number
// that is not known.
Result<std::vector<StoredTensor>> tensors_of_state_dict(const Pickle& pickle);

}  // namespace trainyard
