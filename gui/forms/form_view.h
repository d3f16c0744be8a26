// The whole form: sections in the document's order, a list to jump to them, a choice of how much is
// shown, a search.
#pragma once

#include <QHash>
#include <QWidget>
#include <vector>

#include "gui/forms/form_model.h"

class QComboBox;
class QLineEdit;
class QListWidget;
class QScrollArea;
class QTimer;
class QVBoxLayout;

namespace trainyard {

class FieldEditor;

class FormView : public QWidget {
  Q_OBJECT
 public:
  explicit FormView(FormModel* model, QWidget* parent = nullptr);

  // Puts the cursor into the search; nothing when the form is hidden.
  void find();
  // Scrolls to the field and puts the cursor into it, whatever is filtered.
  void jumpTo(const QString& path);
  const std::vector<FieldEditor*>& editors() const { return m_editors; }

 private:
  struct Group {
    QString section;
    QWidget* frame;
    std::vector<FieldEditor*> editors;
  };
  void buildSections();
  void filter();
  void followScroll();
  void enterFirst();  // the first of the fields that were found
  void goToSection(int row);

  FormModel* m_model;
  QLineEdit* m_search;
  QComboBox* m_tier;
  QListWidget* m_sections;
  QScrollArea* m_scroll;
  QTimer* m_filterLater;
  std::vector<Group> m_groups;
  std::vector<FieldEditor*> m_editors;  // by row of the model
};

}  // namespace trainyard
