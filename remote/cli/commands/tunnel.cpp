// SPDX-License-Identifier: GPL-3.0-or-later
// `yard tunnel`, `yard tunnels`, and programs that are started to be used through a tunnel.
#include <algorithm>
#include <cstdio>

#include <QDir>
#include <QJsonArray>
#include <QUuid>

#include "engine/contract/messages.h"
#include "remote/cli/command.h"
#include "remote/cli/progress_line.h"
#include "remote/cli/watch.h"
#include "remote/process/waiter.h"
#include "remote/store/named_runs.h"
#include "remote/store/run_store.h"

namespace trainyard {
namespace {

// Each poll makes a cluster's login node read the run's output.
constexpr std::chrono::milliseconds announcedPause{2000};

QJsonObject jsonOf(const TunnelRecord& tunnel) {
  QJsonObject json = toJson(tunnel);
  json.insert(u"url"_s, tunnel.url());
  return json;
}

QString placeOf(const TunnelRecord& tunnel) {
  const QString node = tunnel.node.isEmpty() ? tunnel.target : tunnel.target + u':' + tunnel.node;
  return u"%1:%2"_s.arg(node).arg(tunnel.port);
}

void printOpened(const TunnelRecord& tunnel, Format format) {
  if (format == Format::json) return void(printJson(jsonOf(tunnel)));
  std::fprintf(stderr, "tunnel %lld to %s\n", static_cast<long long>(tunnel.id),
               sanitizedForTerminal(placeOf(tunnel)).toUtf8().constData());
  print(sanitizedForTerminal(tunnel.url()));
  std::fflush(stdout);
}

// Tokens are not shown, since others may see the screen.
void printTunnel(const TunnelRecord& tunnel) {
  const QString local = u"http://%1:%2"_s.arg(tunnel.localAddress).arg(tunnel.localPort);
  print(u"%1  %2  to %3%4%5"_s.arg(tunnel.id, 3)
            .arg(local, sanitizedForTerminal(placeOf(tunnel)),
                 tunnel.service.isEmpty() ? QString()
                                          : u", "_s + sanitizedForTerminal(tunnel.service),
                 tunnel.run.isEmpty() ? QString() : u" of run "_s + tunnel.run.left(8)));
}

QCoro::Task<Result<TunnelRequest>> requestFor(ServiceClient& client, QString where, QString port) {
  TunnelRequest request;
  if (!port.isEmpty()) {
    const auto place = nodePortFrom(port);
    if (!place) co_return make_error("tunnel.port", {{"text", port.toStdString()}});
    request.node = place->node;
    request.port = place->port;
  }
  CO_TRY(auto targets, co_await client.call(methods::targetsList));
  const bool isTarget =
      std::any_of(targets.targets.begin(), targets.targets.end(),
                  [&](const TargetRecord& target) { return target.settings.name == where; });
  if (isTarget) {
    request.target = where;
    co_return request;
  }
  RunStore store;
  CO_TRY(auto run, namedRun(store, where, Meant::open));
  request.run = run.run;
  co_return request;
}

QByteArray quoted(const QString& text) {
  // JSON strings are valid YAML.
  const QByteArray list = QJsonDocument(QJsonArray{text}).toJson(QJsonDocument::Compact);
  return list.mid(1, list.size() - 2);
}

QByteArray commandDocument(const char* name, const QString& program, const QStringList& arguments) {
  QByteArray text =
      QByteArray("format: 1\nname: ") + name +
      "\nworkload: command\ncommand:\n  launcher: none\n  metrics: none\n  program: " +
      quoted(program) + "\n  arguments:\n";
  for (const QString& argument : arguments) text += "    - " + quoted(argument) + '\n';
  return text;
}

// Waits until the run has announced its port, or has ended.
QCoro::Task<Result<TunnelRecord>> openAnnounced(ServiceClient& client, QString run) {
  RunStore store;
  Waiter pause;
  QString said;
  TunnelRequest request;
  request.run = run;
  for (;;) {
    if (!client.isConnected()) {
      CO_TRY(co_await client.connectToService());
    }
    CO_TRY(auto now, store.run(run));
    if (!isOpen(now.state))
      co_return make_error("tunnel.ended", {{"run", run.left(8).toStdString()},
                                            {"why", stateText(now).toStdString()}});
    // Shows why the run is waiting in the queue; once it is running, that its announcement is
    // awaited.
    const QString state = stateText(now);
    if (std::exchange(said, state) != state) printNote(state);
    if (now.state == RunState::running) {
      auto opened = co_await client.call(methods::tunnelsOpen, {}, request);
      static constexpr const char* passing[] = {"tunnel.nothing_announced", "tunnel.not_running",
                                                "tunnel.relay", "host.unreachable"};
      const bool isPassing =
          !opened && std::any_of(std::begin(passing), std::end(passing),
                                 [&](const char* code) { return opened.error().code == code; });
      if (!isPassing) co_return opened;
    }
    co_await pause.wait({}, QDeadlineTimer(announcedPause));
  }
}

struct TunnelCommand {
  QString where, port;
  int localPort = 0;
  JsonOption json;

