// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/cli/command.h"

namespace trainyard {

extern const Command targetsCommand, engineCommand, clusterCommand, queueCommand, adoptCommand,
    whereCommand, checkCommand, renderCommand, inspectCommand, syncCommand, submitCommand,
    newCommand, importCommand, runsCommand, importRunsCommand, showCommand, noteCommand,
    rereadCommand, watchCommand, logsCommand, cancelCommand, resumeCommand, fetchCommand,
    removeCommand, metricsCommand, samplesCommand, exportCommand, studyCommand, tunnelCommand,
    tunnelsCommand, jupyterCommand, tensorboardCommand, notifyCommand, shellCommand, runCommand,
    lsCommand, catCommand, mcpCommand, consentCommand, serveCommand, waitTurnCommand,
    completionCommand, manualCommand, completeCommand;

std::vector<Command> allCommands() {
  return {targetsCommand,  engineCommand,      clusterCommand, queueCommand,   adoptCommand,
          whereCommand,    checkCommand,       renderCommand,  inspectCommand, syncCommand,
          submitCommand,   newCommand,         importCommand,  runsCommand,    importRunsCommand,
          showCommand,     noteCommand,        rereadCommand,  watchCommand,   logsCommand,
          cancelCommand,   resumeCommand,      fetchCommand,   removeCommand,  metricsCommand,
          samplesCommand,  exportCommand,      studyCommand,   tunnelCommand,  tunnelsCommand,
          jupyterCommand,  tensorboardCommand, notifyCommand,  shellCommand,   runCommand,
          lsCommand,       catCommand,         mcpCommand,     consentCommand, serveCommand,
          waitTurnCommand, completionCommand,  manualCommand,  completeCommand};
}

void addTo(CLI::App& parent, const std::vector<Command>& commands, ChosenCommand& chosen) {
  for (const Command& each : commands)
    each.add(*parent.add_subcommand(each.name, each.help), chosen);
}

}  // namespace trainyard
