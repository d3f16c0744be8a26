// SPDX-License-Identifier: GPL-3.0-or-later
// The progress of what a command is waiting for, on stderr: one line that is redrawn on a terminal,
// otherwise plain lines.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QString>

#include "remote/service/client/client.h"
#include "remote/store/run_store.h"

namespace trainyard {

class ProgressLine : public QObject {
 public:
  // Shows the client's progress reports for this run (empty: all) and, for a run, the reason in the
  // store.
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
