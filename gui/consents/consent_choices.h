// SPDX-License-Identifier: GPL-3.0-or-later
// The three answers to an agent's request: allow it once, allow the session, refuse it. None is
// chosen at first. The keys 1, 2 and 3 choose, but where words are typed.
#pragma once

#include <QWidget>
#include <optional>

#include "remote/service/protocol/consent_values.h"

class QLineEdit;
class QRadioButton;
class QVBoxLayout;

namespace trainyard {

class ConsentChoices : public QWidget {
  Q_OBJECT
 public:
  explicit ConsentChoices(const ConsentRecord& record);

  std::optional<ConsentState> chosen() const;
  QString words() const;  // for the agent, with a refusal

 signals:
  void changed();

 private:
  struct Row {
    ConsentState answer;
    QRadioButton* button;
  };
  // `why`: it cannot be chosen, and that is said instead of what it means.
  QWidget* addRow(ConsentState answer, const QString& name, const QString& meaning,
                  const QString& why = {});
  static QString sessionMeaning(const ConsentRecord& record);

  QVBoxLayout* m_column;
  QList<Row> m_rows;
  QLineEdit* m_words;
};

}  // namespace trainyard
