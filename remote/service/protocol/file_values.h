// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces of files of a target, and what a search in them finds, as exchanged between the service
// and its clients.
#pragma once

#include <QList>
#include <QString>

#include "remote/values/records.h"

namespace trainyard {

struct FilesArguments {
  QString target = QStringLiteral("here"), path;
};

struct FetchFilesArguments {
  QString target = QStringLiteral("here"), path;
  QString destination;  // absolute
};

struct ReadFileArguments {
  QString target = QStringLiteral("here"), path;
  qint64 offset = 0;  // negative: from the end of the file
};

struct FilePiece {
  Bytes data;
  qint64 offset = 0;  // where it begins
  qint64 bytes = 0;   // of the whole file
};

struct SearchLogArguments {
  QString run;
  int attempt = 0;  // 0: the newest
  QString file;
  QString words;
  bool isRegular = false;  // a regular expression as `grep -E` takes them
  bool isCaseSensitive = false;
};

struct LogHit {
  qint64 line = 0;    // the first is 1
  qint64 offset = 0;  // in bytes, of the line's beginning
  QString text;       // untrusted; at most 500 characters of the line
};

struct LogHits {
  QList<LogHit> hits;   // in the order of the file
  bool isMore = false;  // there are more than these
};

void describe(Section<FilesArguments>& section);
void describe(Section<FetchFilesArguments>& section);
void describe(Section<ReadFileArguments>& section);
void describe(Section<FilePiece>& section);
void describe(Section<SearchLogArguments>& section);
void describe(Section<LogHit>& section);
void describe(Section<LogHits>& section);

}  // namespace trainyard
