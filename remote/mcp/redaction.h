// SPDX-License-Identifier: GPL-3.0-or-later
// What leaves towards an agent: without control characters, and without what may be a secret. As in
// the files that are written for W&B, values of environment variables are left out; here wherever
// they stand, for a program may have printed them.
#pragma once

#include <QJsonValue>
#include <QProcessEnvironment>
#include <QSet>
#include <QString>

namespace trainyard {

class Redaction {
 public:
  Redaction() = default;
  // Values of variables whose names say that they are secret.
  explicit Redaction(const QProcessEnvironment& environment);

  // The value of an environment variable of an experiment, which is left out from now on. Without a
  // value it is that of our own environment.
  void add(const QString& name, const QString& value);
  // Those that a document sets, whatever else is wrong with it; "path=value" of overrides, too.
  void addDocument(const QByteArray& document);
  void addOverride(const QString& override);

  QString cleaned(const QString& text) const;
  QJsonValue cleaned(const QJsonValue& value) const;  // with its keys

 private:
  void keep(const QString& value, qsizetype shortest);

  QSet<QString> m_values;
  QStringList m_longestFirst;
};

// Without control characters and what starts with them, such as colours.
QString withoutControls(const QString& text);

}  // namespace trainyard
