// SPDX-License-Identifier: GPL-3.0-or-later
// The sections of a form, to jump to: each with the number of its settings that differ from their
// default or, if one of them is wrong or doubtful, with the mark of that instead.
#pragma once

#include <QListWidget>
#include <optional>

#include "engine/contract/describe/diagnostic.h"

namespace trainyard {

class SectionList : public QListWidget {
  Q_OBJECT
 public:
  struct State {
    int numChanged = 0;
    std::optional<Severity> worst;  // error or warning; nothing if all is well
    bool operator==(const State&) const = default;
  };

  SectionList();

  void addSection();
  void setTitle(int row, const QString& title);
  void setState(int row, const State& state);
  State stateOf(int row) const { return m_states.value(row); }

 private:
  void describe(int row);

  QList<State> m_states;
};

}  // namespace trainyard
