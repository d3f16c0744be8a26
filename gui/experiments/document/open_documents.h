// SPDX-License-Identifier: GPL-3.0-or-later
// Which documents are open, kept in the window's settings: the next window opens them again.
#pragma once

#include <QList>
#include <QString>

namespace trainyard {

struct OpenDocument {
  QString path;   // empty until it is saved
  QString draft;  // the file of its draft, which exists while something is not saved
  QString target;
  QString title;
  QString preset{};  // that it began as
  bool operator==(const OpenDocument&) const = default;
};

struct OpenDocuments {
  QList<OpenDocument> documents;  // in the order of their tabs
  int current = 0;
  bool operator==(const OpenDocuments&) const = default;

  // Without those of which nothing is left.
  static OpenDocuments remembered();
  void remember() const;
};

}  // namespace trainyard
