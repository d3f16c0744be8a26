// SPDX-License-Identifier: GPL-3.0-or-later
// What lies on a target, for a person who types a path of it: the names of a folder that begin so,
// and how much there is under a path. Each is one command of a few seconds at most, whatever lies
// there.
#pragma once

#include <stop_token>

#include <QCoroTask>
#include <QList>
#include <QString>
#include <QStringList>

#include "engine/contract/describe/field.h"
#include "engine/contract/result.h"
#include "remote/host/host.h"

namespace trainyard {

// Links are what they lead to; `other`: a device, a socket, a link to nothing.
enum class PathKind { missing, file, folder, other, closed };

template <>
struct Names<PathKind> {
  static constexpr std::pair<PathKind, std::string_view> all[] = {{PathKind::missing, "missing"},
                                                                  {PathKind::file, "file"},
                                                                  {PathKind::folder, "folder"},
                                                                  {PathKind::other, "other"},
                                                                  {PathKind::closed, "closed"}};
};

struct NamedPath {
  QString name;  // foreign text, of one line or not
  PathKind kind = PathKind::other;
  qint64 bytes = 0;
};

struct PathNames {
  PathKind folder = PathKind::missing;  // what was asked for; names are of a `folder` only
  QList<NamedPath> names;               // by name
  bool hasMore = false;                 // there are more than are named here
  qint64 unwritable = 0;  // names that are no UTF-8 and left out: no document can hold them
};

struct PathCount {
  PathKind kind = PathKind::missing;
  qint64 files = 0, bytes = 0;
  bool isMore = false;  // there is more: time or patience ended, or something could not be entered
};

void describe(Section<NamedPath>& section);
void describe(Section<PathNames>& section);
void describe(Section<PathCount>& section);

constexpr qsizetype namesLimit = 200, countedPathsLimit = 64;

// An absolute path, or one from ~ on, that a command may be given.
bool isPlaceOnTarget(const QString& path);

// `folder` as isPlaceOnTarget takes it. Names that begin with a dot come when `prefix` does.
// Errors: "path.refused", those of the host.
QCoro::Task<Result<PathNames>> namesIn(Host& host, QString folder, QString prefix,
                                       std::stop_token stop);

// At most `countedPathsLimit` paths, an answer for each. Files below folders, through links;
// 100,000 of a folder and eight seconds together at most. Errors: as above,
// "target.too_many_paths", "target.no_counts".
QCoro::Task<Result<QList<PathCount>>> countPaths(Host& host, QStringList paths,
                                                 std::stop_token stop);

}  // namespace trainyard
