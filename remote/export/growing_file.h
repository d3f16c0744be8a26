// SPDX-License-Identifier: GPL-3.0-or-later
// A file that is written again and again with more behind it: what is there already is compared,
// not written, so that a program that reads along finds new bytes at its end.
#pragma once

#include <string>

#include <QFile>
#include <QString>

#include "engine/contract/result.h"

namespace trainyard {

class GrowingFile {
 public:
  explicit GrowingFile(const QString& path) : m_file(path) {}

  // Makes the file where there is none. Errors: as file_error().
  Result<void> open();

  // The next bytes of the whole file. False: the file has others at this place, and nothing was
  // changed. Errors: as file_error().
  Result<bool> put(const std::string& bytes);

  // Writes out what is kept back. False: the file goes on where nothing more was put.
  Result<bool> finish();

 private:
  Error failed() const;

  QFile m_file;
  bool m_isAtEnd = false;  // of what was there
};

}  // namespace trainyard
