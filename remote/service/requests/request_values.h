// SPDX-License-Identifier: GPL-3.0-or-later
// Arguments of calls as what handlers work with.
#pragma once

#include <QProcessEnvironment>

#include "engine/contract/messages.h"
#include "remote/service/protocol/protocol.h"
#include "remote/submit/prepare.h"
#include "remote/values/records.h"

namespace trainyard {

// None given: the service's own.
inline QProcessEnvironment environmentOf(const TextsByName& variables) {
  if (variables.isEmpty()) return QProcessEnvironment::systemEnvironment();
  QProcessEnvironment environment;
  for (auto variable = variables.begin(); variable != variables.end(); ++variable)
    environment.insert(variable.key(), variable.value());
  return environment;
}

inline Result<ExperimentSource> sourceOf(const SubmitRequest& request) {
  if (!request.path.startsWith(QLatin1Char('/')))
    return make_error("protocol.path", {{"name", "path"}});
  return ExperimentSource{request.path, request.text, request.overrides,
                          environmentOf(request.environment)};
}

}  // namespace trainyard
