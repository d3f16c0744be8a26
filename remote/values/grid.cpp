// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/values/grid.h"

#include <QHash>
#include <QSet>

#include "engine/contract/messages.h"

namespace trainyard {
namespace {

constexpr qsizetype gridLimit = 1000;

QStringList valuesIn(const QString& text) {
  QStringList values{QString()};
  QChar quote;
  int depth = 0;
  for (const QChar c : text) {
    if (!quote.isNull()) {
      if (c == quote) quote = QChar();
    } else if (c == QLatin1Char('"') || c == QLatin1Char('\'')) {
      quote = c;
    } else if (c == QLatin1Char('[') || c == QLatin1Char('{')) {
      ++depth;
    } else if (c == QLatin1Char(']') || c == QLatin1Char('}')) {
      --depth;
    } else if (c == QLatin1Char(',') && depth == 0) {
      values << QString();
      continue;
    }
    values.last() += c;
  }
  for (QString& value : values) value = value.trimmed();
  return values;
}

// Fields of which no step of a training depends: what is around it, and its random numbers.
bool isSeenBySteps(const QString& value) {
  static const QStringList unseen{
      QStringLiteral("name"),      QStringLiteral("tags"),       QStringLiteral("seed"),
      QStringLiteral("resources"), QStringLiteral("restart"),    QStringLiteral("logging"),
      QStringLiteral("search"),    QStringLiteral("checkpoint"), QStringLiteral("environment")};
  return !unseen.contains(
      value.left(value.indexOf(QLatin1Char('='))).section(QLatin1Char('.'), 0, 0));
}

Error gridError(const char* code, const QString& found) {
  return make_error(code, {{"found", found.toStdString()}});
}

}  // namespace

Result<QList<QStringList>> combinationsOf(const QStringList& grid) {
  QList<QStringList> combinations{QStringList()};
  QStringList paths;
  for (const QString& one : grid) {
    const qsizetype equals = one.indexOf(QLatin1Char('='));
    const QString path = one.left(equals);
    if (equals <= 0) return gridError("grid.form", one);
    if (paths.contains(path)) return gridError("grid.twice", path);
    paths << path;
    QStringList values = valuesIn(one.mid(equals + 1));
    if (values.contains(QString())) return gridError("grid.form", one);
    if (values.removeDuplicates() > 0) return gridError("grid.twice", one);
    if (combinations.size() * values.size() > gridLimit)
      return make_error("grid.too_many", {{"limit", static_cast<std::int64_t>(gridLimit)}});
    QList<QStringList> more;
    for (const QStringList& before : combinations)
      for (const QString& value : values)
        more << (before + QStringList{path + QLatin1Char('=') + value});
    combinations = std::move(more);
  }
  return combinations;
}

QList<RehearsedCombination> rehearsalsOf(const QList<QStringList>& combinations, int limit) {
  QSet<QString> known;
  QHash<QStringList, qsizetype> trained;
  QList<RehearsedCombination> all;
  for (const QStringList& values : combinations) {
    QStringList seen = values;
    seen.removeIf([](const QString& value) { return !isSeenBySteps(value); });
    bool isNew = all.isEmpty();
    for (const QString& value : std::as_const(seen)) isNew = isNew || !known.contains(value);
    const bool takesSteps = isNew && limit > 0;
    if (trained.contains(seen)) {
      all << RehearsedCombination{RehearsedBy::no, trained[seen]};
      continue;
    }
    trained[seen] = all.size();
    all << RehearsedCombination{takesSteps ? RehearsedBy::steps : RehearsedBy::plan, all.size()};
    if (!takesSteps) continue;
    --limit;
    for (const QString& value : std::as_const(seen)) known.insert(value);
  }
  return all;
}

}  // namespace trainyard
