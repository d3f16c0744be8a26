// SPDX-License-Identifier: GPL-3.0-or-later
// Plots as files: pictures, drawings, tables of their points. Asks where they are to be.
#pragma once

#include <QImage>
#include <functional>

#include "gui/charts/plot_panel.h"

namespace trainyard {

// For a file: with more pixels than the window has.
QImage blankPicture(QSize size, const QColor& ground);

class PlotFiles : public QObject {
  Q_OBJECT
 public:
  // Dialogs belong to the window of `parent`; both must outlive it.
  PlotFiles(CurveSet* set, QWidget* parent) : m_set(set), m_parent(parent) {}

  // What files are called, but for their endings.
  void setName(const QString& name) { m_name = name; }
  // Of all plots; made once it is known where it is written to.
  void writePicture(const std::function<QImage()>& picture);
  void writeTable(const QList<CurveKey>& keys);
  void writePanel(const PlotPanel* panel, PlotPanel::Export kind);

 signals:
  void failed(const QString& sentence);
  void done(const QString& sentence);

 private:
  CurveSet* m_set;
  QWidget* m_parent;
  QString m_name;
};

}  // namespace trainyard
