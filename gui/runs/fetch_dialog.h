// SPDX-License-Identifier: GPL-3.0-or-later
// Asks what of a cluster's run is brought to this computer, and where to.
#pragma once

#include <QDialog>

#include "remote/service/protocol/protocol.h"

class QButtonGroup;
class QLineEdit;

namespace trainyard {

class FetchDialog : public QDialog {
  Q_OBJECT
 public:
  FetchDialog(const RunRecord& run, QWidget* parent);

 signals:
  // `destination` empty: a folder of the service's choice.
  void chosen(const QString& run, trainyard::FetchWhat what, const QString& destination);

 private:
  void chooseFolder();

  QButtonGroup* m_what;
  QLineEdit* m_destination;
};

}  // namespace trainyard
