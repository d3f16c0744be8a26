// SPDX-License-Identifier: GPL-3.0-or-later
// What a document has changed of the preset that it began as, setting by setting.
#pragma once

#include <QCoreApplication>
#include <QList>
#include <QMap>
#include <QString>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/result.h"
#include "gui/forms/form_model.h"

namespace trainyard {

struct SettingChange {
  QString path, label;
  QString before, after;  // as the form shows them, in one line; "not set" if there is nothing

  bool operator==(const SettingChange&) const = default;
};

class PresetChanges {
  Q_DECLARE_TR_FUNCTIONS(PresetChanges)
 public:
  // `began`: the preset that the document began as. If it is empty or not known, the document is
  // compared with the preset that has its name, else with the defaults. Several values of a field
  // are one change. Settings that do not apply to the document are left out.
  void compare(const QString& began, const Experiment& experiment,
               const QMap<QString, SeveralValues>& several);

  // What it is compared with; empty: the defaults.
  const QString& preset() const { return m_preset; }
  // In document order.
  const QList<SettingChange>& changes() const { return m_changes; }
  // "9 changes to the preset", "12 settings differ from the defaults".
  QString words() const;
  // `text` with one setting as it was before, and everything else as it stands.
  Result<QString> textWithout(const QString& text, const QString& path) const;

 private:
  void choose(const QString& began, const QString& name);

  QString m_preset, m_presetText;
  Experiment m_before;
  QList<SettingChange> m_changes;
};

}  // namespace trainyard
