// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/export/growing_file.h"

#include <cerrno>

#include "engine/contract/files/durable_file.h"

namespace trainyard {

Error GrowingFile::failed() const {
  return file_error(m_file.fileName().toStdString(), errno, FileStep::write);
}

Result<void> GrowingFile::open() {
  errno = 0;
  if (!m_file.open(QIODevice::ReadWrite)) return failed();
  return {};
}

Result<bool> GrowingFile::put(const std::string& bytes) {
  const auto size = static_cast<qint64>(bytes.size());
  if (!m_isAtEnd) {
    const QByteArray found = m_file.read(size);
    if (found.size() == size) return found == QByteArrayView(bytes);
    if (!found.isEmpty()) return false;  // truncated in the middle
    m_isAtEnd = true;
  }
  errno = 0;
  if (m_file.write(bytes.data(), size) != size) return failed();
  return true;
}

Result<bool> GrowingFile::finish() {
  if (!m_isAtEnd && !m_file.atEnd()) return false;
  errno = 0;
  if (!m_file.flush()) return failed();
  return true;
}

}  // namespace trainyard
