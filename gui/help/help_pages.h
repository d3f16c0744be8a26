// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of resources/help/, which travel inside the program, and their parts: each heading
// with what stands below it. Addresses are those of the site that is made from the same pages.
#pragma once

#include <QList>
#include <QMap>
#include <QString>
#include <QStringList>

namespace trainyard {

struct HelpHeading {
  QString page;  // "training.md"
  QString title, anchor;
  int level = 1;           // 1: of the whole page
  QString body;            // Markdown, without the heading itself, and without pictures
  QStringList namedPaths;  // of settings that the body names as code, each as often as it does

  QString address() const { return level == 1 ? page : page + u'#' + anchor; }
};

class HelpPages {
 public:
  // Read once. A part includes the parts below it.
  static const HelpPages& all();

  const QList<HelpHeading>& headings() const { return m_headings; }
  // `address`: "page.md" or "page.md#anchor"; null if there is none.
  const HelpHeading* find(const QString& address) const;
  const HelpHeading* pageOf(const HelpHeading& part) const;
  // The smallest parts that name a setting, those first that do so most; of pages for people who
  // use the program.
  QList<const HelpHeading*> naming(const QString& path, int most) const;
  // Other settings that the help names in the same sentence or item, most often first; then its
  // neighbours in its section.
  QStringList beside(const QString& path, int most) const;

 private:
  HelpPages();
  void read(const QString& page);
  void countPairs(const QString& line);

  QList<HelpHeading> m_headings;
  QMap<QString, QMap<QString, int>> m_pairs;  // how often two settings are named together
};

// "Resources and queue: why" -> "resources-and-queue-why", as the site does it.
QString anchorOf(const QString& title);

}  // namespace trainyard
