// SPDX-License-Identifier: GPL-3.0-or-later
// Offers to take runs of other trackers into the table of runs: those that were found on this
// computer, or a folder that the user names.
#pragma once

#include <QCoroTask>
#include <optional>
#include <stop_token>
#include <thread>

#include "gui/home/found_history.h"
#include "gui/look/card.h"
#include "remote/service/client/client.h"

class QCheckBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QVBoxLayout;

namespace trainyard {

class HistoryCard : public look::Card {
  Q_OBJECT
 public:
  // `client` must outlive it. Hidden while there is nothing to offer.
  explicit HistoryCard(ServiceClient* client);

  // Looks below this folder once, in a thread, for two seconds at most.
  void look(const QString& home);
  // The identifiers of the runs that the table has: they are not offered.
  void setKnown(const QSet<QString>& runs);
  // Asks for a folder and imports what is below it.
  void askFolder();
  void retranslate();

 signals:
  void runsWanted();
  // Something may be offered: whoever knows the runs says so with setKnown.
  void found();

 private:
  enum class State { offering, importing, done };

  void showFound(QList<FoundHistoryPlace> places);
  void showRows();
  void showState();
  void showProgress(const ProgressReport& report);
  QStringList chosenFolders() const;
  qsizetype numChosen() const;
  static QString runsText(qsizetype count);
  void importChosen();
  QCoro::Task<void> import(QStringList folders);
  void dismiss();

  ServiceClient* m_client;
  QList<FoundHistoryPlace> m_places;  // with what is not known
  QSet<QString> m_known;
  QList<QCheckBox*> m_boxes;  // of m_places
  State m_state = State::offering;
  std::optional<ImportedHistory> m_imported;
  QString m_error;
  std::stop_source m_stop;

  QVBoxLayout* m_rows;
  QLabel* m_text;
  QProgressBar* m_progress;
  QPushButton *m_import, *m_other, *m_cancel, *m_show, *m_dismiss;
  std::jthread m_search;  // the last: it ends before the rest goes
};

}  // namespace trainyard
