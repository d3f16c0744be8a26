// SPDX-License-Identifier: GPL-3.0-or-later
// A file that is rewritten repeatedly with more at its end: existing content is compared, not
// written, so that a program that reads along finds new bytes at its end.
#pragma once

#include <string>

#include <QFile>
#include <QString>

#include "engine/contract/result.h"

namespace trainyard {

class GrowingFile {
 public:
  explicit GrowingFile(const QString& path) : m_file(path) {}

  // Creates the file if there is none. Errors: as for file_error().
  Result<void> open();

  // Adds the next bytes of the complete content. False: the file differs at this position, and
  // nothing was changed. Errors: as for file_error().
  Result<bool> put(const std::string& bytes);

  // Writes what is buffered. False: the file is longer than what was added.
  Result<bool> finish();

 private:
  Error failed() const;

  QFile m_file;
  bool m_isAtEnd = false;  // of the existing content
};

}  // namespace trainyard
