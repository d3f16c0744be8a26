// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/results/result_text.h"

#include "gui/charts/axis_ticks.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

QString textCell(const QString& text) {
  return u"<td style='padding-right:14px'>"_s + text.toHtmlEscaped() + u"</td>"_s;
}

QString numberCell(const QString& text) {
  return u"<td align=right style='padding-right:14px'>"_s + text.toHtmlEscaped() + u"</td>"_s;
}

QString headCell(const QString& text) {
  return u"<td style='padding-right:14px'><b>"_s + text.toHtmlEscaped() + u"</b></td>"_s;
}

}  // namespace

QString ResultText::metric(const QString& name) {
  if (name == "loss"_L1) return tr("Loss");
  if (name == "accuracy"_L1) return tr("Accuracy");
  if (name == "precision"_L1) return tr("Precision");
  if (name == "recall"_L1) return tr("Recall");
  if (name == "f1"_L1) return tr("F1");
  if (name == "roc_auc"_L1) return tr("ROC-AUC");
  if (name == "roc_auc_ovo"_L1) return tr("ROC-AUC of pairs of labels");
  return name;
}

QString ResultText::metrics(const ResultCurves& results) {
  QString out = u"<table cellspacing=4><tr>"_s + headCell(tr("Metric")) + headCell({}) + u"</tr>"_s;
  for (const auto& [name, value] : results.metrics)
    out += u"<tr>"_s + textCell(metric(name)) + numberCell(readOut(value)) + u"</tr>"_s;
  return out + u"</table>"_s;
}

QString ResultText::classes(const ResultCurves& results) {
  if (results.classes.isEmpty()) return {};
  QString out = u"<table cellspacing=4><tr>"_s + headCell(tr("Label")) + headCell(tr("Precision")) +
                headCell(tr("Recall")) + headCell(tr("F1")) + headCell(tr("Count")) + u"</tr>"_s;
  for (const ClassScores& each : results.classes)
    out += u"<tr>"_s + textCell(each.label) + numberCell(readOut(each.precision)) +
           numberCell(readOut(each.recall)) + numberCell(readOut(each.f1)) +
           numberCell(readOut(static_cast<double>(each.support))) + u"</tr>"_s;
  return out + u"</table>"_s;
}

}  // namespace trainyard
