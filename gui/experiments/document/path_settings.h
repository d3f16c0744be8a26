// SPDX-License-Identifier: GPL-3.0-or-later
// One text for each of the files that were used last, kept in the window's settings under a key:
// what a file does not say itself.
#pragma once

#include <QString>

namespace trainyard {

class PathSettings {
 public:
  explicit PathSettings(QString key) : m_key(std::move(key)) {}

  // Empty for a file that has none.
  QString of(const QString& path) const;
  // An empty text forgets it. Keeps the newest 200; does nothing without a path.
  void remember(const QString& path, const QString& text) const;

 private:
  QString m_key;
};

// The presets that files began as.
PathSettings documentPresets();

}  // namespace trainyard
