// SPDX-License-Identifier: GPL-3.0-or-later
// Arguments of calls as what handlers work with.
#pragma once

#include <QProcessEnvironment>

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

}  // namespace trainyard
