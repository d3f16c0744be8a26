// SPDX-License-Identifier: GPL-3.0-or-later
// One file because both ends of the protocol share one state.
#include "remote/host/follow_program.h"

#include <algorithm>

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "engine/contract/messages.h"
#include "remote/ssh/channels/remote_script.h"

namespace trainyard {
namespace {

using std::chrono::seconds;

constexpr seconds startTime{20}, answerTime{30}, pingPause{60}, tryPause{600}, turnTime{2};
constexpr std::chrono::milliseconds startPause{50};
// The minimum limit of concurrent programs on the server: with fewer, the helper would block
// others.
constexpr int minPrograms = 2;
// The maximum length of a command that the helper accepts as a request.
constexpr qsizetype maxHelperQuestion = 250 << 10;

QJsonObject questionOf(const char* what, const QString& path) {
  QJsonObject question;
  question[QStringLiteral("do")] = QLatin1String(what);
  if (!path.isEmpty()) question[QStringLiteral("path")] = path;
  return question;
}

}  // namespace

void FollowProgram::setPlace(QString base, QString programs) {
  if (m_base == base && m_programs == programs) return;
  m_base = std::move(base);
  m_programs = std::move(programs);
  m_nextTry = QDeadlineTimer(0);
  m_triedIn.reset();
}

bool FollowProgram::isInside(const QString& path) const {
  return !m_base.isEmpty() && path.startsWith(m_base + QLatin1Char('/')) &&
         !path.contains(QChar(u'\0'));
}

// The newest of our programs there; its output before the first line is not ours.
QByteArray FollowProgram::startScript() const {
  const QByteArray base = quoteForShell(QFile::encodeName(m_base));
  QByteArray which = "for a in ";
  if (!m_programs.isEmpty()) which += quoteForShell(QFile::encodeName(m_programs)) + "/yard-agent ";
  which += base + "/engine/trainyard-*/yard-agent";
  return pathScript(m_link.loginPath()) + "n=\n" + which +
         "; do\n  [ -f \"$a\" ] || continue\n"
         "  if [ -z \"$n\" ] || [ \"$a\" -nt \"$n\" ]; then n=$a; fi\ndone\n"
         "[ -n \"$n\" ] || exit 120\nexec \"$n\" follow " +
         base + "\n";
}

QCoro::Task<bool> FollowProgram::isReady(std::stop_token stop) {
  if (m_base.isEmpty() || m_link.state().link != trainyard::Link::connected) co_return false;
  const bool isNewSession = m_triedIn.expired();
  if (m_state == State::none && (isNewSession || m_nextTry.hasExpired())) {
    m_state = State::starting;
    m_link.tasks().start(keep());
  }
  Waiter waiter;
  const QDeadlineTimer deadline(startTime);
  while (m_state == State::starting && !deadline.hasExpired())
    if (const Waited waited = co_await waiter.wait(stop, QDeadlineTimer(startPause));
        waited == Waited::stopped)
      co_return false;
  co_return m_state == State::there;
}

QCoro::Task<void> FollowProgram::keep() {
  SshOperation operation(m_link, m_link.tasks().token(), SshOperation::Kind::background);
  auto inbox = co_await m_link.inbox(operation, QDeadlineTimer(startTime));
  if (inbox) {
    m_triedIn = *inbox;
    m_nextTry = QDeadlineTimer(tryPause);
    co_await talk(operation, *inbox);
  }
  // A killed helper is restarted soon; one that cannot run here, or that is blocked by a disk, is
  // not.
  if (m_state == State::there && !m_isStuck) m_nextTry = QDeadlineTimer(pingPause);
  m_state = State::none;
  m_channel = nullptr;
  m_turn = nullptr;
  m_in.clear();
  for (auto& [id, asked] : m_asked) {
    asked->isLost = true;
    asked->waiter.wake();
  }
  m_asked.clear();
}

QCoro::Task<void> FollowProgram::talk(SshOperation& operation,
                                      std::shared_ptr<SessionInbox> inbox) {
  const RemoteScript wrapped = wrapScript(startScript(), Readers::owner);
  NoiseFilter out(wrapped.sentinel), err(wrapped.sentinel);
  SshChannel channel(inbox,
                     std::make_shared<ChannelMail>(ChannelMail::Kind::exec, wrapped.command, 0),
                     operation.waiter());
  const QDeadlineTimer start(startTime);
  QDeadlineTimer ping(pingPause);
  QByteArray said;
  m_isStuck = false;
  while (!m_isStuck) {
    SshChannel::News news = channel.take();
    if (!news.out.isEmpty()) m_in.add(out.feed(std::move(news.out)));
    if (!news.err.isEmpty()) said = (said + err.feed(std::move(news.err))).right(500);
    if (m_state == State::starting && m_in.takeGreeting()) begin(channel, operation.waiter());
    if (m_state == State::there && !takeAnswers()) co_return;
    if (news.ended || out.isTooMuch()) {
      if (m_state == State::starting && !(news.ended && news.exitCode < 0))
        fail(said, news.exitCode);
      co_return;
    }
    if (m_state == State::starting && (start.hasExpired() || m_in.isNoLine())) {
      fail(said, 0);
      co_return;
    }
    if (inbox->programLimit() > 0 &&
        inbox->programLimit() < minPrograms + inbox->lastingPrograms()) {
      m_problem = makeMessage("helper.few_programs");
      co_return;
    }
    if (m_state == State::there && ping.hasExpired()) {
      channel.write("{\"do\":\"ping\",\"id\":" + QByteArray::number(++m_lastId) + "}\n");
      ping = QDeadlineTimer(pingPause);
    }
    const Waited waited =
        co_await operation.waiter().wait(operation.token(), QDeadlineTimer(turnTime));
    if (waited == Waited::stopped) co_return;
  }
}

void FollowProgram::begin(SshChannel& channel, Waiter& turn) {
  m_state = State::there;
  m_problem = {};
  m_channel = &channel;
  m_turn = &turn;
}

// Describes why it is not running, from the shell's exit codes and our own for a missing program.
void FollowProgram::fail(const QByteArray& said, int exitCode) {
  const QString words = QString::fromUtf8(said).simplified().right(200);
  if (exitCode == 120)
    m_problem = {};  // nothing has been sent there yet
  else if (words.isEmpty())
    m_problem = makeMessage("helper.silent", {{"exit_code", std::int64_t{exitCode}}});
  else
    m_problem = makeMessage("helper.said", {{"said", words.toStdString()}});
  // It may be there with the next run.
  if (exitCode == 120) m_nextTry = QDeadlineTimer(pingPause);
}

bool FollowProgram::takeAnswers() {
  return m_in.take([this](qint64 id, HelperAnswer answer) {
    // An answer to a ping, or one that nobody is waiting for any more.
    const auto known = m_asked.find(id);
    if (known == m_asked.end()) return;
    known->second->answer = std::move(answer);
    known->second->waiter.wake();
    m_asked.erase(known);
  });
}

QCoro::Task<FollowProgram::Answer> FollowProgram::ask(QJsonObject question, int time,
                                                      std::stop_token stop) {
  const bool ready = co_await isReady(stop);
  if (!ready) {
    if (stop.stop_requested()) co_return Answer(cancelledError());
    co_return Answer();
  }
  const qint64 id = ++m_lastId;
  question[QStringLiteral("id")] = id;
  const QByteArray line = QJsonDocument(question).toJson(QJsonDocument::Compact) + '\n';
  if (line.size() > maxHelperQuestion) co_return Answer();
  Asked asked;
  m_asked[id] = &asked;
  m_channel->write(line);
  const QDeadlineTimer deadline{seconds(time) + answerTime};
  while (!asked.answer && !asked.isLost) {
    const Waited waited = co_await asked.waiter.wait(stop, deadline);
    if (waited == Waited::woken) continue;
    m_asked.erase(id);
    if (waited == Waited::stopped) co_return Answer(cancelledError());
    // A disk that does not respond blocks everything: the callers use the fallback meanwhile.
    m_isStuck = true;
    if (m_turn) m_turn->wake();
    co_return Answer();
  }
  if (asked.isLost) co_return Answer();
  co_return Answer(std::move(*asked.answer));
}

QCoro::Task<FollowProgram::Answer> FollowProgram::read(QString path, qint64 offset, qint64 limit,
                                                       std::stop_token stop) {
  if (!isInside(path) || limit > maxHelperAnswerBytes) co_return Answer();
  QJsonObject question = questionOf("read", path);
  question[QStringLiteral("offset")] = offset;
  question[QStringLiteral("limit")] = limit;
  co_return co_await ask(question, 0, stop);
}

QCoro::Task<FollowProgram::Answer> FollowProgram::list(QString path, std::stop_token stop) {
  if (!isInside(path)) co_return Answer();
  const QJsonObject question = questionOf("list", path);
  co_return co_await ask(question, 0, stop);
}

QCoro::Task<FollowProgram::Answer> FollowProgram::wait(QString path, qint64 bytes, int time,
                                                       std::stop_token stop) {
  if (!isInside(path)) co_return Answer();
  QJsonObject question = questionOf("wait", path);
  question[QStringLiteral("offset")] = bytes;
  question[QStringLiteral("seconds")] = time;
  co_return co_await ask(question, time, stop);
}

QCoro::Task<FollowProgram::Answer> FollowProgram::run(CommandLine command, qint64 limit,
                                                      std::stop_token stop,
                                                      QDeadlineTimer deadline) {
  if (m_base.isEmpty()) co_return Answer();
  const qint64 left = deadline.isForever() ? 600 : deadline.remainingTime() / 1000;
  const int time = static_cast<int>(std::clamp<qint64>(left, 1, 600));
  QJsonArray words;
  words.append(command.program);
  for (const QString& word : std::as_const(command.arguments)) words.append(word);
  QJsonObject question = questionOf("run", {});
  question[QStringLiteral("words")] = words;
  question[QStringLiteral("limit")] = std::min(limit, maxHelperAnswerBytes);
  question[QStringLiteral("seconds")] = time;
  co_return co_await ask(question, time, stop);
}

}  // namespace trainyard
