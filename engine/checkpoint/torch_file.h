// SPDX-License-Identifier: GPL-3.0-or-later
// Files written by torch.save (pytorch_model.bin), as found in folders of older models.
#pragma once

#include <filesystem>

#include "engine/checkpoint/safetensors.h"
#include "engine/contract/result.h"

namespace trainyard {

// Returns the locations of a state dict's tensors in the file, for read_tensor_bytes(); no code in
// the file is ever executed. Errors (exit code 7): a file from before torch 1.6, a damaged file,
// one that is not a state dict, a tensor outside its storage.
Result<SafetensorsHeader> read_torch_header(const std::filesystem::path& path);

}  // namespace trainyard
