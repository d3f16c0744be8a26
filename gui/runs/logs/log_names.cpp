// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/logs/log_names.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

bool hasOutput(const QList<LogFile>& files, const QString& name) {
  return std::any_of(files.begin(), files.end(),
                     [&](const LogFile& file) { return file.name == name && file.bytes > 0; });
}

}  // namespace

LogPlace LogNames::place(const QString& file) {
  LogPlace place;
  QString rest = file;
  if (file.startsWith(u"tasks/"_s)) {
    place.task = file.section(u'/', 1, 1);
    rest = file.section(u'/', 2);
  }
  if (rest.startsWith(u"nodes/"_s)) {
    place.node = rest.section(u'/', 1, 1);
    bool isNumber = false;
    const int rank = rest.section(u'/', -1).section(u'-', 1).section(u'.', 0, 0).toInt(&isNumber);
    if (isNumber) place.rank = rank;
  }
  place.isError = rest == u"stderr.log"_s || (!place.node.isEmpty() && rest.endsWith(u".err"_s));
  return place;
}

QString LogNames::title(const QString& file) {
  const LogPlace at = place(file);
  if (!at.task.isEmpty()) return tr("Task %1: %2").arg(at.task, title(file.section(u'/', 2)));
  if (at.rank)
    return at.isError ? tr("Rank %1 on %2, standard error").arg(*at.rank).arg(at.node)
                      : tr("Rank %1 on %2").arg(*at.rank).arg(at.node);
  if (file == u"merged.log"_s) return tr("Both, by time");
  if (file == u"stdout.log"_s) return tr("Standard output");
  return file == u"stderr.log"_s ? tr("Standard error") : file;
}

QString LogNames::preferred(const QList<LogFile>& files, const RunRecord& run) {
  if (run.state == RunState::failed && hasOutput(files, u"stderr.log"_s)) return u"stderr.log"_s;
  for (const LogFile& file : files)
    if (file.bytes > 0) return file.name;
  return files.isEmpty() ? QString() : files.front().name;
}

QString LogNames::withCause(const QList<LogFile>& files, const RunRecord& run) {
  if (run.rank)
    for (const bool isError : {true, false})
      for (const LogFile& file : files) {
        const LogPlace at = place(file.name);
        if (at.rank == run.rank && at.isError == isError && file.bytes > 0 &&
            (run.node.isEmpty() || at.node == run.node))
          return file.name;
      }
  return hasOutput(files, u"stderr.log"_s) ? u"stderr.log"_s : preferred(files, run);
}

}  // namespace trainyard
