// SPDX-License-Identifier: GPL-3.0-or-later
// The place of studies: all of them in a list, or one of them.
#pragma once

#include <QStackedWidget>
#include <QTimer>

#include "gui/forms/experiment_copy.h"
#include "gui/forms/page.h"
#include "gui/studies/study_model.h"
#include "gui/studies/study_source.h"
#include "remote/service/client/client.h"

namespace trainyard {

class StudyActions;
class StudyList;
class StudyView;

class StudiesPage : public Page {
  Q_OBJECT
 public:
  QString title() const override { return tr("Studies"); }
  QList<QAbstractButton*> commandButtons() const override;

  // `client` must outlive it.
  StudiesPage(ServiceClient* client, const QString& storePath);
  ~StudiesPage() override;

  // Empty for the list, or a study's UUID with a tab of it ("UUID/trials") or without.
  void goTo(const QString& address) override;
  QString address() const override;
  StudyList* list() const { return m_list; }
  StudyView* view() const { return m_view; }
  StudyModel* study() { return &m_study; }
  StudyActions* actions() const { return m_actions; }

 signals:
  void openExperimentRequested(const trainyard::ExperimentCopy& copy);
  void runRequested(const QString& run);
  void experimentWanted();

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void connectSource();
  void connectParts();
  void refresh();

  ServiceClient* m_client;
  StudySource m_source;
  StudyModel m_study;
  StudyActions* m_actions;
  StudyList* m_list;
  StudyView* m_view;
  QStackedWidget* m_parts = new QStackedWidget;
  QString m_wanted;  // the study that is shown; empty: the list
  QTimer m_news;
};

}  // namespace trainyard
