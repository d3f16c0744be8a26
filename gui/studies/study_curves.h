// SPDX-License-Identifier: GPL-3.0-or-later
// The curves of a study's trials that are runs of their own: of the best of them, in the same
// panels as everywhere else.
#pragma once

#include <QTimer>
#include <QWidget>
#include <memory>

#include "gui/charts/curve_set.h"
#include "gui/runs/records/store_reader.h"
#include "gui/runs/records/table_reader.h"

class QVBoxLayout;

namespace trainyard {

class PlotGrid;
class StudyModel;

class StudyCurves : public QWidget {
  Q_OBJECT
 public:
  // `study` must outlive it.
  StudyCurves(StudyModel* study, QString storePath);
  ~StudyCurves() override;

  // Null before it was shown.
  PlotGrid* grid() const { return m_grid; }
  QList<ShownRun> runs() const { return m_curves ? m_curves->runs() : QList<ShownRun>(); }

 signals:
  void failed(const QString& sentence);
  void done(const QString& sentence);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  // Nothing is read before somebody looks here.
  void begin();
  void request();
  void showTable(const RunTable& table);
  void retranslate();

  StudyModel* m_study;
  QString m_storePath;
  QVBoxLayout* m_column;
  std::unique_ptr<StoreReader> m_reader;
  std::unique_ptr<TableReader> m_tables;
  std::unique_ptr<CurveSet> m_curves;
  PlotGrid* m_grid = nullptr;
  QStringList m_titles;  // of the parameters whose values are asked for
  QTimer m_news;
};

}  // namespace trainyard
