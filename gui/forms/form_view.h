// SPDX-License-Identifier: GPL-3.0-or-later
// The whole form: a list of its sections to jump to, with a search above it, and the sections in
// document order. Fields do not appear or disappear because of findings elsewhere.
#pragma once

#include <QElapsedTimer>
#include <QHash>
#include <QLineEdit>
#include <QPointer>
#include <QScrollArea>
#include <QWidget>
#include <vector>

#include "engine/contract/experiment/field_info.h"
#include "gui/forms/elided_label.h"
#include "gui/forms/form_model.h"
#include "gui/forms/plain_label.h"

class QTimer;

namespace trainyard {

class FieldEditor;
class SchedulePicture;
class SectionList;
struct TrainingPlan;

class FormView : public QWidget {
  Q_OBJECT
 public:
  explicit FormView(FormModel* model);

  // Moves the focus to the search; does nothing if the form is hidden.
  void find();
  // Scrolls to the field and focuses it, regardless of filters.
  void jumpTo(const QString& path);
  // For another document: clears the search and scrolls to the top.
  void startAnew();
  // While the document cannot be edited, the fields are disabled and `why` is shown above them;
  // empty: they are enabled.
  void freeze(const QString& why);
  bool isFrozen() const { return m_isFrozen; }
  // Hides settings of more detail, unless they differ from their default or need attention.
  void setTier(Tier upTo);
  // Beside the title of a section ("resources").
  void setSectionNote(const QString& section, const QString& words);
  // What the values come to. `plan`: of the training; null if it is not known.
  void showMeanings(const Experiment& experiment, const TrainingPlan* plan);
  const std::vector<FieldEditor*>& editors() const { return m_editors; }
  FieldEditor* editor(const QString& path) const;  // null if there is none
  const SectionList* sections() const { return m_sections; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void followJump();
  struct Group {
    QString section;
    QWidget* frame;
    QLabel* title;
    ElidedLabel* note;
    std::vector<FieldEditor*> editors;
  };
  QWidget* buildOutline();
  void buildForm();
  void connectParts();
  Group buildSection(const QString& section);
  QWidget* buildHead(Group& group);
  void retranslate();
  void filter();
  void showStates();
  void placeFrozen();
  int focusedSection() const;
  void followScroll();
  void enterFirst();  // the first field that matches
  void goToSection(int row);

  FormModel* m_model;
  ElidedLabel* m_frozen =
      new ElidedLabel;  // over the top of the form: nothing moves when it appears
  QLabel* m_none = plainLabel(look::Role::body);
  QLineEdit* m_search = new QLineEdit;
  Tier m_tier = Tier::essential;
  SectionList* m_sections;
  QWidget* m_outline = nullptr;
  QScrollArea* m_scroll = new QScrollArea;
  SchedulePicture* m_schedule;
  QPointer<FieldEditor> m_jumpedTo;
  QElapsedTimer m_sinceJump;
  QTimer* m_filterLater;
  QTimer* m_statesLater;
  std::vector<Group> m_groups;
  std::vector<FieldEditor*> m_editors;  // by row of the model
  QPointer<QWidget> m_inputBefore;      // that had the focus when the form was frozen
  bool m_isFrozen = false;
};

}  // namespace trainyard
