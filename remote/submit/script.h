// job.sh: the readable bash script that sets up what the experiment asks for and becomes yard-agent. It takes the run folder
// as its first argument, so the same experiment always gives the same bytes.
#pragma once

#include <QByteArray>
#include <QString>

#include "engine/contract/experiment/experiment.h"

namespace trainyard {

// `experiment` is resolved: its paths are absolute. `programs`: the folder of yard-agent and engine. Every value is quoted,
// except setup_commands, which are bash.
QByteArray renderScript(const Experiment& experiment, const QString& programs);

}  // namespace trainyard
