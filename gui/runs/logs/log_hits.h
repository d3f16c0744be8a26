// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of an output that were found where it lies, of which most are not shown: a list from which
// one goes to any of them.
#pragma once

#include <QListWidget>
#include <QWidget>

#include "gui/forms/plain_label.h"
#include "remote/service/protocol/file_values.h"

namespace trainyard {

class LinkButton;

class LogHitList : public QWidget {
  Q_OBJECT
 public:
  LogHitList();

  void showSearching(const QString& words);
  void showHits(const QString& words, const LogHits& hits);
  void showProblem(const QString& sentence);

 signals:
  void chosen(const trainyard::LogHit& hit);
  void endWanted();  // back to what the output has now

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void showHead(const QString& words);
  void retranslate();

  QLabel* m_head = plainLabel(look::Role::help);
  LinkButton* m_end;
  QListWidget* m_list = new QListWidget;
  LogHits m_hits;
};

}  // namespace trainyard