  void describe(CLI::App& command) {
    addOption(command, "TARGET|RUN", where, "A target's name, or a run that runs");
    addOption(command, "PORT", port,
              "PORT or NODE:PORT; for a run, default: the port that it has announced");
    command.add_option("--local", localPort, "Port on this computer; default: a free one")
        ->check(CLI::Range(1, 65535));
    json.describe(command);
    command.require_subcommand(0, 1);
  }
  static std::vector<Command> subcommands();
  void check() const {
    if (where.isEmpty()) throw CLI::RequiredError("TARGET|RUN");
  }
  QCoro::Task<Result<int>> run(ServiceClient& client) {
    CO_TRY(auto request, co_await requestFor(client, where, port));
    request.localPort = static_cast<quint16>(localPort);
    CO_TRY(auto opened, co_await client.call(methods::tunnelsOpen, {}, request));
    printOpened(opened, json.format());
    co_return 0;
  }
};

struct CloseTunnelCommand {
  qint64 id = 0;

  void describe(CLI::App& command) {
    command.add_option("ID", id, "Its ID, as listed by `yard tunnels`")->required();
  }
  QCoro::Task<Result<int>> run(ServiceClient& client) {
    CO_TRY(co_await client.call(methods::tunnelsClose, {}, id));
    print(u"tunnel %1 is closed"_s.arg(id));
    co_return 0;
  }
};

std::vector<Command> TunnelCommand::subcommands() {
  return {{"close", "Close a tunnel", addCommand<CloseTunnelCommand>}};
}

struct TunnelsCommand {
  JsonOption json;

  void describe(CLI::App& command) {
    json.describe(command, "Print JSON, with the tokens of the addresses");
  }
  QCoro::Task<Result<int>> run(ServiceClient& client) {
    CO_TRY(auto tunnels, co_await client.call(methods::tunnelsList));
    if (json.isGiven) {
      QJsonArray list;
      for (const TunnelRecord& tunnel : tunnels.tunnels) list.append(jsonOf(tunnel));
      co_return printJson(list);
    }
    if (tunnels.tunnels.isEmpty()) std::fprintf(stderr, "no tunnel is open\n");
    for (const TunnelRecord& tunnel : tunnels.tunnels) printTunnel(tunnel);
    co_return 0;
  }
};

// A program in a job of its own, which is used through a tunnel.
struct ServedProgram {
  QString target = u"here"_s;
  QStringList changes;
  JsonOption json;

  void describe(CLI::App& command) {
    addOption(command, "--set", changes,
              "A field of the experiment, such as resources.time_limit=02:00:00")
        ->allow_extra_args(false);
    json.describe(command);
  }
  QCoro::Task<Result<int>> start(ServiceClient& client, QByteArray document) {
    SubmitRequest request;
    request.path = QDir::current().absoluteFilePath(u"interactive.yaml"_s);
    request.text = document;
    request.overrides = changes;
    request.target = target;
    request.run = QUuid::createUuid().toString(QUuid::WithoutBraces);
    const QString run = request.run;
    explainInterrupt(run, u"The submission goes on"_s);
    auto progress = std::make_unique<ProgressLine>(client, run);
    CO_TRY(co_await client.submit(std::move(request)));
    progress.reset();
    std::fprintf(stderr, "run %s; end it with `yard cancel %s`\n", qPrintable(run),
                 qPrintable(run.left(8)));
    explainInterruptAs(
        u"The job goes on and keeps what it asked for. `yard tunnel %1` opens it "
        "once it runs, `yard cancel %1` ends it."_s.arg(run.left(8)));
    CO_TRY(auto opened, co_await openAnnounced(client, run));
    printOpened(opened, json.format());
    co_return 0;
  }
};

struct JupyterCommand {
  ServedProgram served;
  QString folder;

  void describe(CLI::App& command) {
    served.describe(command);
    addOption(command, "TARGET", served.target, "Where");
    addOption(command, "--folder", folder,
              "Folder of the notebooks there; default: the home folder");
  }
  // On the node's loopback address, which other computers cannot reach; on the first free port.
  QCoro::Task<Result<int>> run(ServiceClient& client) {
    return served.start(
        client,
        commandDocument("jupyter", u"/bin/sh"_s,
                        {u"-c"_s,
                         u"cd \"${1:-$HOME}\" && exec jupyter lab --no-browser --ip=127.0.0.1 "
                         "--port=$((20000 + $$ % 30000)) --ServerApp.port_retries=200"_s,
                         u"sh"_s, folder}));
  }
};

struct TensorboardCommand {
  ServedProgram served;
  QString name;

  void describe(CLI::App& command) {
    served.describe(command);
    addOption(command, "RUN", name, "Start of its UUID, its folder's name, or last")->required();
  }
  QCoro::Task<Result<int>> run(ServiceClient& client) {
    RunStore store;
    CO_TRY(const auto run, namedRun(store, name));
    served.target = run.target;
    const QByteArray document = commandDocument(
        "tensorboard", u"tensorboard"_s,
        {u"--logdir"_s, run.folder, u"--host"_s, u"127.0.0.1"_s, u"--port"_s, u"0"_s});
    co_return co_await served.start(client, document);
  }
};

}  // namespace

extern const Command tunnelCommand{
    "tunnel", "Reach a port of a node from this computer, or `tunnel close ID`",
    addCommand<TunnelCommand>};
extern const Command tunnelsCommand{"tunnels", "List open tunnels", addCommand<TunnelsCommand>};
extern const Command jupyterCommand{"jupyter", "Start Jupyter in a job and print its address here",
                                    addCommand<JupyterCommand>};
extern const Command tensorboardCommand{
    "tensorboard", "Start TensorBoard over a run's folder and print its address here",
    addCommand<TensorboardCommand>};

}  // namespace trainyard
