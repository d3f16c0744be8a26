// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/export/replaced_file.h"

#include <cerrno>

#include "engine/contract/files/durable_file.h"

namespace trainyard {

Result<void> ReplacedFile::open() {
  errno = 0;
  return m_file.open(QIODevice::WriteOnly) ? Result<void>() : failed();
}

Result<void> ReplacedFile::write(QByteArrayView bytes) {
  m_size += bytes.size();
  errno = 0;
  return m_file.write(bytes.data(), bytes.size()) == bytes.size() ? Result<void>() : failed();
}

Result<void> ReplacedFile::finish() {
  errno = 0;
  return m_file.commit() ? Result<void>() : failed();
}

Error ReplacedFile::failed() const {
  return file_error(m_file.fileName().toStdString(), errno, FileStep::write);
}

}  // namespace trainyard
