// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of a document that were given several values, to be tried one by one in a study. The
// document has the first of each.
#pragma once

#include <QMap>

#include "engine/contract/experiment/experiment.h"
#include "gui/forms/form_model.h"

namespace trainyard {

class Sweep {
 public:
  bool isEmpty() const { return m_fields.isEmpty(); }
  const QMap<QString, SeveralValues>& fields() const { return m_fields; }  // by path
  void set(const QString& path, const SeveralValues& values) { m_fields[path] = values; }
  // Whether it had several.
  bool remove(const QString& path) { return m_fields.remove(path) > 0; }
  void clear() { m_fields.clear(); }
  // Drops those whose first value is no longer the document's: it was changed or undone.
  void dropStale(const Experiment& experiment);

  QStringList grid() const;  // as of combinationsOf()
  Result<QList<QStringList>> combinations() const;

 private:
  QMap<QString, SeveralValues> m_fields;
};

}  // namespace trainyard
