// SPDX-License-Identifier: GPL-3.0-or-later
// The values of an experiment as the store keeps them beside its run.
#pragma once

#include <QList>
#include <QStringList>

#include "remote/store/records.h"

namespace trainyard {

struct Experiment;

// Every field that applies and has a value, also where it is the default, so that two runs can be
// compared.
QList<RunSetting> settingsOf(const Experiment& experiment);
// What a study says of one of its runs: "path=value".
QList<RunSetting> settingsOf(const QStringList& studyValues);

}  // namespace trainyard
