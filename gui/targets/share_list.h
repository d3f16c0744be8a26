// SPDX-License-Identifier: GPL-3.0-or-later
// How much of several things is used: a line and a bar each.
#pragma once

#include <QList>
#include <QWidget>

#include "gui/targets/share_row.h"

namespace trainyard {

class ShareList : public QWidget {
  Q_OBJECT
 public:
  enum class Bars { thin, thick };
  explicit ShareList(Bars bars = Bars::thin);

  void show(const QList<ShareRow>& rows);
  const QList<ShareRow>& rows() const { return m_rows; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  double rowHeight() const;

  Bars m_bars;
  QList<ShareRow> m_rows;
};

}  // namespace trainyard
