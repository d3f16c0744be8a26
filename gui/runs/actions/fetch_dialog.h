// SPDX-License-Identifier: GPL-3.0-or-later
// Asks what to fetch of a cluster's run to this computer, and where to.
#pragma once

#include <QDialog>
#include <QLineEdit>

#include "remote/service/protocol/protocol.h"

class QButtonGroup;

namespace trainyard {

class FetchDialog : public QDialog {
  Q_OBJECT
 public:
  FetchDialog(const RunRecord& run, QWidget* parent);

 signals:
  // `destination` empty: chosen by the service.
  void chosen(const QString& run, trainyard::FetchWhat what, const QString& destination);

 private:
  void chooseFolder();

  QButtonGroup* m_what;
  QLineEdit* m_destination = new QLineEdit;
};

}  // namespace trainyard
