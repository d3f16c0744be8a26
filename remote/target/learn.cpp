// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/target/learn.h"

#include <QFile>
#include <QHash>

#include "engine/contract/messages.h"
#include "engine/system/unix_time.h"
#include "remote/schedulers/slurm/slurm_answers.h"
#include "remote/schedulers/slurm/slurm_cluster_text.h"
#include "remote/schedulers/slurm/slurm_site_text.h"
#include "remote/schedulers/slurm/slurm_values.h"
#include "remote/host/trust.h"

static void initialiseLearnScript() { Q_INIT_RESOURCE(target); }

namespace trainyard {
namespace {

struct Said {
  int code = 127;
  QByteArray text;
};
using Answers = QList<std::pair<QByteArray, Said>>;

Error siteError(const char* code, Map arguments = {}) {
  return make_error(code, std::move(arguments));
}

Said said(const Answers& answers, const char* name) {
  for (const auto& [key, value] : answers)
    if (key == name) return value;
  return {};
}

QString lineOf(const Answers& answers, const char* name) {
  const Said answer = said(answers, name);
  return answer.code == 0 ? QString::fromUtf8(answer.text.split('\n').first()).trimmed()
                          : QString();
}

QCoro::Task<Result<Answers>> ask(Host& host, QString base, std::stop_token stop) {
  initialiseLearnScript();
  QFile script(QStringLiteral(":/target/learn.sh"));
  if (!script.open(QIODevice::ReadOnly)) co_return siteError("program.lacks_script");
  const CommandLine command{QStringLiteral("/bin/sh"),
                            {QStringLiteral("-s"), QStringLiteral("--"), base}};
  ProgramOptions options;
  options.input = untrustedFunction().toUtf8() + script.readAll();
  CO_TRY(const auto output,
         co_await host.run(command, options, stop, QDeadlineTimer(std::chrono::minutes(5))));
  Answers answers;
  for (const QByteArray& line : output.out.split('\n')) {
    const QList<QByteArray> words = line.split(' ');
    if (words.size() == 3)
      answers.append({words[0], {words[1].toInt(), QByteArray::fromBase64(words[2])}});
  }
  if (answers.isEmpty()) {
    const QString said = QString::fromUtf8(output.err).simplified().left(500);
    co_return said.isEmpty() ? siteError("host.no_answer")
                             : siteError("host.other_answer", {{"said", said.toStdString()}});
  }
  if (const Said flood = said(answers, "flood"); !flood.text.isEmpty())
    co_return siteError("host.flood", {{"program", flood.text.toStdString()}});
  co_return answers;
}

struct Space {
  bool exists = false, isWritable = false;
  std::optional<qint64> freeBytes, quotaBytes;
  QString folder, problem;
};

// "kibibytes used, soft, hard" at the first place with three consecutive numbers.
void addQuota(const QList<QByteArray>& words, Space& space) {
  for (qsizetype i = 0; i + 2 < words.size(); ++i) {
    QByteArray used = words[i];
    if (used.endsWith('*')) used.chop(1);
    const auto kibibytes = slurmNumber(used), soft = slurmNumber(words[i + 1]),
               hard = slurmNumber(words[i + 2]);
    if (!kibibytes || !soft || !hard) continue;
    const qint64 limit = *hard > 0 ? *hard : *soft;
    if (limit == 0) return;
    space.quotaBytes = limit * 1024;
    const qint64 left = std::max<qint64>(0, limit - *kibibytes) * 1024;
    space.freeBytes = space.freeBytes ? std::min(*space.freeBytes, left) : left;
    return;
  }
}

Space readSpace(const QByteArray& text) {
  Space space;
  QByteArray device;
  for (const QByteArray& line : text.split('\n')) {
    const qsizetype end = line.indexOf(' ');
    const QByteArray key = line.first(end < 0 ? line.size() : end),
                     value = end < 0 ? QByteArray() : line.sliced(end + 1);
    const QList<QByteArray> words = value.simplified().split(' ');
    if (key == "folder")
      space.folder = QString::fromUtf8(value);
    else if (key == "exists")
      space.exists = value == "yes";
    else if (key == "writable")
      space.isWritable = value == "yes";
    else if (key == "problem")
      space.problem = QString::fromUtf8(value).simplified().left(200);
    else if (key == "df" && words.size() >= 6) {
      device = words[0];
      if (const auto free = slurmNumber(words[words.size() - 3])) space.freeBytes = *free * 1024;
    } else if (key == "lfs")
      addQuota(words.mid(1), space);
    else if (key == "quota" && !device.isEmpty() && words.first() == device)
      addQuota(words.mid(1), space);
  }
  return space;
}

// Why it is not writable, and what to do.
Error readonlyError(const QString& base, const QString& host, const QString& problem) {
  const char* why = "target.choose_base";
  if (problem.contains(QLatin1String("No space")) || problem.contains(QLatin1String("quota")))
    why = "target.free_base";
  else if (problem.contains(QLatin1String("Permission denied")))
    why = "target.own_base";
  return siteError("target.base_readonly", {{"path", base.toStdString()},
                                            {"host", host.toStdString()},
                                            {"problem", problem.toStdString()},
                                            {"advice", as_argument(make_error(why, {}))}});
}

void readSlurm(const Answers& answers, TargetFacts& facts) {
  facts.slurmVersion = readVersion(said(answers, "version").text);
  const QHash<QString, QString> config = readConfig(said(answers, "config").text);
  facts.clusterName = config.value(QStringLiteral("ClusterName"));
  const QString accounting = config.value(QStringLiteral("AccountingStorageType"));
  facts.hasAccounting = !accounting.isEmpty() && accounting != QLatin1String("(null)") &&
                        !accounting.endsWith(QLatin1String("/none"));
  facts.canRequeue =
      config.value(QStringLiteral("JobRequeue"), QStringLiteral("1")) != QLatin1String("0");
  facts.maxArraySize = config.value(QStringLiteral("MaxArraySize")).toInt();
  facts.partitions = readPartitions(said(answers, "partitions").text);
  addNodes(said(answers, "nodes").text, "PDcmGf", facts.partitions);
  facts.features = readFeatures(said(answers, "nodes").text, "PDcmGf");
  if (const Said associations = said(answers, "associations"); associations.code == 0) {
    const Associations read = readAssociations(associations.text);
    facts.accounts = read.accounts;
    facts.qos = read.qos;
  }
  if (const Said reservations = said(answers, "reservations"); reservations.code == 0)
    for (const ReservationState& one : readReservations(reservations.text))
      if (isFor(one, facts.user, facts.accounts)) facts.reservations << one.name;
}

}  // namespace

QCoro::Task<Result<TargetFacts>> learnTarget(Host& host, QString base, std::stop_token stop) {
  CO_TRY(const auto answers, co_await ask(host, base, stop));
  TargetFacts facts;
  facts.time = unix_time();
  facts.user = lineOf(answers, "user");
  facts.home = lineOf(answers, "home");
  facts.shell = lineOf(answers, "shell");
  facts.loginHost = lineOf(answers, "host");
  facts.glibc = lineOf(answers, "glibc").section(QLatin1Char(' '), -1);
  const Said rsync = said(answers, "rsync");
  if (rsync.code != 0)
    co_return siteError("host.no_rsync", {{"host", facts.loginHost.toStdString()}});
  facts.rsyncVersion = QString::fromUtf8(rsync.text)
                           .section(QStringLiteral("version "), 1)
                           .section(QLatin1Char(' '), 0, 0);
  if (said(answers, "version").code == 127)
    co_return siteError("host.no_slurm", {{"host", facts.loginHost.toStdString()}});
  if (const Said config = said(answers, "config"); config.code != 0) {
    const SlurmSilence silence = silenceOf({config.code, {}, config.text});
    const bool isSetUp =
        silence.trouble != SlurmTrouble::noConfig && silence.trouble != SlurmTrouble::noCommand;
    co_return siteError(
        isSetUp ? "scheduler.silent" : "host.slurm_silent",
        {{"host", facts.loginHost.toStdString()}, {"why", silence.sentence.toStdString()}});
  }
  readSlurm(answers, facts);
  if (!base.isEmpty()) {
    const Space space = readSpace(said(answers, "base").text);
    facts.baseFreeBytes = space.freeBytes;
    facts.baseQuotaBytes = space.quotaBytes;
    if (!space.isWritable) co_return readonlyError(base, facts.loginHost, space.problem);
    if (const Said trust = said(answers, "trust"); !trust.text.isEmpty())
      co_return untrustedError(QString::fromUtf8(trust.text).trimmed());
  }
  co_return facts;
}

QCoro::Task<Result<QList<BaseOffer>>> offerBases(Host& host, std::stop_token stop) {
  CO_TRY(const auto answers, co_await ask(host, {}, stop));
  QList<BaseOffer> offers;
  for (const auto& [name, answer] : answers) {
    if (!name.startsWith("offer:")) continue;
    const Space space = readSpace(answer.text);
    offers.append({space.folder + QStringLiteral("/trainyard"), QString::fromUtf8(name.sliced(6)),
                   space.freeBytes, space.quotaBytes, space.isWritable});
  }
  std::stable_sort(offers.begin(), offers.end(), [](const BaseOffer& a, const BaseOffer& b) {
    return a.isWritable && !b.isWritable;
  });
  co_return offers;
}

std::vector<Diagnostic> findingsOf(const TargetFacts& facts) {
  std::vector<Diagnostic> findings;
  const auto add = [&](Severity severity, const char* code, Map arguments = {}) {
    findings.push_back(make_diagnostic(severity, code, {}, std::move(arguments)));
  };
  add(Severity::info, "target.slurm",
      {{"version", facts.slurmVersion.toStdString()},
       {"cluster", facts.clusterName.toStdString()},
       {"partitions", static_cast<std::int64_t>(facts.partitions.size())}});
  if (facts.partitions.isEmpty()) add(Severity::error, "target.no_partition");
  if (!facts.hasAccounting) add(Severity::info, "target.no_accounting");
  if (!facts.canRequeue) add(Severity::info, "target.never_requeues");
  if (facts.canForward == false) add(Severity::info, "target.no_forward");
  if (facts.baseFreeBytes && *facts.baseFreeBytes < (qint64{10} << 30))
    add(Severity::warning, "target.space",
        {{"gib", QString::number(static_cast<double>(*facts.baseFreeBytes) / (1 << 30), 'f', 1)
                     .toStdString()}});
  if (facts.node.time == 0) return findings;
  const NodeFacts& node = facts.node;
  const Map name{{"node", node.node.toStdString()}};
  if (!node.seesBase)
    add(Severity::error, "target.node_sees_no_base", name);
  else if (!node.writesBase)
    add(Severity::error, "target.base_unwritable", name);
  else
    add(Severity::info, "target.base_seen", name);
  const Map gpus{{"gpus", node.gpus.join(QStringLiteral(", ")).toStdString()},
                 {"driver", node.driver.toStdString()}};
  add(Severity::info, "target.node",
      {{"node", node.node.toStdString()},
       {"glibc", node.glibc.toStdString()},
       {"kernel", node.kernel.toStdString()},
       {"gpus", as_argument(make_error(node.gpus.isEmpty() ? "node.no_gpus" : "node.gpus", gpus))},
       {"modules",
        as_argument(make_error(node.hasModules ? "node.modules" : "node.no_modules", {}))}});
  if (node.isReachable == false) add(Severity::info, "target.unreachable", name);
  return findings;
}

}  // namespace trainyard
