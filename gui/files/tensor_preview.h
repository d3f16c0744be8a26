// SPDX-License-Identifier: GPL-3.0-or-later
// The tensors of a safetensors file by its header (https://huggingface.co/docs/safetensors): name,
// type, shape and size of each.
#pragma once

#include <QCoreApplication>

#include "gui/files/file_preview.h"

namespace trainyard {

class TensorPreview {
  Q_DECLARE_TR_FUNCTIONS(TensorPreview)
 public:
  // `piece`: from the file's beginning.
  static FilePreview of(const FilePiece& piece);
};

}  // namespace trainyard
