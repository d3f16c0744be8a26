// SPDX-License-Identifier: GPL-3.0-or-later
// What a document begins with.
#pragma once

#include <QList>
#include <QStringList>
#include <optional>
#include <vector>

#include "engine/contract/describe/diagnostic.h"
#include "engine/contract/value.h"

namespace trainyard {

struct OpenedDocument {
  QString text, path, folder;      // as ExperimentDocument::startFrom takes them
  QString origin{};                // the file itself, or the one it was made from; may be empty
  std::optional<QString> saved{};  // the file's content, if `text` has changes that are not saved
  QString draft{};                 // the file of the draft that it goes on with
  QString target{};                // empty: the one that was last chosen for `origin`
  QList<std::pair<QString, QString>> values{};  // to be changed as if typed into the form
  Map settings{};                   // the same with their kinds; entries of mappings, too
  QStringList withoutSections{};    // to be removed before
  QString preset{};                 // that it began as; empty: as known for `origin`
  QString run{};                    // whose experiment it is; empty: of none
  std::vector<Diagnostic> notes{};  // of an import
};

}  // namespace trainyard
