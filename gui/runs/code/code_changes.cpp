// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/code/code_changes.h"

#include <QLocale>
#include <QSet>
#include <algorithm>
#include <optional>

namespace trainyard {
namespace {

// Nothing: all of it is known.
std::optional<QString> endOf(const CodeListing& before, const CodeListing& after) {
  std::optional<QString> end;
  for (const CodeListing* listing : {&before, &after}) {
    if (!listing->isMore) continue;
    const QString last = listing->files.isEmpty() ? QString() : listing->files.last().path;
    end = end ? std::min(*end, last) : last;
  }
  return end;
}

}  // namespace

QList<CodeChange> CodeChanges::between(const CodeListing& before, const CodeListing& after) {
  QList<CodeChange> changes;
  const std::optional<QString> end = endOf(before, after);
  auto left = before.files.cbegin(), right = after.files.cbegin();
  while (left != before.files.cend() || right != after.files.cend()) {
    const bool isLeft =
        right == after.files.cend() || (left != before.files.cend() && left->path < right->path);
    const bool isBoth = !isLeft && left != before.files.cend() && left->path == right->path;
    const QString& path = isLeft ? left->path : right->path;
    if (end && path > *end) break;
    if (!isBoth)
      changes << CodeChange{path, isLeft ? CodeChange::Kind::removed : CodeChange::Kind::added};
    else if (left->digest != right->digest)
      changes << CodeChange{path, CodeChange::Kind::changed};
    if (isLeft || isBoth) ++left;
    if (!isLeft) ++right;
  }
  return changes;
}

QString CodeChanges::name(CodeChange::Kind kind) {
  switch (kind) {
    case CodeChange::Kind::changed:
      return tr("Changed");
    case CodeChange::Kind::removed:
      return tr("Only in the first");
    case CodeChange::Kind::added:
      return tr("Only in the second");
  }
  return {};
}

QString CodeChanges::sentence(const QList<CodeChange>& changes, const CodeListing& before,
                              const CodeListing& after) {
  QSet<QString> paths;
  for (const CodeListing* listing : {&before, &after})
    for (const CodeFile& file : listing->files) paths.insert(file.path);
  const QString count = QLocale().toString(paths.size());
  if (before.isMore || after.isMore)
    return tr("%1 files differ among the first %2; there are more than can be compared.")
        .arg(QLocale().toString(changes.size()), count);
  if (changes.isEmpty()) return tr("Their code is the same: %1 files.").arg(count);
  return tr("%1 of %2 files differ.").arg(QLocale().toString(changes.size()), count);
}

}  // namespace trainyard
