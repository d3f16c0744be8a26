// SPDX-License-Identifier: GPL-3.0-or-later
// The tensors of a state dict written by torch.save.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/pickle/pickle.h"
#include "engine/checkpoint/safetensors.h"

namespace trainyard {

// A tensor with its offsets (TensorEntry::begin and end) relative to its storage.
struct StoredTensor {
  TensorEntry entry;
  std::string storage;  // the record's name, with "data/" before it
};

// Returns the tensors that the pickle `data.pkl` refers to; other values are skipped. Errors: not a
// dictionary of tensors; a tensor that is not contiguous; an unknown number type.
Result<std::vector<StoredTensor>> tensors_of_state_dict(const Pickle& pickle);

}  // namespace trainyard
