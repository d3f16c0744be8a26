// SPDX-License-Identifier: GPL-3.0-or-later
// A file that takes the place of another one only when all of it is written.
#pragma once

#include <QByteArrayView>
#include <QSaveFile>
#include <QString>

#include "engine/contract/result.h"

namespace trainyard {

class ReplacedFile {
 public:
  explicit ReplacedFile(const QString& path) : m_file(path) {}

  // Errors of all calls: those of writing files.
  Result<void> open();
  Result<void> write(QByteArrayView bytes);
  Result<void> finish();
  qint64 size() const { return m_size; }

 private:
  Error failed() const;

  QSaveFile m_file;
  qint64 m_size = 0;
};

}  // namespace trainyard
