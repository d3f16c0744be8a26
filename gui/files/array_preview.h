// SPDX-License-Identifier: GPL-3.0-or-later
// A NumPy array (https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html): shape,
// type, first values and how the values that were read are distributed.
#pragma once

#include <QCoreApplication>

#include "gui/files/file_preview.h"

namespace trainyard {

class ArrayPreview {
  Q_DECLARE_TR_FUNCTIONS(ArrayPreview)
 public:
  // `piece`: from the file's beginning.
  static FilePreview of(const FilePiece& piece);

 private:
  static QString distribution(const QList<double>& values, qint64 all);
};

}  // namespace trainyard
