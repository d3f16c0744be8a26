// SPDX-License-Identifier: GPL-3.0-or-later
// Remembers which target was last selected for each experiment file. Stored in the window's
// settings: the file does not say where it runs.
#pragma once

#include <QString>

namespace trainyard {

class DocumentTargets {
 public:
  // "here" for a file that was never sent elsewhere, and for an empty path.
  static QString of(const QString& path);
  // Keeps the newest 200.
  static void remember(const QString& path, const QString& target);
};

}  // namespace trainyard
