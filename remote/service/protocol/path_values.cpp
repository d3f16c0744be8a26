// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/protocol/path_values.h"

#include <array>

#include <QJsonArray>

namespace trainyard {
namespace {

constexpr std::array<const char*, 5> pathKindNames{"missing", "file", "folder", "other", "closed"};

QJsonValue kindValue(PathKind kind) {
  return QLatin1String(pathKindNames[static_cast<std::size_t>(kind)]);
}

PathKind pathKindFrom(const QJsonValue& value) {
  for (std::size_t i = 0; i < pathKindNames.size(); ++i)
    if (value.toString() == QLatin1String(pathKindNames[i])) return static_cast<PathKind>(i);
  return PathKind::other;
}

}  // namespace

QJsonObject toJson(const PathNames& names) {
  QJsonArray list;
  for (const NamedPath& one : names.names)
    list.append(
        QJsonObject{{"name", one.name}, {"kind", kindValue(one.kind)}, {"bytes", one.bytes}});
  return {{"folder", kindValue(names.folder)},
          {"names", list},
          {"more", names.hasMore},
          {"unwritable", names.unwritable}};
}

PathNames pathNamesFrom(const QJsonObject& json) {
  PathNames names;
  names.folder = pathKindFrom(json["folder"]);
  for (const QJsonValue& one : json["names"].toArray())
    names.names.append(
        {one["name"].toString(), pathKindFrom(one["kind"]), one["bytes"].toInteger()});
  names.hasMore = json["more"].toBool();
  names.unwritable = json["unwritable"].toInteger();
  return names;
}

QJsonObject toJson(const QList<PathCount>& counts) {
  QJsonArray list;
  for (const PathCount& one : counts)
    list.append(QJsonObject{{"kind", kindValue(one.kind)},
                            {"files", one.files},
                            {"bytes", one.bytes},
                            {"more", one.isMore}});
  return {{"counts", list}};
}

QList<PathCount> pathCountsFrom(const QJsonObject& json) {
  QList<PathCount> counts;
  for (const QJsonValue& one : json["counts"].toArray())
    counts.append({pathKindFrom(one["kind"]), one["files"].toInteger(), one["bytes"].toInteger(),
                   one["more"].toBool()});
  return counts;
}

}  // namespace trainyard
