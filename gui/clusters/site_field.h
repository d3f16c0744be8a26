// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses what is known of a cluster: none, a site that comes with the program, or a file of one's
// own; what the chosen one is and sets stands below.
#pragma once

#include <QWidget>

#include "remote/service/protocol/methods.h"

class QComboBox;
class QLabel;

namespace trainyard {

class SiteField : public QWidget {
  Q_OBJECT
 public:
  explicit SiteField(QWidget* parent = nullptr);

  // Those that are known; the chosen one stays chosen.
  void showSites(const QList<KnownSite>& sites);
  // As TargetSettings::site: a name, the path of a file, or empty.
  QString site() const;
  void choose(const QString& site);
  QComboBox* box() { return m_box; }

 private:
  void chooseFile();
  void explain();

  QList<KnownSite> m_sites;
  QString m_chosen;
  QComboBox* m_box;
  QLabel* m_words;
};

}  // namespace trainyard
