// SPDX-License-Identifier: GPL-3.0-or-later
// The document as it is edited: the form at the left, the text with the problems below it at the
// right, or the data in the place of both.
#pragma once

#include <QPointer>
#include <QWidget>

#include "gui/experiments/model/experiment_model.h"

class QSplitter;

namespace trainyard {

class DataPage;
class DocumentBar;
class FindingsSide;
class FormView;
class YamlEditor;

class ExperimentSides : public QWidget {
  Q_OBJECT
 public:
  // All must outlive it. `bar`: where it is chosen which of them are shown.
  ExperimentSides(ExperimentModel* model, DocumentBar* bar, ServiceClient* client);

  FormView* formView() { return m_formView; }
  YamlEditor* editor() { return m_editor; }
  FindingsSide* findings() { return m_findings; }
  DataPage* data() { return m_data; }
  // As the user left it, once the window has its size.
  void divide();
  // Shows a setting in what is shown of the document.
  void goToSetting(const QString& path);

 private:
  void layOut();
  void connectModel();
  void connectPaths();
  void showSides();
  void showDocument(bool isAnother);
  void showMeanings();
  void jumpTo(const QModelIndex& finding);
  void focusField(const QString& path);

  ExperimentModel* m_model;
  DocumentBar* m_bar;
  FormView* m_formView;
  YamlEditor* m_editor;
  FindingsSide* m_findings;
  DataPage* m_data;
  QSplitter *m_formHalf, *m_textHalf, *m_sides;
  bool m_isDivided = false;
  QPointer<QWidget> m_inputBeforeData;  // that had the focus before the data was shown
};

}  // namespace trainyard
