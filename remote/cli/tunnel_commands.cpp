// SPDX-License-Identifier: GPL-3.0-or-later
// `yard tunnel`, `yard tunnels`, and programs that are started to be used through a tunnel.
#include <algorithm>
#include <cstdio>

#include <QDir>
#include <QJsonArray>
#include <QUuid>

#include "engine/contract/messages.h"
#include "remote/cli/commands.h"
#include "remote/store/named_runs.h"
#include "remote/cli/output.h"
#include "remote/cli/progress_line.h"
#include "remote/cli/watch.h"
#include "remote/process/waiter.h"
#include "remote/store/run_store.h"

namespace trainyard {
namespace {

// Each poll makes a cluster's login node read the run's output.
constexpr std::chrono::milliseconds announcedPause{2000};

QJsonObject jsonOf(const TunnelRecord& tunnel) {
  QJsonObject json = toJson(tunnel);
  json.insert(QStringLiteral("url"), tunnel.url());
  return json;
}

QString placeOf(const TunnelRecord& tunnel) {
  const QString node =
      tunnel.node.isEmpty() ? tunnel.target : tunnel.target + QLatin1Char(':') + tunnel.node;
  return QStringLiteral("%1:%2").arg(node).arg(tunnel.port);
}

void printOpened(const TunnelRecord& tunnel, Format format) {
  if (format == Format::json) return void(printJson(jsonOf(tunnel)));
  std::fprintf(stderr, "tunnel %lld to %s\n", static_cast<long long>(tunnel.id),
               sanitizedForTerminal(placeOf(tunnel)).toUtf8().constData());
  print(sanitizedForTerminal(tunnel.url()));
  std::fflush(stdout);
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
    if (std::exchange(said, state) != state)
      std::fprintf(stderr, "%s\n", state.toUtf8().constData());
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

QCoro::Task<int> serveAndOpen(ServiceClient& client, SubmitOptions options, QByteArray document) {
  SubmitRequest request;
  request.path = QDir::current().absoluteFilePath(QStringLiteral("interactive.yaml"));
  request.text = document;
  request.overrides = options.overrides;
  request.target = options.target;
  request.run = QUuid::createUuid().toString(QUuid::WithoutBraces);
  const QString run = request.run;
  explainInterrupt(run, QStringLiteral("The submission goes on"));
  auto progress = std::make_unique<ProgressLine>(client, run);
  auto submitted = co_await client.submit(std::move(request));
  progress.reset();
  if (!submitted) co_return fail(submitted.error());
  std::fprintf(stderr, "run %s; end it with `yard cancel %s`\n", qPrintable(run),
               qPrintable(run.left(8)));
  explainInterruptAs(QStringLiteral("The job goes on and keeps what it asked for. `yard tunnel %1` "
                                    "opens it once it runs, `yard cancel %1` ends it.")
                         .arg(run.left(8)));
  auto opened = co_await openAnnounced(client, run);
  if (!opened) co_return fail(opened.error());
  printOpened(*opened, options.format);
  co_return 0;
}

}  // namespace

QCoro::Task<int> openTunnel(ServiceClient& client, QString where, QString port, int localPort,
                            Format format) {
  auto request = co_await requestFor(client, where, port);
  if (!request) co_return fail(request.error());
  request->localPort = static_cast<quint16>(localPort);
  auto opened = co_await client.call(methods::tunnelsOpen, {}, *request);
  if (!opened) co_return fail(opened.error());
  printOpened(*opened, format);
  co_return 0;
}

QCoro::Task<int> listTunnels(ServiceClient& client, Format format) {
  auto tunnels = co_await client.call(methods::tunnelsList);
  if (!tunnels) co_return fail(tunnels.error());
  if (format == Format::json) {
    QJsonArray list;
    for (const TunnelRecord& tunnel : tunnels->tunnels) list.append(jsonOf(tunnel));
    printJson(list);
    co_return 0;
  }
  if (tunnels->tunnels.isEmpty()) std::fprintf(stderr, "no tunnel is open\n");
  for (const TunnelRecord& tunnel : tunnels->tunnels) {
    // Tokens are not shown, since others may see the screen.
    const QString local =
        QStringLiteral("http://%1:%2").arg(tunnel.localAddress).arg(tunnel.localPort);
    print(QStringLiteral("%1  %2  to %3%4%5")
              .arg(tunnel.id, 3)
              .arg(local, sanitizedForTerminal(placeOf(tunnel)),
                   tunnel.service.isEmpty()
                       ? QString()
                       : QStringLiteral(", ") + sanitizedForTerminal(tunnel.service),
                   tunnel.run.isEmpty() ? QString()
                                        : QStringLiteral(" of run ") + tunnel.run.left(8)));
  }
  co_return 0;
}

QCoro::Task<int> closeTunnel(ServiceClient& client, qint64 id) {
  if (auto closed = co_await client.call(methods::tunnelsClose, {}, id); !closed)
    co_return fail(closed.error());
  print(QStringLiteral("tunnel %1 is closed").arg(id));
  co_return 0;
}

QCoro::Task<int> startJupyter(ServiceClient& client, SubmitOptions options, QString folder) {
  // On the node's loopback address, which other computers cannot reach; on the first free port.
  const QByteArray document = commandDocument(
      "jupyter", QStringLiteral("/bin/sh"),
      {QStringLiteral("-c"),
       QStringLiteral("cd \"${1:-$HOME}\" && exec jupyter lab --no-browser --ip=127.0.0.1 "
                      "--port=$((20000 + $$ % 30000)) --ServerApp.port_retries=200"),
       QStringLiteral("sh"), folder});
  const int code = co_await serveAndOpen(client, std::move(options), document);
  co_return code;
}

QCoro::Task<int> startTensorboard(ServiceClient& client, SubmitOptions options, QString text) {
  RunStore store;
  auto run = namedRun(store, text);
  if (!run) co_return fail(run.error());
  options.target = run->target;
  const QByteArray document =
      commandDocument("tensorboard", QStringLiteral("tensorboard"),
                      {QStringLiteral("--logdir"), run->folder, QStringLiteral("--host"),
                       QStringLiteral("127.0.0.1"), QStringLiteral("--port"), QStringLiteral("0")});
  const int code = co_await serveAndOpen(client, std::move(options), document);
  co_return code;
}

}  // namespace trainyard
