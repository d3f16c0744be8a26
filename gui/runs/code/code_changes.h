// SPDX-License-Identifier: GPL-3.0-or-later
// Which files of the code of two runs differ.
#pragma once

#include <QCoreApplication>
#include <QList>
#include <QString>

#include "remote/target/code_files.h"

namespace trainyard {

struct CodeChange {
  enum class Kind { changed, removed, added };
  QString path;  // untrusted text
  Kind kind = Kind::changed;
};

class CodeChanges {
  Q_DECLARE_TR_FUNCTIONS(CodeChanges)
 public:
  // By path. Where a listing is not whole, files behind its end are left out.
  static QList<CodeChange> between(const CodeListing& before, const CodeListing& after);
  static QString name(CodeChange::Kind kind);  // "Changed"
  // "3 of 41 files differ.", or that they are the same.
  static QString sentence(const QList<CodeChange>& changes, const CodeListing& before,
                          const CodeListing& after);
};

}  // namespace trainyard
