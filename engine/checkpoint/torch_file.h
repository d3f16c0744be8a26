// SPDX-License-Identifier: GPL-3.0-or-later
// Files that torch.save wrote (pytorch_model.bin), as the folders of older models have them.
#pragma once

#include <filesystem>

#include "engine/checkpoint/safetensors.h"
#include "engine/contract/result.h"

namespace trainyard {

// Where the tensors of a state dict lie in the file, as read_tensor_bytes() reads them; nothing in
// the file is ever run. Errors (exit code 7): a file of torch before 1.6, a damaged one, one that
// is no state dict, a tensor outside of its storage.
Result<SafetensorsHeader> read_torch_header(const std::filesystem::path& path);

}  // namespace trainyard
