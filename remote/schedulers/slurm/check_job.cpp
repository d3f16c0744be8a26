// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDateTime>
#include <QRegularExpression>
#include <QTcpSocket>
#include <QTimer>
#include <QUuid>

#include "engine/system/unix_time.h"
#include "engine/contract/messages.h"
#include "remote/process/embedded_script.h"
#include "remote/process/waiter.h"
#include "remote/schedulers/slurm/learn.h"

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

QByteArray jobScript(const TargetFacts& facts, const QString& account) {
  QByteArray directives =
      "#SBATCH --nodes=1\n#SBATCH --ntasks=1\n#SBATCH --time=00:03:00\n#SBATCH --requeue\n";
  for (const PartitionFacts& partition : facts.partitions)
    if (partition.isDefault && !partition.gpus.isEmpty()) directives += "#SBATCH --gres=gpu:1\n";
  if (!account.isEmpty()) directives += "#SBATCH --account=" + account.toUtf8() + "\n";
  QByteArray script = embeddedScript("check_node.sh").toUtf8();
  return script.insert(script.indexOf('\n') + 1, directives);
}

// Tests a forward to the node: a single word from its listener is proof enough. If the site forbids
// forwards, nothing is learned about the node.
QCoro::Task<void> tryForward(Host& host, QString address, quint16 port, TargetFacts& facts,
                             std::stop_token stop) {
  if (address.isEmpty() || port == 0) co_return;
  auto forward = co_await host.forward(address, port, stop);
  if (!forward && forward.error().kind == ErrorKind::cancelled) co_return;
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

// Waits until the job has written what it found, or is gone without it.
QCoro::Task<Result<QByteArray>> awaitNode(Host& host, Scheduler& scheduler, JobPlace place,
                                          QString base, std::stop_token stop) {
  Waiter waiter;
  while (true) {
    CO_TRY(auto state, co_await scheduler.state(place, stop));
    auto text = co_await host.readFile(place.folder + QStringLiteral("/node"), 0, 64 << 10, stop);
    if (text) co_return *text;
    if (text.error().kind != ErrorKind::not_found) co_return text.error();
    if (state.phase == JobState::Phase::gone) {
      const QString why = state.end ? state.end->reason : state.reason;
      const char* code = state.nodes.isEmpty() ? "target.base_unseen" : "target.base_unseen_by";
      co_return make_error(code, {{"path", base.toStdString()},
                                  {"node", state.nodes.toStdString()},
                                  {"why", why.isEmpty() ? std::string("-") : why.toStdString()}});
    }
    if (const Waited waited = co_await waiter.wait(stop, QDeadlineTimer(std::chrono::seconds(1)));
        waited == Waited::stopped)
      co_return cancelledError();
  }
}

JobPlace placeOf(const JobRequest& request, const QString& job) {
  return {request.folder, request.submission,
          request.token,  job,
          std::nullopt,   static_cast<double>(QDateTime::currentSecsSinceEpoch())};
}

JobRequest requestIn(const QString& base, const QString& id) {
  JobRequest request;
  request.folder = QStringLiteral("%1/check-%2").arg(base, id);
  request.token = QStringLiteral("trainyard-check-%1.1").arg(id);
  request.environment = QProcessEnvironment::systemEnvironment();
  return request;
}

const QString cancelMark = QStringLiteral("cancel");

// Ends what a stopped or failed submission of a check left, if it is unknown whether there is a
// job: whoever works on the submission sees the mark, and ends the job before it is released. If
// that script was killed, the submission is made again, which finds the job. True: nothing of the
// check is in the queue or ever will be, so that its folder can be removed.
QCoro::Task<bool> isOver(Scheduler& scheduler, JobRequest request, std::stop_token stop) {
  auto withdrawn = co_await scheduler.withdraw(request.folder, request.submission, stop);
  if (!withdrawn) co_return false;
  if (*withdrawn) co_return true;
  if (auto job = co_await scheduler.submit(request, stop)) {
    auto cancelled = co_await scheduler.cancel(placeOf(request, *job), stop);
    co_return cancelled.ok();
  }
  withdrawn = co_await scheduler.withdraw(request.folder, request.submission, stop);
  co_return withdrawn && *withdrawn;
}

// What a check leaves behind is put away within the time that a person waits. What is not, because
// the link or the controller is away, bears the mark, and the next check goes on with it.
std::stop_source cleanupLimit() {
  std::stop_source source;
  QTimer::singleShot(std::chrono::seconds(20), [source]() mutable { source.request_stop(); });
  return source;
}

QCoro::Task<void> markCancelled(Host& host, QString folder, std::stop_token stop) {
  (void)co_await host.writeFile(folder + QLatin1Char('/') + cancelMark, {}, stop);
}

QCoro::Task<void> removeIfOver(Host& host, Scheduler& scheduler, JobRequest request,
                               std::stop_token stop) {
  const bool isGone = co_await isOver(scheduler, request, stop);
  if (isGone) (void)co_await host.removeTree(request.folder, stop);
}

// Removes folders of checks that were stopped, however many there are, unless this one is.
QCoro::Task<void> removeEndedChecks(Host& host, Scheduler& scheduler, QString base,
                                    std::stop_token stop) {
  static const QRegularExpression named(QStringLiteral("^check-([0-9a-f]{8})$"));
  std::stop_source limit = cleanupLimit();
  const std::stop_callback stopped(stop, [limit]() mutable { limit.request_stop(); });
  auto entries = co_await host.list(base, stop);
  if (!entries) co_return;
  for (const FolderEntry& entry : *entries) {
    const QRegularExpressionMatch match = named.match(entry.name);
    if (!entry.isFolder || !match.hasMatch()) continue;
    const JobRequest request = requestIn(base, match.captured(1));
    auto marked = co_await host.readFile(request.folder + QLatin1Char('/') + cancelMark, 0, 1,
                                         limit.get_token());
    if (marked) co_await removeIfOver(host, scheduler, request, limit.get_token());
    if (limit.stop_requested()) co_return;
  }
}

// The job may still be writing its last lines.
QCoro::Task<void> removeFolder(Host& host, QString folder, std::stop_token stop) {
  for (int tries = 0; tries < 20 && !stop.stop_requested(); ++tries) {
    if (auto removed = co_await host.removeTree(folder, stop); removed) break;
    Waiter waiter;
    (void)co_await waiter.wait(stop, QDeadlineTimer(500));
  }
}

// Also when stopped: a job that nobody is waiting for would only occupy a slot.
QCoro::Task<void> endJob(Host& host, Scheduler& scheduler, JobPlace place) {
  const std::stop_token limit = cleanupLimit().get_token();
  co_await markCancelled(host, place.folder, limit);
  auto cancelled = co_await scheduler.cancel(place, limit);
  if (cancelled) co_await removeFolder(host, place.folder, limit);
}

QCoro::Task<Result<TargetFacts>> checkIn(Host& host, Scheduler& scheduler, TargetFacts facts,
                                         QString base, JobRequest request, QString account,
                                         std::stop_token stop) {
  const QByteArray script = jobScript(facts, account);
  auto job = Result<QString>(cancelledError());
  auto written = co_await host.writeFile(request.folder + QStringLiteral("/job.sh"), script, stop);
  if (written)
    job = co_await scheduler.submit(request, stop);
  else
    job = written.error();
  if (!job) {
    const std::stop_token limit = cleanupLimit().get_token();
    co_await markCancelled(host, request.folder, limit);
    co_await removeIfOver(host, scheduler, request, limit);
    co_return job.error();
  }
  const JobPlace place = placeOf(request, *job);
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
  co_await endJob(host, scheduler, place);
  if (!text) co_return text.error();
  co_return facts;
}

QCoro::Task<Result<TargetFacts>> checkWith(QString account, Host& host, Scheduler& scheduler,
                                           TargetFacts facts, QString base, std::stop_token stop) {
  JobRequest request = requestIn(base, QUuid::createUuid().toString(QUuid::Id128).left(8));
  request.target = facts.clusterName;
  CO_TRY(co_await host.makeFolder(request.folder, stop));
  auto checked =
      co_await checkIn(host, scheduler, std::move(facts), base, request, std::move(account), stop);
  co_return checked;
}

}  // namespace

QCoro::Task<Result<TargetFacts>> checkSlurmJob(Host& host, Scheduler& scheduler, TargetFacts facts,
                                               QString base, std::stop_token stop) {
  co_await removeEndedChecks(host, scheduler, base, stop);
  auto checked = co_await checkWith({}, host, scheduler, facts, base, stop);
  // A site where every job names its account: the job takes seconds of the first one.
  if (!checked && checked.error().code == "scheduler.refused_account" && !facts.accounts.isEmpty())
    checked = co_await checkWith(facts.accounts.first(), host, scheduler, facts, base, stop);
  co_return checked;
}

}  // namespace trainyard
