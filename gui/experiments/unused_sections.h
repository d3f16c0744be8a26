// SPDX-License-Identifier: GPL-3.0-or-later
// When the user selects another workload in the form, the sections of the previous one stay in the
// document. Reports which of them are unused now, and offers to remove them.
#pragma once

#include <QObject>
#include <QStringList>

namespace trainyard {

class ExperimentDocument;
class MessageBar;

class UnusedSections : public QObject {
  Q_OBJECT
 public:
  // Both must outlive it.
  UnusedSections(ExperimentDocument* document, MessageBar* notices, QObject* parent = nullptr);

  // To be called when the user has selected a workload.
  void update();

 private:
  void withdraw();
  void remove();

  ExperimentDocument* m_document;
  MessageBar* m_notices;
  QString m_offer;  // the notice, as long as it applies
};

// Sections of the document that its workload does not use, but another one would.
QStringList unusedSections(const ExperimentDocument& document);

}  // namespace trainyard
