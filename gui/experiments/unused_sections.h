// SPDX-License-Identifier: GPL-3.0-or-later
// Another workload, chosen in the form, leaves the sections of the one before in the document. This
// says which of them count for nothing now, and offers to take them out.
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

  // A person chose a workload.
  void consider();

 private:
  void withdraw();
  void remove();

  ExperimentDocument* m_document;
  MessageBar* m_notices;
  QString m_offer;  // what the strip says, as long as it is true
};

// Sections of the document that its workload has no use for, though another one would have.
QStringList unusedSections(const ExperimentDocument& document);

}  // namespace trainyard
