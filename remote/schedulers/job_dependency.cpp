// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/job_dependency.h"

#include <array>

#include "engine/contract/messages.h"

namespace trainyard {
namespace {
constexpr std::array whenNames{"completed", "ended", "failed"};
}

AfterRun afterFrom(const QString& text) {
  for (std::size_t i = 0; i < whenNames.size(); ++i)
    if (const QString word = QLatin1String(whenNames.at(i)) + QLatin1Char(':');
        text.startsWith(word))
      return {static_cast<AfterWhen>(i), text.mid(word.size())};
  return {AfterWhen::completed, text};
}

QString toText(const AfterRun& after) {
  return QLatin1String(whenNames.at(static_cast<std::size_t>(after.when))) + QLatin1Char(':') +
         after.run;
}

Message waitingFor(AfterWhen when, const QString& name) {
  const Map arguments{{"run", name.toStdString()}};
  switch (when) {
    case AfterWhen::ended:
      return makeMessage("after.until_ended", arguments);
    case AfterWhen::failed:
      return makeMessage("after.until_failed", arguments);
    case AfterWhen::completed:
      break;
  }
  return makeMessage("after.until_completed", arguments);
}

Error neverAfter(AfterWhen when, const QString& name) {
  const Map arguments{{"run", name.toStdString()}};
  return when == AfterWhen::failed ? make_error("after.not_failed", arguments)
                                   : make_error("after.not_completed", arguments);
}

}  // namespace trainyard
