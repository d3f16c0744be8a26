#include <QDateTime>
#include <QFile>
#include <QRegularExpression>
#include <QTcpSocket>
#include <QUuid>

#include "engine/contract/unix_time.h"
#include "engine/contract/messages.h"
#include "remote/process/waiter.h"
#include "remote/target/learn.h"

static void initialiseCheckJob() { Q_INIT_RESOURCE(target); }

namespace trainyard {
namespace {

using Values = QHash<QString, QStringList>;

Values readValues(const QByteArray& text) {
  Values values;
  for (const QString& line : QString::fromUtf8(text).split(QLatin1Char('\n')))
    if (const qsizetype equals = line.indexOf(QLatin1Char('=')); equals > 0)
      values[line.first(equals)] << line.sliced(equals + 1).trimmed();
  return values;
}

QString first(const Values& values, const char* key) {
  return values.value(QLatin1String(key)).value(0);
}

QByteArray jobScript(const TargetFacts& facts) {
  initialiseCheckJob();
  QFile file(QStringLiteral(":/target/check_node.sh"));
  if (!file.open(QIODevice::ReadOnly)) return {};
  QByteArray directives =
      "#SBATCH --nodes=1\n#SBATCH --ntasks=1\n#SBATCH --time=00:03:00\n#SBATCH --requeue\n";
  for (const PartitionFacts& partition : facts.partitions)
    if (partition.isDefault && !partition.gpus.isEmpty()) directives += "#SBATCH --gres=gpu:1\n";
  QByteArray script = file.readAll();
  return script.insert(script.indexOf('\n') + 1, directives);
}

// Whether a forward to the node works: one word of its own listener is proof enough. Where the site
// forbids forwards, nothing is known of the node.
QCoro::Task<void> tryForward(Host& host, QString address, quint16 port, TargetFacts& facts,
                             std::stop_token stop) {
  if (address.isEmpty() || port == 0) co_return;
  auto forward = co_await host.forward(address, port, stop);
  if (!forward && forward.error().code == "cancelled") co_return;
  facts.canForward = forward || forward.error().code != "forward.refused";
  if (!forward && *facts.canForward) facts.node.isReachable = false;
  if (!forward) co_return;
  QTcpSocket socket;
  socket.connectToHost((*forward)->address(), (*forward)->port());
  Waiter waiter;
  const QDeadlineTimer deadline(std::chrono::seconds(10));
  while (!deadline.hasExpired() && socket.bytesAvailable() < 9 &&
         socket.state() != QAbstractSocket::UnconnectedState)
    if (const Waited waited = co_await waiter.wait(stop, QDeadlineTimer(50));
        waited == Waited::stopped)
      co_return;
  facts.node.isReachable = socket.readAll().startsWith("trainyard");
}

NodeFacts nodeFrom(const Values& values) {
  NodeFacts node;
  node.time = unix_time();
  node.node = first(values, "node");
  node.glibc = first(values, "glibc");
  node.kernel = first(values, "kernel");
  node.driver = first(values, "driver");
  node.gpus = values.value(QStringLiteral("gpu"));
  node.hasModules = first(values, "modules") == QLatin1String("yes");
  node.seesBase = first(values, "sees") == QLatin1String("yes");
  node.writesBase = first(values, "writes") == QLatin1String("yes");
  return node;
}

// Until the job has written what it saw, or is gone without it.
QCoro::Task<Result<QByteArray>> awaitNode(Host& host, Scheduler& scheduler, JobPlace place,
                                          QString base, std::stop_token stop) {
  Waiter waiter;
  while (true) {
    CO_TRY(auto state, co_await scheduler.state(place, stop));
    auto text = co_await host.readFile(place.folder + QStringLiteral("/node"), 0, 64 << 10, stop);
    if (text) co_return *text;
    if (text.error().code != "file.missing") co_return text.error();
    if (state.phase == JobState::Phase::gone) {
      const QString why = state.end ? state.end->reason : state.reason;
      const char* code = state.nodes.isEmpty() ? "target.base_unseen" : "target.base_unseen_by";
      co_return make_error(code,
                           {{"path", base.toStdString()},
                            {"node", state.nodes.toStdString()},
                            {"why", why.isEmpty() ? std::string("-") : why.toStdString()}},
                           ExitCode::environment);
    }
    if (const Waited waited = co_await waiter.wait(stop, QDeadlineTimer(std::chrono::seconds(1)));
        waited == Waited::stopped)
      co_return cancelledError();
  }
}

QCoro::Task<Result<TargetFacts>> checkIn(Host& host, Scheduler& scheduler, TargetFacts facts,
                                         QString base, JobRequest request, std::stop_token stop) {
  CO_TRY(
      co_await host.writeFile(request.folder + QStringLiteral("/job.sh"), jobScript(facts), stop));
  auto job = co_await scheduler.submit(request, stop);
  if (!job) co_return job.error();
  const JobPlace place{request.folder, request.submission,
                       request.token,  *job,
                       std::nullopt,   static_cast<double>(QDateTime::currentSecsSinceEpoch())};
  auto text = co_await awaitNode(host, scheduler, place, base, stop);
  if (text) {
    const Values values = readValues(*text);
    facts.node = nodeFrom(values);
    if (const QString requeue = first(values, "requeue"); !requeue.isEmpty())
      facts.canRequeue = requeue == QLatin1String("1");
    co_await tryForward(host, first(values, "address"), first(values, "port").toUShort(), facts,
                        stop);
    (void)co_await host.writeFile(request.folder + QStringLiteral("/seen"), {}, stop);
  }
  // Also when stopped: a job that nobody waits for would only take a place.
  (void)co_await scheduler.cancel(place, {});
  if (!text) co_return text.error();
  co_return facts;
}

}  // namespace

QCoro::Task<Result<TargetFacts>> checkJob(Host& host, Scheduler& scheduler, TargetFacts facts,
                                          QString base, std::stop_token stop) {
  const QString id = QUuid::createUuid().toString(QUuid::Id128).left(8);
  JobRequest request;
  request.folder = QStringLiteral("%1/check-%2").arg(base, id);
  request.token = QStringLiteral("trainyard-check-%1.1").arg(id);
  request.environment = QProcessEnvironment::systemEnvironment();
  CO_TRY(co_await host.makeFolder(request.folder, stop));
  auto checked = co_await checkIn(host, scheduler, std::move(facts), base, request, stop);
  // The job may still be writing its last lines.
  for (int tries = 0; tries < 20; ++tries) {
    if (auto removed = co_await host.removeTree(request.folder, {}); removed) break;
    Waiter waiter;
    (void)co_await waiter.wait({}, QDeadlineTimer(500));
  }
  co_return checked;
}

}  // namespace trainyard
