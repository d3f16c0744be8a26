// SPDX-License-Identifier: GPL-3.0-or-later
// Selects a cluster's site profile: none, one that is part of the program, or the user's own file;
// describes the selected one and its settings below.
#pragma once

#include <QComboBox>
#include <QWidget>

#include "remote/service/protocol/methods.h"

class QLabel;

namespace trainyard {

class SiteField : public QWidget {
  Q_OBJECT
 public:
  SiteField();

  // Sets the available sites; the selection is kept.
  void showSites(const QList<KnownSite>& sites);
  // In the format of TargetSettings::site: a name, the path of a file, or empty.
  QString site() const;
  void choose(const QString& site);
  QComboBox* box() { return m_box; }

 private:
  void chooseFile();
  void explain();

  QList<KnownSite> m_sites;
  QString m_chosen;
  QComboBox* m_box = new QComboBox;
  QLabel* m_words;
};

}  // namespace trainyard
