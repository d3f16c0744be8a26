// SPDX-License-Identifier: GPL-3.0-or-later
// The whole form: sections in the document's order, a list to jump to them, a choice of how much is
// shown, a search. Fields do not come and go because of what is found somewhere else.
#pragma once

#include <QHash>
#include <QPointer>
#include <QWidget>
#include <vector>

#include "gui/forms/form_model.h"

class QComboBox;
class QLineEdit;
class QLabel;
class QListWidget;
class QScrollArea;
class QStackedWidget;
class QTimer;
class QVBoxLayout;

namespace trainyard {

class ElidedLabel;
class FieldEditor;

class FormView : public QWidget {
  Q_OBJECT
 public:
  explicit FormView(FormModel* model, QWidget* parent = nullptr);

  // Puts the cursor into the search; nothing when the form is hidden.
  void find();
  // Scrolls to the field and puts the cursor into it, whatever is filtered.
  void jumpTo(const QString& path);
  // As for another document: nothing is searched, the top is shown.
  void startAnew();
  // While the document cannot be edited the fields rest, dimmed, and `why` stands above them;
  // empty: they can be used.
  void freeze(const QString& why);
  bool isFrozen() const { return m_isFrozen; }
  const std::vector<FieldEditor*>& editors() const { return m_editors; }

 protected:
  void changeEvent(QEvent* event) override;

 private:
  struct Group {
    QString section;
    QWidget* frame;
    QLabel* title;
    std::vector<FieldEditor*> editors;
  };
  void buildHead();
  void buildSections();
  Group buildSection(const QString& section);
  void retranslate();
  void filter();
  void followScroll();
  void enterFirst();  // the first of the fields that were found
  void goToSection(int row);

  FormModel* m_model;
  QStackedWidget* m_head;
  ElidedLabel* m_frozen;
  QLabel* m_none;
  QLineEdit* m_search;
  QComboBox* m_tier;
  QListWidget* m_sections;
  QScrollArea* m_scroll;
  QTimer* m_filterLater;
  std::vector<Group> m_groups;
  std::vector<FieldEditor*> m_editors;  // by row of the model
  QPointer<QWidget> m_inputBefore;      // that had the keys when the form froze
  bool m_isFrozen = false;
};

}  // namespace trainyard
