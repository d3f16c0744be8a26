// SPDX-License-Identifier: GPL-3.0-or-later
// A choice of the run that another is shown beside; the newest come first.
#pragma once

#include <QComboBox>

namespace trainyard {

class RunRecords;

class OtherRunBox : public QComboBox {
  Q_OBJECT
 public:
  // It must outlive this.
  explicit OtherRunBox(RunRecords* runs);

  // Offers all runs but `except`, and shows `current`; empty: no other run.
  void list(const QString& except, const QString& current);

 signals:
  // By a person; empty: none.
  void chosen(const QString& run);

 private:
  RunRecords* m_runs;
};

}  // namespace trainyard
