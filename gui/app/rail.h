// SPDX-License-Identifier: GPL-3.0-or-later
// The side navigation: search, the places, the clusters with their state, and what concerns the
// whole window.
#pragma once

#include <QList>
#include <QMap>
#include <QVBoxLayout>
#include <QWidget>
#include <functional>

#include "remote/service/protocol/protocol.h"

class QLabel;
class QMenu;
class QToolButton;

namespace trainyard {

class BellButton;
class RailRow;

class Rail : public QWidget {
  Q_OBJECT
 public:
  Rail();

  // Places have the numbers in which they were added, from 0.
  void addPlace(const QString& icon);
  void setPlace(int number, const QString& title);
  void setNote(int number, const QString& note);
  void choose(int number);
  // `notes`: of connected clusters.
  void showClusters(const QList<TargetRecord>& targets,
                    const std::function<QString(const QString&)>& notes);
  // The first of the views of runs that somebody saved; a click on one chooses it.
  void showViews(const QStringList& names);
  // What the service says of itself: a note, empty if all is well.
  void showConnection(bool isWell, const QString& words);
  // Folded, it shows icons only. What the user chose counts more than what a narrow window asks.
  void setNarrow(bool isNarrow);
  void toggleFolded();
  bool isFolded() const;
  // The menu behind its last button.
  QMenu* menu() { return m_menu; }
  BellButton* bell() { return m_bell; }
  // Where its parts are: search, a place by its number, help.
  QWidget* searchRow();
  QWidget* placeRow(int number);
  QWidget* helpButton();
  void openMenu();

 signals:
  void placeChosen(int number);
  void searchWanted();
  void clusterChosen(const QString& name);
  void viewChosen(const QString& name);
  void helpWanted();
  void themeWanted();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void buildHead(QVBoxLayout* column);
  void buildFoot(QVBoxLayout* column);
  void retranslate();
  void showFolded();

  QLabel* m_name;
  QToolButton* m_fold;
  RailRow* m_search;
  QVBoxLayout* m_placeRows = new QVBoxLayout;
  QList<RailRow*> m_places;
  QLabel* m_viewsTitle;
  QVBoxLayout* m_viewRows = new QVBoxLayout;
  QMap<QString, RailRow*> m_views;
  QLabel* m_clustersTitle;
  QVBoxLayout* m_clusterRows = new QVBoxLayout;
  QMap<QString, RailRow*> m_clusters;
  RailRow* m_connection;
  QBoxLayout* m_foot;
  BellButton* m_bell;
  QToolButton* m_help;
  QToolButton* m_theme;
  QToolButton* m_more;
  QMenu* m_menu;
  bool m_isNarrow = false;
  bool m_isChosenFolded = false;
};

}  // namespace trainyard
