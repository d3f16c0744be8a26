// SPDX-License-Identifier: GPL-3.0-or-later
// Converts between Qt's paths and those of the standard library: the same bytes.
#pragma once

#include <filesystem>

#include <QFile>
#include <QString>

namespace trainyard {

inline std::filesystem::path nativePath(const QString& path) {
  return std::filesystem::path(QFile::encodeName(path).toStdString());
}

inline QString shownPath(const std::filesystem::path& path) {
  return QFile::decodeName(QByteArray::fromStdString(path.native()));
}

}  // namespace trainyard
