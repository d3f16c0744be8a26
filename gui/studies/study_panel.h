// SPDX-License-Identifier: GPL-3.0-or-later
// A part of a study's page: a box whose head has a title, a detail beside it and a note at its end.
#pragma once

#include <QWidget>

class QVBoxLayout;

namespace trainyard {

class StudyPanel : public QWidget {
  Q_OBJECT
 public:
  StudyPanel();

  void setTitle(const QString& title);
  void setDetail(const QString& detail);
  QString detail() const { return m_detail; }
  // Where the detail ends, in the head of this height.
  int detailEnd() const;
  static int headHeight();
  void setNote(const QString& note);
  // The colours of values between these texts, at the end of the head.
  void setRamp(const QString& best, const QString& worst);
  // Below the head.
  QVBoxLayout* column() const { return m_column; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  double paintRamp(QPainter& painter, const QRectF& head) const;

  QString m_title, m_detail, m_note, m_best, m_worst;
  QVBoxLayout* m_column;
};

}  // namespace trainyard
