// SPDX-License-Identifier: GPL-3.0-or-later
// Where the help stands in the window: at the right of its pages, as wide as it was left, open if
// it was open. F1 brings it to what has the focus; pinned, it goes there by itself.
#pragma once

#include <QObject>
#include <QPointer>
#include <QQueue>
#include <functional>

#include "gui/forms/help_topic.h"
#include "gui/help/own_runs.h"
#include "gui/runs/records/table_reader.h"

class QSplitter;
class QStackedWidget;

namespace trainyard {

class HelpDrawer;

class WindowHelp : public QObject {
  Q_OBJECT
 public:
  // `ofPage`: the part of the help about the page that is shown. `store`: of the runs that a
  // setting is shown with. `ofExperiment`: what the one that is shown runs.
  WindowHelp(QStackedWidget* pages, const QString& store, std::function<HelpTopic()> ofPage,
             std::function<RunKind()> ofExperiment);

  // The pages with the help beside them.
  QSplitter* area() { return m_area; }
  HelpDrawer* drawer() { return m_drawer; }
  // What F6 goes to, too; null while it is closed.
  QWidget* pane() const;
  // As the last window left it.
  void restore();
  // F1.
  void showOfFocus();
  void show(const HelpTopic& topic);
  // False: the focus is not in it.
  bool goBack();
  void close();

 signals:
  void fieldWanted(const QString& path);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void open();
  void fit();
  bool hasFocus() const;
  void followFocus(QWidget* now);
  void followPage();
  void askForRuns(const HelpTopic& topic);
  void takeRuns(const RunTable& table);
  void showPage();

  QStackedWidget* m_pages;
  std::function<HelpTopic()> m_ofPage;
  std::function<RunKind()> m_ofExperiment;
  TableReader m_runs;
  QQueue<QString> m_asked;  // paths of settings, in the order in which they will be answered
  QSplitter* m_area;
  HelpDrawer* m_drawer;
  QPointer<QWidget> m_focusBefore;
  HelpTopic m_shownPage;  // the last one of a page by itself
};

}  // namespace trainyard
