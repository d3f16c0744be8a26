// SPDX-License-Identifier: GPL-3.0-or-later
// What a person does with a study: more trials, no more trials, its best values as an experiment,
// its journal as a file. Each says why it is not possible now.
#pragma once

#include <QObject>
#include <stop_token>

#include "gui/forms/experiment_copy.h"
#include "gui/studies/study_model.h"
#include "remote/service/client/client.h"

namespace trainyard {

class StudyActions : public QObject {
  Q_OBJECT
 public:
  // `client` and `page`, whose window dialogs belong to, must outlive it.
  StudyActions(ServiceClient* client, QString storePath, QWidget* page);
  ~StudyActions() override;

  enum class Act { openBest, addTrials, stopRest, exportJournal };
  // Empty: it is possible.
  QString whyNot(Act act, const StudyContent* content) const;
  void act(Act act, const StudyContentPointer& content);
  void setTrials(const QString& study, qint64 trials);
  // The study's document without its search, with the values of a trial.
  static ExperimentCopy copyOf(const StudyContent& content, int trial);

 signals:
  void failed(const QString& sentence);
  void done(const QString& sentence);
  void openExperimentRequested(const trainyard::ExperimentCopy& copy);
  void connectionChanged();

 private:
  void askTrials(const StudySummary& summary);
  void exportJournal(const StudySummary& summary);

  ServiceClient* m_client;
  QString m_storePath;
  QWidget* m_page;
  std::stop_source m_stop;
};

}  // namespace trainyard
