// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/host/file_shell.h"

#include <algorithm>

#include <QFile>
#include <QHash>
#include <QUuid>

#include "engine/contract/messages.h"
#include "remote/process/command_line.h"
#include "remote/ssh/channels/run_script.h"

namespace trainyard {
namespace {

using std::chrono::seconds;

constexpr seconds batchTime{120}, maxWatch{10};
constexpr qint64 slowestBatchBytesPerSecond = 50 << 10, maxBatchBytes = 32 << 20;
constexpr qint64 maxScriptBytes = 48 << 10;  // it is passed on a command line

// Separates two answers, on both streams; random, so that no file contains it.
QByteArray freshMark() { return QUuid::createUuid().toByteArray(QUuid::Id128); }

QByteArray scriptOf(const QByteArray& question, const QByteArray& mark) {
  return "(\n" + question + ")\nprintf '%s %s\\n' " + mark + " \"$?\"\nprintf '%s\\n' " + mark +
         " >&2\n";
}

// Removes and returns what comes before the next mark; `words` gets the rest of the mark's line.
std::optional<QByteArray> takePart(QByteArray& text, const QByteArray& mark, QByteArray& words) {
  const qsizetype at = text.indexOf(mark);
  const qsizetype end = at < 0 ? -1 : text.indexOf('\n', at);
  if (end < 0) return {};
  QByteArray part = text.left(at);
  words = text.mid(at + mark.size(), end - at - mark.size()).trimmed();
  text.remove(0, end + 1);
  return part;
}

// Sizes by path; missing files are absent.
QHash<QByteArray, qint64> sizesIn(const QByteArray& text) {
  QHash<QByteArray, qint64> sizes;
  for (const QByteArray& line : text.split('\n'))
    if (const qsizetype space = line.indexOf(' '); space > 0)
      sizes.insert(line.mid(space + 1), line.left(space).toLongLong());
  return sizes;
}

}  // namespace

QCoro::Task<Result<ProgramOutput>> FileShell::ask(QByteArray script, qint64 outputLimitBytes,
                                                  QString path, std::stop_token stop) {
  const auto question = std::make_shared<Question>();
  question->script = std::move(script);
  question->limitBytes = outputLimitBytes;
  question->path = std::move(path);
  const SshOperation operation(m_link, std::move(stop));
  m_open.push_back(question);
  if (!std::exchange(m_isAnswering, true)) m_link.tasks().start(answerAll());
  while (!question->answer)
    if (const Waited waited = co_await question->waiter.wait(operation.token());
        waited == Waited::stopped) {
      std::erase(m_open, question);
      co_return cancelledError();
    }
  co_return std::move(*question->answer);
}

QCoro::Task<void> FileShell::answerAll() {
  const std::stop_token stop = m_link.tasks().token();
  Waiter others;
  while (!m_open.empty() && !stop.stop_requested()) {
    // Lets requests that are about to be made join this batch.
    (void)co_await others.turn(stop);
    Batch batch;
    qint64 bytes = 0, words = 0;
    const auto fits = [&](const Question& question) {
      return bytes + question.limitBytes <= maxBatchBytes &&
             words + question.script.size() <= maxScriptBytes;
    };
    while (!m_open.empty() && (batch.empty() || fits(*m_open.front()))) {
      bytes += m_open.front()->limitBytes;
      words += m_open.front()->script.size() + 256;
      batch.push_back(m_open.front());
      m_open.pop_front();
    }
    if (!batch.empty()) co_await answerBatch(batch, stop);
  }
  m_isAnswering = false;
  for (const auto& question : std::exchange(m_open, {})) {
    question->answer = cancelledError();
    question->waiter.wake();
  }
}

QCoro::Task<void> FileShell::answerBatch(Batch batch, std::stop_token stop) {
  const QByteArray mark = freshMark();
  const SshHostSettings& settings = m_link.settings();
  ScriptOptions script;
  qint64 bytes = 64 << 10;
  for (const auto& question : batch) {
    script.script += scriptOf(question->script, mark);
    bytes += question->limitBytes;
  }
  script.outputLimitBytes = bytes;
  script.readers = settings.readers;
  script.host = settings.host;
  script.what = make_error("program.file_work", {{"path", batch.front()->path.toStdString()},
                                                 {"host", settings.host.toStdString()}});
  SshOperation operation(m_link, stop);
  const QDeadlineTimer deadline(batchTime + seconds(bytes / slowestBatchBytesPerSecond));
  auto inbox = co_await m_link.inbox(operation, deadline);
  auto output =
      inbox ? Result<ProgramOutput>(ProgramOutput()) : Result<ProgramOutput>(inbox.error());
  if (inbox)
    output = co_await runScript(*inbox, std::move(script), operation.waiter(), operation.token(),
                                operation.extended(deadline));
  for (const auto& question : batch) {
    QByteArray code, nothing;
    const auto out = output ? takePart(output->out, mark, code) : std::nullopt;
    const auto err = output ? takePart(output->err, mark, nothing) : std::nullopt;
    if (output && out && err)
      question->answer = ProgramOutput{code.toInt(), *out, *err};
    else if (output)
      question->answer = make_error("host.no_answer", {});
    else
      question->answer = output.error();
    question->waiter.wake();
  }
}

QCoro::Task<void> FileShell::untilGrown(QString path, qint64 bytes, std::stop_token stop) {
  Watched watched;
  watched.path = std::move(path);
  watched.bytes = bytes;
  watched.patience = QDeadlineTimer(maxWatch);
  const SshOperation operation(m_link, std::move(stop));
  m_watched.append(&watched);
  if (!std::exchange(m_isLooking, true)) m_link.tasks().start(lookInRounds());
  while (!watched.isOver)
    if (const Waited waited = co_await watched.waiter.wait(operation.token());
        waited == Waited::stopped)
      break;
  m_watched.removeOne(&watched);
}

// One round for all waiting callers; those that join meanwhile wait for the next.
QCoro::Task<void> FileShell::lookInRounds() {
  const std::stop_token stop = m_link.tasks().token();
  Waiter pause;
  while (!m_watched.isEmpty() && !stop.stop_requested()) {
    const Waited waited = co_await pause.wait(stop, QDeadlineTimer(m_round));
    if (waited == Waited::stopped || m_watched.isEmpty()) break;
    const bool grew = co_await lookOnce(stop);
    m_round = grew ? shortestRound : std::min<std::chrono::milliseconds>(m_round * 3 / 2, maxRound);
  }
  m_isLooking = false;
  for (Watched* watched : std::as_const(m_watched)) {
    watched->isOver = true;
    watched->waiter.wake();
  }
}

QCoro::Task<bool> FileShell::lookOnce(std::stop_token stop) {
  QByteArray script = "stat -L -c '%s %n' --";
  for (const Watched* watched : std::as_const(m_watched))
    script += ' ' + quoteForShell(QFile::encodeName(watched->path));
  script += " 2>/dev/null\ntrue\n";
  const QString first = m_watched.first()->path;
  const qint64 limit = 4 * script.size() + (4 << 10);
  auto answer = co_await ask(std::move(script), limit, first, stop);
  bool grew = false;
  const auto sizes = answer ? sizesIn(answer->out) : QHash<QByteArray, qint64>();
  for (Watched* watched : std::as_const(m_watched)) {
    const auto size = sizes.constFind(QFile::encodeName(watched->path));
    const bool isOther = size != sizes.constEnd() && *size != watched->bytes;
    grew |= isOther;
    // If there is no answer, the caller is released and finds out for itself.
    if (!answer || isOther || watched->patience.hasExpired()) {
      watched->isOver = true;
      watched->waiter.wake();
    }
  }
  co_return grew;
}

}  // namespace trainyard
