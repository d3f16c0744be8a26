// SPDX-License-Identifier: GPL-3.0-or-later
// Which target was chosen last for which experiment file. Kept in the window's settings: the file
// says nothing of where it runs.
#pragma once

#include <QString>

namespace trainyard {

class DocumentTargets {
 public:
  // "here" for a file that was never sent elsewhere, and for the empty path.
  static QString of(const QString& path);
  // The newest 200 are kept.
  static void remember(const QString& path, const QString& target);
};

}  // namespace trainyard
