// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/table/run_views.h"

#include <QJsonDocument>
#include <QSettings>

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

void writeQuery(QSettings& settings, const RunTableQuery& query) {
  settings.setValue(u"filter"_s, query.filter);
  settings.setValue(u"sort"_s, query.sort);
  settings.setValue(u"descending"_s, query.descending);
  settings.setValue(u"group"_s, query.group);
  settings.setValue(u"archived"_s, query.archived);
  settings.setValue(u"columns"_s, query.columns);
  if (query.project)
    settings.setValue(u"project"_s, *query.project);
  else
    settings.remove(u"project"_s);
}

RunTableQuery readQuery(QSettings& settings) {
  RunTableQuery query;
  query.filter = settings.value(u"filter"_s).toString();
  query.sort = settings.value(u"sort"_s, query.sort).toString();
  query.descending = settings.value(u"descending"_s, query.descending).toBool();
  query.group = settings.value(u"group"_s, u"study"_s).toString();
  query.archived = settings.value(u"archived"_s, false).toBool();
  query.columns = settings.value(u"columns"_s).toStringList();
  if (settings.contains(u"project"_s)) query.project = settings.value(u"project"_s).toString();
  return query;
}

void writeViews(const QList<NamedRunQuery>& views) {
  QSettings settings;
  settings.remove(u"runs/views"_s);
  settings.beginWriteArray(u"runs/views"_s, static_cast<int>(views.size()));
  for (int i = 0; i < views.size(); ++i) {
    settings.setArrayIndex(i);
    settings.setValue(u"name"_s, views[i].name);
    writeQuery(settings, views[i].query);
    settings.setValue(u"curves"_s, QJsonDocument(views[i].curves).toJson(QJsonDocument::Compact));
    settings.setValue(u"shown"_s, views[i].shown);
  }
  settings.endArray();
  settings.sync();  // a window that is killed loses none
}

}  // namespace

QList<NamedRunQuery> RunViews::included() {
  const auto of = [](const QString& filter, bool archived = false) {
    RunTableQuery query;
    query.filter = filter;
    query.group = u"study"_s;
    query.archived = archived;
    return query;
  };
  return {{tr("All runs"), of({})},
          {tr("Running and waiting"), of(u"is:open"_s)},
          {tr("Failed this week"), of(u"state:failed since:7d"_s)},
          {tr("Pinned"), of(u"is:pinned"_s)},
          {tr("Archived"), of(u"is:archived"_s, true)}};
}

QList<NamedRunQuery> RunViews::saved() {
  QSettings settings;
  QList<NamedRunQuery> views;
  const int size = settings.beginReadArray(u"runs/views"_s);
  for (int i = 0; i < size; ++i) {
    settings.setArrayIndex(i);
    const QByteArray curves = settings.value(u"curves"_s).toByteArray();
    views << NamedRunQuery{settings.value(u"name"_s).toString(), readQuery(settings),
                           QJsonDocument::fromJson(curves).object(),
                           settings.value(u"shown"_s).toStringList()};
  }
  settings.endArray();
  return views;
}

void RunViews::save(const NamedRunQuery& view) {
  QList<NamedRunQuery> views = saved();
  views.removeIf([&](const NamedRunQuery& other) { return other.name == view.name; });
  views << view;
  writeViews(views);
}

void RunViews::remove(const QString& name) {
  QList<NamedRunQuery> views = saved();
  views.removeIf([&](const NamedRunQuery& other) { return other.name == name; });
  writeViews(views);
}

RunTableQuery RunViews::last() {
  QSettings settings;
  settings.beginGroup(u"runs/last"_s);
  RunTableQuery query = readQuery(settings);
  // Runs that are missing at the next start would be missed.
  query.filter.clear();
  query.project.reset();
  return query;
}

void RunViews::setLast(const RunTableQuery& query) {
  QSettings settings;
  settings.beginGroup(u"runs/last"_s);
  writeQuery(settings, query);
}

}  // namespace trainyard
