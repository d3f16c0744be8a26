// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with a field's value, with the values that would do as links.
#pragma once

#include <QLabel>
#include <QStringList>

namespace trainyard {

struct Offers {
  QString lead;  // "Yours:"
  QStringList values;
  bool operator==(const Offers&) const = default;
};

class ProblemLabel : public QLabel {
  Q_OBJECT
 public:
  ProblemLabel();

  void showProblem(const QString& sentence, const Offers& offers);

 signals:
  void chosen(const QString& value);
};

}  // namespace trainyard
