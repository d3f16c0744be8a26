// SPDX-License-Identifier: GPL-3.0-or-later
// `yard mcp`: the tools that agents may call.
#include <QDir>

#include "remote/cli/command.h"
#include "remote/mcp/serve_mcp.h"

namespace trainyard {
namespace {

// An agent's client may start programs anywhere; all below a home folder is no folder of
// experiments.
QString folderOf(const QString& given) {
  if (!given.isEmpty()) return QDir(absolute(given)).canonicalPath();
  const QString current = QDir::current().canonicalPath();
  const bool isTooWide = current == "/"_L1 || current == QDir::home().canonicalPath();
  return isTooWide ? QString() : current;
}

struct McpCommand {
  double gpuHours = 0;
  std::optional<qint64> jobs;
  QStringList targets;
  QString folder;

  void describe(CLI::App& command) {
    CLI::Option* hours =
        command
            .add_option("--gpu-hours", gpuHours,
                        "GPU-hours that the session may spend once a person has allowed it")
            ->check(CLI::NonNegativeNumber);
    CLI::Option* most = command.add_option("--jobs", jobs, "Jobs that it may submit then")
                            ->check(CLI::NonNegativeNumber);
    CLI::Option* where =
        addOption(command, "--targets", targets, "Where: names of targets with commas between them")
            ->delimiter(',')
            ->type_name("TARGET,...");
    hours->needs(where);
    most->needs(where);
    addOption(command, "--folder", folder,
              "The only folder whose files it reads (default: the current one)")
        ->check(CLI::ExistingDirectory);
  }
  int run() {
    SessionOptions options{{gpuHours, jobs, targets}, folderOf(folder), {}};
    options.version = QCoreApplication::applicationVersion();
    return serveMcp(std::move(options));
  }
};

}  // namespace

extern const Command mcpCommand{
    "mcp", "Serve an agent over the Model Context Protocol, on standard input and output",
    addCommand<McpCommand>};

}  // namespace trainyard
