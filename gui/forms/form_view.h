// SPDX-License-Identifier: GPL-3.0-or-later
// The whole form: sections in document order, a list to jump to them, a choice of detail, a search.
// Fields do not appear or disappear because of findings elsewhere.
#pragma once

#include <QHash>
#include <QElapsedTimer>
#include <QPointer>
#include <QWidget>
#include <vector>

#include "gui/forms/form_model.h"

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
  const std::vector<FieldEditor*>& editors() const { return m_editors; }

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void followJump();
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
  void enterFirst();  // the first field that matches
  void goToSection(int row);

  FormModel* m_model;
  QStackedWidget* m_head;
  ElidedLabel* m_frozen;
  QLabel* m_none;
  QLineEdit* m_search;
  Tier m_tier = Tier::essential;
  QListWidget* m_sections;
  QScrollArea* m_scroll;
  QPointer<FieldEditor> m_jumpedTo;
  QElapsedTimer m_sinceJump;
  QTimer* m_filterLater;
  std::vector<Group> m_groups;
  std::vector<FieldEditor*> m_editors;  // by row of the model
  QPointer<QWidget> m_inputBefore;      // that had the focus when the form was frozen
  bool m_isFrozen = false;
};

}  // namespace trainyard
