// SPDX-License-Identifier: GPL-3.0-or-later
// The schema of a Parquet file, from its footer
// (https://parquet.apache.org/docs/file-format/metadata/), which is Thrift's compact protocol.
#pragma once

#include <QCoreApplication>

#include "gui/files/file_preview.h"

namespace trainyard {

class ParquetPreview {
  Q_DECLARE_TR_FUNCTIONS(ParquetPreview)
 public:
  static constexpr qint64 tailBytes = 1 << 20;
  // `piece`: the file's end.
  static FilePreview of(const FilePiece& piece);
};

}  // namespace trainyard
