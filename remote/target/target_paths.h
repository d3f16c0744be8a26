// SPDX-License-Identifier: GPL-3.0-or-later
// Paths on a target, for completion while the user types: names in a folder with a prefix, and how
// much is below a path. Each is one command of a few seconds at most, whatever the size.
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

// Links are followed; `other`: a device, a socket, a broken link.
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
  QString name;  // untrusted text, may have line breaks
  PathKind kind = PathKind::other;
  qint64 bytes = 0;
};

struct PathNames {
  PathKind folder = PathKind::missing;  // the requested path; names are only listed for a `folder`
  QList<NamedPath> names;               // by name
  bool hasMore = false;                 // there are more than are listed here
  qint64 unwritable = 0;  // omitted names that are not UTF-8: no document can contain them
};

struct PathCount {
  PathKind kind = PathKind::missing;
  qint64 files = 0, bytes = 0;
  bool isMore = false;  // there is more: a limit was reached, or something could not be accessed
};

void describe(Section<NamedPath>& section);
void describe(Section<PathNames>& section);
void describe(Section<PathCount>& section);

constexpr qsizetype namesLimit = 200, countedPathsLimit = 64;

// Whether it is an absolute path, or one starting with ~, that may be passed to a command.
bool isPlaceOnTarget(const QString& path);

// `folder` must satisfy isPlaceOnTarget. Names that start with a dot are included if `prefix` does.
// Errors: "path.refused", those of the host.
QCoro::Task<Result<PathNames>> namesIn(Host& host, QString folder, QString prefix,
                                       std::stop_token stop);

// Accepts at most `countedPathsLimit` paths and returns an answer for each. Counts files below
// folders, following links; at most 100,000 per folder and eight seconds in total. Errors: as
// above, "target.too_many_paths", "target.no_counts".
QCoro::Task<Result<QList<PathCount>>> countPaths(Host& host, QStringList paths,
                                                 std::stop_token stop);

}  // namespace trainyard
