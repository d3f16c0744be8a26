// SPDX-License-Identifier: GPL-3.0-or-later
// One experiment: form and text side by side, findings below, target and submit button above; or,
// before it is submitted, its review.
#pragma once

#include <QPointer>
#include <QWidget>

#include "gui/experiments/document_files.h"
#include "gui/experiments/experiment_sides.h"
#include "gui/experiments/model/experiment_model.h"

class QStackedWidget;

namespace trainyard {

class ChangesPopup;
class DocumentBar;
class ExperimentFoot;
class ImportNotesDialog;
class MessageBar;
class ReviewPage;
class ResourceFields;
class UnusedSections;

class ExperimentPage : public QWidget {
  Q_OBJECT
 public:
  // Both must outlive it.
  ExperimentPage(ServiceClient* client, TargetList* targets);
  ~ExperimentPage() override;

  ExperimentModel* model() { return &m_model; }
  DocumentFiles* files() { return &m_files; }
  DocumentBar* bar() { return m_bar; }
  ExperimentSides* sides() { return m_sides; }
  MessageBar* notices() { return m_notices; }
  ExperimentFoot* foot() { return m_foot; }
  ReviewPage* review() { return m_review; }

  void begin(const OpenedDocument& opened);
  // Types into a field, and shows it.
  void enter(const QString& field, const QString& text);
  void submitHere();  // to this computer
  // Whether it is looked at before it is submitted, instead of being edited.
  bool isReviewing() const;
  // What comes next on the way to a submission: to look at it, then to make it.
  void goOn();
  // Files may have changed since it was looked at.
  void lookAgain();
  // Once no submission needs it any more.
  void deleteWhenSettled();

 signals:
  void titleChanged();
  void targetChanged();
  void failed(const QString& sentence);

 protected:
  bool event(QEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void layOut();
  void buildActions();
  void connectChanges();
  void connectDocument();
  void connectSubmission();
  void connectReview();
  void connectTarget();
  void divide();
  void showButtons();
  void showFoot();
  void showFailure(const QString& sentence);
  void askAboutOutside(const QString& path);
  void submit();
  void beginReview();
  void endReview();
  void renewReview();

  ExperimentModel m_model;
  DocumentFiles m_files;
  ImportNotesDialog* m_importNotes;
  DocumentBar* m_bar;
  ExperimentSides* m_sides;
  ReviewPage* m_review;
  ExperimentFoot* m_foot;
  QStackedWidget* m_views;
  QPointer<QWidget> m_inputBeforeReview;
  MessageBar* m_notices;
  UnusedSections* m_unused;
  ChangesPopup* m_changesPopup;
  ResourceFields* m_resources;
};

}  // namespace trainyard
