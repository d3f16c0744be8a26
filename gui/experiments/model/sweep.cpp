// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/model/sweep.h"

#include <QRegularExpression>

#include "engine/contract/json.h"
#include "gui/forms/field_text.h"
#include "remote/values/grid.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

// As a word of the study's grid, in which commas stand between values and YAML gives texts that
// look like numbers another meaning.
QString gridWord(const FieldInfo& field, const QString& value) {
  if (field.kind != Kind::text) return value;
  static const QRegularExpression plain(u"\\A[A-Za-z_/~][A-Za-z0-9_./~-]*\\z"_s);
  static const QStringList reserved{u"true"_s, u"false"_s, u"null"_s, u"~"_s, u"yes"_s, u"no"_s};
  if (plain.match(value).hasMatch() && !reserved.contains(value.toLower())) return value;
  return QString::fromStdString(to_json(Value(value.toStdString())));
}

}  // namespace

void Sweep::dropStale(const Experiment& experiment) {
  m_fields.removeIf([&](const auto& entry) {
    const FieldInfo* field = find_field(entry.key().toStdString());
    return !field || !FieldText::isSame(*field, FieldText::show(*field, field->get(experiment)),
                                        entry.value().values.front());
  });
}

QStringList Sweep::grid() const {
  QStringList grid;
  for (auto at = m_fields.begin(); at != m_fields.end(); ++at) {
    QStringList words;
    for (const QString& value : at->values)
      words << gridWord(*find_field(at.key().toStdString()), value);
    grid << at.key() + u'=' + words.join(u',');
  }
  return grid;
}

Result<QList<QStringList>> Sweep::combinations() const { return combinationsOf(grid()); }

}  // namespace trainyard
