// SPDX-License-Identifier: GPL-3.0-or-later
// A copy of a database that another program may be writing: reading the original would lock it, and
// SQLite would put files of its own beside it.
#pragma once

#include <filesystem>
#include <memory>
#include <stop_token>

#include <QString>
#include <QTemporaryDir>

#include "engine/contract/result.h"

namespace trainyard {

class DatabaseCopy {
 public:
  static constexpr std::int64_t maxBytes = std::int64_t{16} << 30;

  // With what its log of changes (WAL) has. Errors: "history.too_large", "history.busy" (it changed
  // each time that it was copied), "cancelled", those of reading and writing files.
  static Result<std::shared_ptr<const DatabaseCopy>> make(const std::filesystem::path& database,
                                                          const std::stop_token& stop);

  // Removed with this object.
  QString path() const { return m_folder.filePath(QStringLiteral("copy")); }

 private:
  explicit DatabaseCopy(const QString& place) : m_folder(place) {}

  QTemporaryDir m_folder;  // for this user alone
};

}  // namespace trainyard
