// SPDX-License-Identifier: GPL-3.0-or-later
// The chosen checkpoint: whether it is complete, what it holds, how much of what, and its files.
#pragma once

#include "gui/forms/elided_label.h"
#include "gui/forms/rows_model.h"
#include "gui/look/card.h"
#include "gui/look/pill.h"
#include "gui/runs/checkpoints/checkpoint_content.h"
#include "gui/runs/checkpoints/checkpoint_rows.h"

class QLabel;
class QTableView;

namespace trainyard {

class CheckpointFileTable : public RowsModel<CheckpointFileTable, QList<CheckpointFile>> {
  Q_OBJECT
 public:
  enum Column { PathColumn, SizeColumn, HashColumn, ColumnCount };

  using RowsModel::RowsModel;

  void show(const QList<CheckpointFile>& files) { setRows(files); }
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
};

// Weights, optimizer and the rest as parts of one bar, with a line for each.
class CheckpointParts : public QWidget {
  Q_OBJECT
 public:
  CheckpointParts();

  void show(const CheckpointContent& content);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  struct Part {
    QString name;
    qint64 bytes;
  };
  QList<Part> m_parts;
};

class CheckpointDetail : public look::Card {
  Q_OBJECT
 public:
  CheckpointDetail();

  // `tokens`: that training had seen by then; empty: not known.
  void show(const CheckpointRow& row, bool isBest, const QString& folder, const QString& tokens);
  // What was read of it; nothing: not yet, or `problem` says why not.
  void showContent(const std::optional<CheckpointContent>& content, const QString& problem = {});
  void showNothing();

 private:
  void retranslate();
  void showState();
  look::PillText pill() const;

  std::optional<CheckpointRow> m_row;
  std::optional<CheckpointContent> m_content;
  QString m_problem, m_folder, m_tokens;
  bool m_isBest = false;
  QLabel *m_step, *m_verdict, *m_facts;
  look::Pill* m_pill = new look::Pill;
  ElidedLabel* m_path = new ElidedLabel;
  CheckpointParts* m_parts = new CheckpointParts;
  CheckpointFileTable m_files;
  QTableView* m_table;
};

}  // namespace trainyard
