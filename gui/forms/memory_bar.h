// SPDX-License-Identifier: GPL-3.0-or-later
// What a process's memory is needed for, as parts of one bar with their names below; of what there
// is, where that is known.
#pragma once

#include <QList>
#include <QString>
#include <QWidget>

namespace trainyard {

struct MemoryPart {
  QString name;
  double bytes = 0;
};

class MemoryBar : public QWidget {
  Q_OBJECT
 public:
  MemoryBar();

  // `most`: the memory that there is, in bytes; 0: unknown, and the parts fill the bar.
  void show(const QList<MemoryPart>& parts, double most = 0);
  QSize sizeHint() const override;
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  // Where the names lie, line by line.
  QList<QPointF> placesOfNames(double width) const;
  double nameWidth(const MemoryPart& part) const;

  QList<MemoryPart> m_parts;
  double m_most = 0;
};

}  // namespace trainyard
