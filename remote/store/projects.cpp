// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/store/projects.h"

#include <algorithm>

#include <QStringList>

#include "engine/contract/messages.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

// As the experiment's field `project` has them.
constexpr qsizetype deepestProject = 8, longestName = 64;

}  // namespace

Result<QString> projectPath(const QString& text) {
  QStringList names;
  const auto problem = [&text](const char* what) {
    return make_error("project.invalid",
                      {{"project", text.left(80).toStdString()}, {"problem", what}});
  };
  for (const QString& part : text.split(u'/')) {
    const QString name = part.trimmed();
    if (name.isEmpty()) continue;
    if (name.size() > longestName) return problem("a name has more than 64 characters");
    if (std::ranges::any_of(name, [](QChar c) { return c.category() == QChar::Other_Control; }))
      return problem("a name has a character that cannot be shown");
    names << name;
  }
  if (names.size() > deepestProject) return problem("more than 8 names are nested");
  return names.join(u'/');
}

bool isInProject(const QString& project, const QString& folder) {
  return folder.isEmpty() || project == folder || project.startsWith(folder + u'/');
}

QString movedProject(const QString& project, const QString& from, const QString& to) {
  const QString rest = project.mid(from.size() + (from.isEmpty() ? 0 : 1));
  return to.isEmpty() ? rest : rest.isEmpty() ? to : to + u'/' + rest;
}

ColumnSql projectCondition(const QString& folder) {
  if (folder.isEmpty()) return {u"COALESCE(r.project, '') = ''"_s, {}};
  const QString below = folder + u'/';
  return {u"r.project = ? OR substr(r.project, 1, ?) = ?"_s, {folder, below.size(), below}};
}

}  // namespace trainyard
