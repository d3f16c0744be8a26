// SPDX-License-Identifier: GPL-3.0-or-later
// What agents ask a person, in a terminal.
#pragma once

#include <optional>

#include <QCoroTask>
#include <QString>

#include "remote/cli/commands.h"

namespace trainyard {

struct ConsentOptions {
  QString id;                          // empty: all
  std::optional<ConsentState> answer;  // nothing: they are shown
  QString words;
  Format format = Format::text;
  bool showsDocument = false;
};
QCoro::Task<int> answerConsents(ServiceClient& client, ConsentOptions options);

}  // namespace trainyard
