// SPDX-License-Identifier: GPL-3.0-or-later
// How far something is that a command waits for, on stderr: one line that is redrawn on a terminal,
// plain lines elsewhere.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QString>

#include "remote/service/client/client.h"
#include "remote/store/run_store.h"

namespace trainyard {

class ProgressLine : public QObject {
 public:
  // Shows what the client reports of this run (empty: of everything), and, for a run, the reason
  // that the store gives.
  ProgressLine(ServiceClient& client, QString run);
  ~ProgressLine() override;

 private:
  void showProgress(const ProgressReport& report);
  void showReason();
  void show(const QString& line);

  QString m_run, m_reason, m_what, m_shown;
  RunStore m_store;
  bool m_isTerminal;
  QElapsedTimer m_sinceLine;
};

}  // namespace trainyard
