// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/tunnels/tunnels.h"

#include <algorithm>

#include <QRegularExpression>

#include "engine/contract/messages.h"
#include "engine/contract/run/relay_protocol.h"
#include "remote/schedulers/scheduler_kind.h"
#include "remote/service/requests/run_logs.h"

namespace trainyard {
namespace {

constexpr std::chrono::seconds relayTime{60};
constexpr qint64 scriptBytes = 256 << 10;
constexpr qsizetype maxOutputs = 16;

Error runError(const char* code, const RunRecord& run) {
  return make_error(code, {{"run", run.run.left(8).toStdString()}});
}

bool isOfDirectWay(const Error& error) {
  return error.code == "forward.refused" || error.code == "forward.unreachable";
}

// The agent that the run's own script starts: it exists, and works on the machine.
QString agentIn(const QByteArray& script) {
  static const QRegularExpression line(QStringLiteral("^exec ('?)(/[^'\\n]*/yard-agent)\\1 run\\b"),
                                       QRegularExpression::MultilineOption);
  return line.match(QString::fromUtf8(script)).captured(2);
}

QString nodeOfLog(const QString& file) {
  return file.startsWith(QStringLiteral("nodes/")) ? file.section(QLatin1Char('/'), 1, 1)
                                                   : QString();
}

}  // namespace

Tunnels::Tunnels(Runs& runs, TargetRegistry& targets) : m_runs(runs), m_targets(targets) {
  connect(&runs.registry(), &RunRegistry::changed, this, &Tunnels::noteRun);
  connect(&targets, &TargetRegistry::changed, this, &Tunnels::noteTarget);
}

QList<TunnelRecord> Tunnels::list() const {
  QList<TunnelRecord> all;
  for (const auto& [id, open] : m_open) all.append(open.record);
  return all;
}

Result<void> Tunnels::close(qint64 id) {
  if (m_open.erase(id) == 0) return make_error("tunnel.unknown", {{"id", std::int64_t{id}}});
  return {};
}

const TunnelRecord* Tunnels::known(const TunnelRequest& request) const {
  for (const auto& [id, open] : m_open) {
    const TunnelRecord& record = open.record;
    const bool leadsThere = record.run == request.run && record.port == request.port &&
                            (!request.run.isEmpty() || record.target == request.target) &&
                            (request.node.isEmpty() || record.node == request.node);
    if (leadsThere && (request.localPort == 0 || request.localPort == record.localPort))
      return &record;
  }
  return nullptr;
}

TunnelRecord Tunnels::keep(TunnelRecord record, HeldTarget held, std::unique_ptr<Forward> forward) {
  record.id = ++m_lastId;
  record.localAddress = forward->address();
  record.localPort = forward->port();
  m_open.emplace(record.id, Open{record, std::move(held), std::move(forward)});
  return record;
}

QCoro::Task<Result<TunnelRecord>> Tunnels::open(TunnelRequest request, std::stop_token stop) {
  if (request.port != 0)
    if (const TunnelRecord* same = known(request)) co_return TunnelRecord(*same);
  if (size() >= limit) co_return make_error("tunnel.too_many", {{"limit", std::int64_t{limit}}});
  if (!request.run.isEmpty()) {
    auto opened = co_await openToRun(std::move(request), stop);
    co_return opened;
  }
  const bool isHere = request.target == QLatin1String("here");
  const Map wrong{{"target", request.target.toStdString()}, {"port", std::int64_t{request.port}}};
  if (request.port == 0 || (request.node.isEmpty() && !isHere))
    co_return make_error("tunnel.no_node", wrong);
  CO_TRY(auto held,
         co_await m_targets.ready(request.target, TargetRegistry::Login::onDemand, stop));
  ForwardWay way{isHere ? QStringLiteral("127.0.0.1") : request.node, request.port,
                 request.localPort};
  CO_TRY(auto forward, co_await held.target.host->tunnel(std::move(way), stop));
  TunnelRecord record{0, request.target, {}, request.node, request.port};
  record.way = isHere ? QStringLiteral("here") : QStringLiteral("login");
  record.path = QStringLiteral("/");
  co_return keep(std::move(record), std::move(held), std::move(forward));
}

QCoro::Task<Result<TunnelRecord>> Tunnels::openToRun(TunnelRequest request, std::stop_token stop) {
  CO_TRY(auto found, m_runs.find(request.run));
  const RunRecord run = found.run;
  if (run.state != RunState::running) co_return runError("tunnel.not_running", run);
  CO_TRY(auto held, co_await m_targets.ready(run.target, TargetRegistry::Login::onDemand, stop));
  Host& host = *held.target.host;
  auto announced = co_await findAnnounced(host, run, request.node, request.port, stop);
  if (!announced && (request.port == 0 || announced.error().code != "tunnel.nothing_announced"))
    co_return announced.error();
  TunnelRecord record{0, run.target, run.run, request.node, request.port};
  record.path = QStringLiteral("/");
  if (announced) {
    record.service = announced->service.name;
    record.path = announced->service.path;
    record.port = announced->service.port;
    if (record.node.isEmpty()) record.node = announced->node;
  }
  CO_TRY(auto attempts, m_runs.registry().store.attempts(run.run));
  if (record.node.isEmpty() && !attempts.isEmpty()) record.node = attempts.last().nodes.value(0);
  const TunnelRequest same{run.target, run.run, record.node, record.port, request.localPort};
  if (const TunnelRecord* there = known(same)) co_return TunnelRecord(*there);

  ForwardWay way{held.target.isHere() ? QStringLiteral("127.0.0.1") : record.node, record.port,
                 request.localPort};
  record.way = held.target.isHere() ? QStringLiteral("here") : QStringLiteral("login");
  auto forward = co_await host.tunnel(way, stop);
  if (!forward && isOfDirectWay(forward.error())) {
    CO_TRY(way.relay, co_await relayOf(host, run, record.node, record.port, forward.error(), stop));
    record.way = QStringLiteral("job");
    auto relayed = co_await host.tunnel(way, stop);
    forward = std::move(relayed);
  }
  if (!forward) co_return forward.error();
  // It may have ended meanwhile, unnoticed.
  CO_TRY(auto now, m_runs.registry().store.run(run.run));
  if (now.state != RunState::running) co_return runError("tunnel.not_running", run);
  co_return keep(std::move(record), std::move(held), std::move(*forward));
}

// The service on the requested port, else the last one announced.
QCoro::Task<Result<Tunnels::Found>> Tunnels::findAnnounced(Host& host, RunRecord run, QString node,
                                                           quint16 port, std::stop_token stop) {
  CO_TRY(auto files, co_await listLogs(host, run, 0, stop));
  // A node's own files, if there are any, tell where it is running.
  const bool hasNodes = std::any_of(files.begin(), files.end(), [](const LogFile& file) {
    return !nodeOfLog(file.name).isEmpty();
  });
  std::optional<Found> best;
  qsizetype looked = 0;
  for (const LogFile& file : files) {
    const QString itsNode = nodeOfLog(file.name);
    if ((hasNodes && itsNode.isEmpty()) || file.bytes == 0) continue;
    if (!node.isEmpty() && !itsNode.isEmpty() && itsNode != node) continue;
    if (++looked > maxOutputs) break;
    constexpr qint64 chunk = 1 << 20;
    CO_TRY(auto first, co_await readLog(host, run, 0, file.name, 0, stop));
    QByteArray output = first.data.content;
    if (file.bytes > chunk) {
      CO_TRY(auto last,
             co_await readLog(host, run, 0, file.name, std::max(chunk, file.bytes - chunk), stop));
      output += '\n' + last.data.content;
    }
    for (const AnnouncedService& service : announcedIn(output))
      if (port == 0 || port == service.port) best = Found{service, itsNode};
  }
  if (!best) co_return runError("tunnel.nothing_announced", run);
  co_return std::move(*best);
}

// A step of the run's own job, for all tunnels to its node. The port is tried first: its error
// message is more useful than a failed connection.
QCoro::Task<Result<CommandLine>> Tunnels::relayOf(Host& host, RunRecord run, QString node,
                                                  quint16 port, Error direct,
                                                  std::stop_token stop) {
  Map words{
      {"port", std::int64_t{port}}, {"node", node.toStdString()}, {"login", as_argument(direct)}};
  CO_TRY(auto jobs, m_runs.registry().store.jobs(run.run));
  CO_TRY(auto script,
         co_await host.readFile(run.folder + QStringLiteral("/job.sh"), 0, scriptBytes, stop));
  const QString agent = agentIn(script);
  const SchedulerKind* kind = jobs.isEmpty() ? nullptr : kindNamed(jobs.last().scheduler);
  if (!kind || !kind->step || agent.isEmpty() || node.isEmpty())
    co_return make_error("tunnel.no_relay", std::move(words));
  CommandLine relay = kind->step(jobs.last().job, node);
  relay.arguments << agent << QStringLiteral("relay");
  CommandLine probe = relay;
  probe.arguments << QStringLiteral("--probe") << QString::number(port);
  CO_TRY(auto tried, co_await host.run(std::move(probe), {}, stop, QDeadlineTimer(relayTime)));
  if (tried.exitCode != 0) {
    words.emplace_back("job", QString::fromUtf8(tried.err).simplified().left(300).toStdString());
    co_return make_error("tunnel.relay", std::move(words));
  }
  // An older version connects one port, and prints nothing.
  if (!tried.out.endsWith(QByteArray::fromStdString(std::string(relay_greeting)))) {
    words.emplace_back("job", as_argument(make_error("tunnel.older_relay", {})));
    co_return make_error("tunnel.relay", std::move(words), ExitCode::unreachable);
  }
  co_return relay;
}

void Tunnels::noteRun(const QString& run) {
  const bool isTheirs = std::any_of(m_open.begin(), m_open.end(), [&](const auto& each) {
    return each.second.record.run == run;
  });
  if (!isTheirs) return;
  // If the store cannot be read now, that says nothing about the run.
  const auto now = m_runs.registry().store.run(run);
  if (now ? now->state == RunState::running : now.error().code != "run.unknown") return;
  std::erase_if(m_open, [&](const auto& each) { return each.second.record.run == run; });
}

void Tunnels::noteTarget(const QString& target) {
  std::erase_if(m_open, [&](const auto& each) {
    const TargetLink link = each.second.held.site->link().link;
    return each.second.record.target == target &&
           (link == TargetLink::none || link == TargetLink::refused);
  });
}

}  // namespace trainyard
