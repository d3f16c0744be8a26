// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/field_explanation.h"

#include <QLocale>

#include "gui/forms/field_editor.h"
#include "gui/forms/field_text.h"
#include "gui/forms/form_model.h"

using namespace Qt::StringLiterals;

namespace trainyard {

QString rangeWords(const FieldInfo& info) {
  if (!info.minimum && !info.maximum) return {};
  const auto bound = [](double value) {
    return QLocale::c().toString(value, 'g', QLocale::FloatingPointShortest);
  };
  if (!info.maximum)
    return info.exclusive_minimum ? FieldEditor::tr("above %1").arg(bound(*info.minimum))
                                  : FieldEditor::tr("at least %1").arg(bound(*info.minimum));
  if (!info.minimum)
    return info.exclusive_maximum ? FieldEditor::tr("below %1").arg(bound(*info.maximum))
                                  : FieldEditor::tr("at most %1").arg(bound(*info.maximum));
  return FieldEditor::tr("%1 to %2").arg(bound(*info.minimum), bound(*info.maximum));
}

QString affectsWords(Affects what) {
  switch (what) {
    case Affects::numerics:
      return FieldEditor::tr("Changes the results.");
    case Affects::speed:
      return FieldEditor::tr("Changes the speed, not the results.");
    case Affects::bookkeeping:
      return FieldEditor::tr("Changes neither results nor speed.");
  }
  return {};
}

QString explanation(const FieldInfo& info, const QString& help) {
  QString text = u"<p style='white-space:pre-wrap'>"_s + help.toHtmlEscaped() + u"</p><p><code>"_s +
                 QString::fromStdString(info.path) + u"</code>"_s;
  const QString standard = FieldText::show(info, info.default_value);
  text += u"<br>"_s +
          FieldEditor::tr("Default: %1")
              .arg(standard.isEmpty() ? FieldEditor::tr("not set") : standard.toHtmlEscaped());
  if (const QString bounds = rangeWords(info); !bounds.isEmpty()) text += u" · "_s + bounds;
  text += u"<br>"_s + affectsWords(info.affects);
  if (FormModel::takesSeveral(info))
    text += u"<br>"_s + FieldEditor::tr("Ctrl+T tries several values in a study.");
  return text + u"</p>"_s;
}

}  // namespace trainyard
