// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/samples/sample_names_model.h"

#include <QLocale>
#include <algorithm>

#include "gui/forms/plain_tip.h"
#include "gui/look/icon.h"
#include "gui/runs/samples/shown_sample.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

QString iconOf(const QString& kind) {
  if (kind == u"table"_s) return u"table"_s;
  if (kind == u"image"_s) return u"photo"_s;
  return kind == u"histogram"_s ? u"chart-histogram"_s : u"file-text"_s;
}

}  // namespace

QString SampleNamesModel::kindName(const QString& kind) {
  if (kind == u"table"_s) return tr("table");
  if (kind == u"image"_s) return tr("image");
  return kind == u"histogram"_s ? tr("histogram") : tr("text");
}

void SampleNamesModel::setSeries(const QList<SampleSeries>& series) {
  const bool isSame =
      std::equal(series.begin(), series.end(), m_series.begin(), m_series.end(),
                 [](const SampleSeries& a, const SampleSeries& b) { return a.isOf(b); });
  if (!isSame) beginResetModel();
  m_series = series;
  if (!isSame)
    endResetModel();
  else if (!series.isEmpty())
    emit dataChanged(index(0), index(rowCount() - 1));
}

int SampleNamesModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_series.size());
}

QVariant SampleNamesModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const SampleSeries& series = m_series[index.row()];
  const QString name = oneLineOf(series.name);
  const auto about = [&] {
    return tr("%1 (%2), samples: %3")
        .arg(name, kindName(series.kind), QLocale().toString(series.samples.size()));
  };
  switch (role) {
    case Qt::DisplayRole:
      return name;
    case Qt::DecorationRole:
      return look::icon(iconOf(series.kind));
    case Qt::ToolTipRole:
      return plainTip(about());
    case Qt::AccessibleTextRole:
      return about();
    default:
      return {};
  }
}

}  // namespace trainyard
