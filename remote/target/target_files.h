// SPDX-License-Identifier: GPL-3.0-or-later
// What is at a path on a target: a file, or the content of a folder.
#pragma once

#include <stop_token>

#include <QCoroTask>
#include <QList>
#include <QString>

#include "engine/contract/describe/field.h"
#include "engine/contract/result.h"
#include "remote/host/host.h"

namespace trainyard {

enum class FileKind { file, folder, link, other };

template <>
struct Names<FileKind> {
  static constexpr std::pair<FileKind, std::string_view> all[] = {{FileKind::file, "file"},
                                                                  {FileKind::folder, "folder"},
                                                                  {FileKind::link, "link"},
                                                                  {FileKind::other, "other"}};
};

struct TargetFile {
  QString name;  // untrusted text
  FileKind kind = FileKind::other;
  qint64 bytes = 0;
  double modified = 0;  // Unix seconds
};

struct TargetListing {
  QString path;             // absolute; of a file, with links resolved
  bool isFolder = false;    // `files` is its content; else the file itself
  QList<TargetFile> files;  // by name, hidden ones too
  bool isMore = false;      // there are more files than these
};

void describe(Section<TargetFile>& section);
void describe(Section<TargetListing>& section);

// A path that is not absolute is one below the account's home folder, with or without ~/. Links are
// followed only in the path itself. Errors: "files.missing" with the nearest folder that exists,
// "files.closed".
QCoro::Task<Result<TargetListing>> listFiles(Host& host, QString path, std::stop_token stop);

}  // namespace trainyard
