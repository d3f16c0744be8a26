// SPDX-License-Identifier: GPL-3.0-or-later
// The help at the right of the window: what is said of a setting, a page or a message, with a
// search, and a way back to what was shown before.
#pragma once

#include <QLabel>
#include <QList>
#include <QToolButton>
#include <QWidget>
#include <optional>

#include "gui/forms/elided_label.h"
#include "gui/forms/help_topic.h"
#include "gui/forms/palette_search.h"

class QLineEdit;
class QListWidget;
class QStackedWidget;

namespace trainyard {

class HelpBrowser;
class OwnRunsPlot;
struct OwnRuns;

class HelpDrawer : public QWidget {
  Q_OBJECT
 public:
  HelpDrawer();

  // Shows it after what was shown so far. What the help does not know changes nothing.
  void showTopic(const HelpTopic& topic);
  HelpTopic topic() const { return m_topics.isEmpty() ? HelpTopic() : m_topics.last(); }
  void goBack();
  bool isPinned() const { return m_pin->isChecked(); }
  void setPinned(bool isPinned) { m_pin->setChecked(isPinned); }

  // "Learning rate", and how documents write it.
  QString heading() const { return m_heading->text(); }
  QString name() const { return m_name->text(); }
  HelpBrowser* body() const { return m_body; }
  QLineEdit* search() const { return m_search; }
  QListWidget* found() const { return m_found; }
  OwnRunsPlot* runs() const { return m_runs; }
  // Of the setting that is shown; of another one, they have come too late. Nothing: none is drawn.
  void showRuns(const QString& path, const std::optional<OwnRuns>& runs);

 signals:
  void closeWanted();
  void pinned(bool isPinned);
  // A link to a setting, which the help shows already.
  void fieldWanted(const QString& path);
  void topicShown(const trainyard::HelpTopic& topic);

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QWidget* buildHead();
  QWidget* buildPage();
  QWidget* buildFoot();
  void retranslate();
  void begin();
  void render();
  void follow(const QString& link);
  void find();
  void takeFound();

  QLabel *m_title, *m_above, *m_heading, *m_name;
  ElidedLabel* m_foot;
  QLineEdit* m_search;
  QToolButton *m_back, *m_pin, *m_close;
  HelpBrowser* m_body;
  OwnRunsPlot* m_runs;
  QListWidget* m_found;
  QStackedWidget* m_parts;
  QList<HelpTopic> m_topics;  // the last one is shown
  QList<PaletteEntry> m_entries;
  QList<const PaletteEntry*> m_hits;  // by row of the list
};

}  // namespace trainyard
