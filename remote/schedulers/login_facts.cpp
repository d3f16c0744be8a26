// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/login_facts.h"

#include <algorithm>
#include <charconv>

#include "engine/contract/messages.h"
#include "engine/system/unix_time.h"
#include "remote/host/trust.h"
#include "remote/process/embedded_script.h"
#include "remote/schedulers/scheduler_kind.h"

namespace trainyard {
namespace {

std::optional<qint64> wholeNumber(const QByteArray& text) {
  qint64 number = 0;
  const auto [end, error] = std::from_chars(text.begin(), text.end(), number);
  return error == std::errc() && end == text.end() && number >= 0 ? std::optional(number)
                                                                  : std::nullopt;
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
    const auto kibibytes = wholeNumber(used), soft = wholeNumber(words[i + 1]),
               hard = wholeNumber(words[i + 2]);
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
      if (const auto free = wholeNumber(words[words.size() - 3])) space.freeBytes = *free * 1024;
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
  return make_error("target.base_readonly", {{"path", base.toStdString()},
                                             {"host", host.toStdString()},
                                             {"problem", problem.toStdString()},
                                             {"advice", as_argument(make_error(why, {}))}});
}

}  // namespace

PrintedAnswer LoginAnswers::of(const char* name) const {
  for (const auto& [key, value] : m_answers)
    if (key == name) return value;
  return {};
}

QString LoginAnswers::line(const char* name) const {
  const PrintedAnswer answer = of(name);
  return answer.code == 0 ? QString::fromUtf8(answer.text.split('\n').first()).trimmed()
                          : QString();
}

LoginAnswers LoginAnswers::read(const QByteArray& printed) {
  LoginAnswers answers;
  for (const QByteArray& line : printed.split('\n')) {
    const QList<QByteArray> words = line.split(' ');
    if (words.size() == 3)
      answers.m_answers.append({words[0], {words[1].toInt(), QByteArray::fromBase64(words[2])}});
  }
  return answers;
}

QCoro::Task<Result<LoginAnswers>> LoginAnswers::ask(Host& host, QString base,
                                                    std::stop_token stop) {
  const CommandLine command{QStringLiteral("/bin/sh"),
                            {QStringLiteral("-s"), QStringLiteral("--"), base}};
  ProgramOptions options;
  QString script = untrustedFunction() + embeddedScript("learn.sh");
  for (const SchedulerKind* kind : schedulerKinds())
    if (kind->questions) script += embeddedScript(kind->questions);
  options.input = script.toUtf8();
  CO_TRY(const auto output,
         co_await host.run(command, options, stop, QDeadlineTimer(std::chrono::minutes(5))));
  LoginAnswers answers = read(output.out);
  if (answers.m_answers.isEmpty()) {
    const QString text = QString::fromUtf8(output.err).simplified().left(500);
    co_return text.isEmpty() ? make_error("host.no_answer", {})
                             : make_error("host.other_answer", {{"said", text.toStdString()}});
  }
  if (const PrintedAnswer flood = answers.of("flood"); !flood.text.isEmpty())
    co_return make_error("host.flood", {{"program", flood.text.toStdString()}});
  co_return answers;
}

Result<TargetFacts> factsOfLogin(const LoginAnswers& answers) {
  TargetFacts facts;
  facts.time = unix_time();
  facts.user = answers.line("user");
  facts.home = answers.line("home");
  facts.shell = answers.line("shell");
  facts.loginHost = answers.line("host");
  facts.glibc = answers.line("glibc").section(QLatin1Char(' '), -1);
  const PrintedAnswer rsync = answers.of("rsync");
  if (rsync.code != 0)
    return make_error("host.no_rsync", {{"host", facts.loginHost.toStdString()}});
  facts.rsyncVersion = QString::fromUtf8(rsync.text)
                           .section(QStringLiteral("version "), 1)
                           .section(QLatin1Char(' '), 0, 0);
  return facts;
}

Result<void> addBaseFacts(const LoginAnswers& answers, const QString& base, TargetFacts& facts) {
  if (base.isEmpty()) return {};
  const Space space = readSpace(answers.of("base").text);
  facts.baseFreeBytes = space.freeBytes;
  facts.baseQuotaBytes = space.quotaBytes;
  if (!space.isWritable) return readonlyError(base, facts.loginHost, space.problem);
  if (const PrintedAnswer trust = answers.of("trust"); !trust.text.isEmpty())
    return untrustedError(QString::fromUtf8(trust.text).trimmed());
  return {};
}

namespace {

// The first scheduler that answers. The programs of another one may lie there without being set up.
Result<TargetFacts> askSchedulers(const LoginAnswers& answers, const TargetFacts& facts) {
  std::optional<Error> silence;
  for (const SchedulerKind* kind : schedulerKinds()) {
    if (!kind->isThere || !kind->isThere(answers)) continue;
    auto learned = kind->learn(answers, facts);
    if (!learned) {
      if (!silence) silence = learned.error();
      continue;
    }
    learned->scheduler = kind->name;
    return learned;
  }
  if (silence) return *silence;
  return make_error("host.no_scheduler", {{"host", facts.loginHost.toStdString()}});
}

}  // namespace

QCoro::Task<Result<TargetFacts>> learnTarget(Host& host, QString base, std::stop_token stop) {
  CO_TRY(const auto answers, co_await LoginAnswers::ask(host, base, stop));
  CO_TRY(auto facts, factsOfLogin(answers));
  CO_TRY(facts, askSchedulers(answers, facts));
  CO_TRY(addBaseFacts(answers, base, facts));
  co_return facts;
}

QCoro::Task<Result<QList<BaseOffer>>> offerBases(Host& host, std::stop_token stop) {
  CO_TRY(const auto answers, co_await LoginAnswers::ask(host, {}, stop));
  QList<BaseOffer> offers;
  for (const auto& [name, answer] : answers.all()) {
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
  const SchedulerKind* kind = kindNamed(facts.scheduler);
  add(Severity::info, "target.scheduler",
      {{"scheduler", kind ? kind->title.toStdString() : facts.scheduler.toStdString()},
       {"version", facts.schedulerVersion.toStdString()},
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
