// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/cli/watch.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstring>

#include <QFileInfo>

#include <sys/ioctl.h>
#include <unistd.h>

#include "engine/contract/messages.h"
#include "engine/system/unix_time.h"
#include "remote/cli/next_line.h"
#include "remote/cli/output.h"
#include "remote/process/waiter.h"
#include "remote/store/named_metric.h"
#include "remote/store/run_store.h"

namespace trainyard {
namespace {

char interruptText[1024];

// Only async-signal-safe calls are allowed.
void leave(int) {
  const ssize_t written = ::write(STDERR_FILENO, interruptText, std::strlen(interruptText));
  ::_exit(written < 0 ? 131 : 130);
}

QString bar(const RunRecord& run) {
  constexpr int width = 24;
  const double ratio =
      run.totalSteps && *run.totalSteps > 0 && run.step
          ? std::clamp(static_cast<double>(*run.step) / static_cast<double>(*run.totalSteps), 0.0,
                       1.0)
          : 0;
  const int filled = static_cast<int>(ratio * width);
  return u'[' + QString(filled, u'#') + QString(width - filled, u'.') + u']';
}

// Estimates the time left from the pace since the first step of this attempt that was seen, once it
// has been observed for long enough: the first steps arrive at once and are not representative.
class Pace {
 public:
  QString left(const RunRecord& run) {
    constexpr double minSeconds = 10;
    if (!run.step || !run.totalSteps || run.state != RunState::running) return {};
    const double now = unix_time();
    if (run.attempt != m_attempt || *run.step < m_step) {
      m_attempt = run.attempt;
      m_start = *run.step;
      m_step = -1;
    }
    if (m_step < 0) {
      if (*run.step == m_start && m_start == 0) return {};
      m_step = *run.step;
      m_time = now;
    }
    if (*run.step == m_step || *run.totalSteps <= *run.step || now - m_time < minSeconds) return {};
    const double perStep = (now - m_time) / static_cast<double>(*run.step - m_step);
    return durationText(perStep * static_cast<double>(*run.totalSteps - *run.step));
  }

 private:
  int m_attempt = -1;
  qint64 m_start = 0, m_step = -1;
  double m_time = 0;
};

QString phaseOf(const RunRecord& run) {
  const std::string phase = run.phase.toStdString();
  return QString::fromStdString(message_of(phase, {}, phase));
}

QString statusLine(const RunRecord& run, Pace& pace, bool withBar) {
  if (run.state != RunState::running || (!run.step && run.phase.isEmpty())) return stateText(run);
  QStringList parts{nameOf(run.state)};
  if (run.step && run.totalSteps && withBar) parts << bar(run);
  if (run.step)
    parts << u"step %1"_s.arg(*run.step) +
                 (run.totalSteps ? u"/%1"_s.arg(*run.totalSteps) : QString());
  if (run.trainLoss) parts << u"loss "_s + numberText(*run.trainLoss);
  if (run.evalLoss) parts << u"eval/loss "_s + numberText(*run.evalLoss);
  if (run.tokensPerSecond)
    parts << countText(static_cast<qint64>(*run.tokensPerSecond)) + u" tokens/s"_s;
  if (!run.phase.isEmpty())
    parts << sanitizedForTerminal(phaseOf(run)) +
                 (run.phaseTotal.value_or(0) > 0 && run.phaseDone.value_or(0) > 0
                      ? u" %1 %"_s.arg(
                            static_cast<int>(100 * run.phaseDone.value_or(0) / *run.phaseTotal))
                      : QString());
  if (const QString left = pace.left(run); !left.isEmpty()) parts << left + u" left"_s;
  return parts.join(u"  "_s);
}

// A line that wraps could not be redrawn.
QString cutToTerminal(const QString& line) {
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < 2 ||
      line.size() < size.ws_col)
    return line;
  return line.left(size.ws_col - 2) + u"…"_s;
}

// The final message: the result, or why it ended and what can be done.
QString endText(const RunRecord& run, RunStore& store) {
  const QString id = run.run.left(8);
  if (run.state != RunState::completed) {
    const QString next = nextCommandOf(store, run);
    return stateText(run) +
           u"\nexit code %1; `yard logs %2` shows its output, `yard resume %2` continues it"_s
               .arg(exitCodeOf(run))
               .arg(id) +
           (next.isEmpty() ? QString() : u"\nnext: "_s + next);
  }
  QStringList parts{nameOf(run.state)};
  if (run.step) parts << u"%1 steps"_s.arg(*run.step);
  if (run.ended > run.started && run.started > 0) parts << durationText(run.ended - run.started);
  if (auto metrics = store.metrics(run.run)) {
    const auto* loss = namedMetric(*metrics, run.evalLoss ? u"eval/loss"_s : u"train/loss"_s);
    if (loss) parts << sanitizedForTerminal(loss->name) + u' ' + numberText(loss->last.value);
    if (const auto* perplexity = namedMetric(*metrics, u"eval/perplexity"_s))
      parts << u"perplexity "_s + numberText(perplexity->last.value);
  }
  const QString results = run.folder + u"/results"_s;
  const bool isHere = run.target == "here"_L1;
  parts << (isHere && QFileInfo::exists(results) ? u"results: "_s + sanitizedForTerminal(results)
                                                 : u"folder: "_s + placeText(run));
  if (!isHere) return parts.join(u"  "_s) + u"\n`yard fetch %1` brings its results"_s.arg(id);
  return parts.join(u"  "_s);
}

// What the terminal shows of a run: on a terminal a line that is redrawn, else a line a change.
class RunDisplay {
 public:
  explicit RunDisplay(WatchOutput output) : m_output(output) {}

  void message(const MessageRecord& message) {
    clearLine();
    if (m_output != WatchOutput::quiet)
      std::fprintf(stderr, "%s: %s\n", qPrintable(message.level),
                   sanitizedForTerminal(message.text).toUtf8().constData());
    m_shown.clear();
  }

  void storeProblem(const std::optional<Error>& refusal) {
    if (refusal) show(sanitizedForTerminal(QString::fromStdString(refusal->message)));
    m_shown.clear();
  }

  void state(const RunRecord& run, RunStore& store) {
    // What is not available, or since when nothing is known.
    if (run.state == RunState::running && run.step && !run.reason.isEmpty() &&
        run.reason != m_reason && m_output != WatchOutput::quiet) {
      clearLine();
      printNote(run.reason);
    }
    m_reason = run.reason;
    next(nextCommandOf(store, run));
    const QString line = statusLine(run, m_pace, m_output == WatchOutput::terminal);
    if (line != m_shown) show(line);
    m_shown = line;
  }

  void end(const RunRecord& run, RunStore& store) {
    if (m_output == WatchOutput::quiet) return;
    clearLine();
    std::fprintf(stderr, "%s\n", endText(run, store).toUtf8().constData());
  }

 private:
  void clearLine() {
    if (m_output == WatchOutput::terminal) std::fputs("\r\033[K", stderr);
  }

  void show(const QString& line) {
    clearLine();
    if (m_output == WatchOutput::terminal)
      std::fputs(cutToTerminal(line).toUtf8().constData(), stderr);
    else if (m_output == WatchOutput::lines)
      printNote(line);
    std::fflush(stderr);
  }

  // What only a person can do for an open run, once.
  void next(const QString& now) {
    if (std::exchange(m_next, now) == now || now.isEmpty() || m_output == WatchOutput::quiet)
      return;
    clearLine();
    std::fprintf(stderr, "next: %s\n", now.toUtf8().constData());
  }

  const WatchOutput m_output;
  Pace m_pace;
  QString m_shown, m_reason, m_next;
};

}  // namespace

void explainInterrupt(const QString& run, const QString& what) {
  explainInterruptAs(
      u"%1. `yard watch %2` shows it again, `yard cancel %2` ends it."_s.arg(what, run.left(8)));
}

void explainInterruptAs(const QString& words) {
  // The text must be complete if the signal arrives while it is being changed.
  std::signal(SIGINT, SIG_IGN);
  std::snprintf(interruptText, sizeof interruptText, "\n%s\n", words.toUtf8().constData());
  std::signal(SIGINT, leave);
}

WatchOutput usualWatchOutput() {
  return ::isatty(STDERR_FILENO) ? WatchOutput::terminal : WatchOutput::lines;
}

QCoro::Task<Result<int>> watchRun(ServiceClient& client, QString run, WatchOutput output) {
  explainInterrupt(run, u"The run goes on"_s);
  RunStore store;
  Waiter changed;
  RunDisplay display(output);
  QObject::connect(&client, &ServiceClient::runsChanged, &changed, [&](const QStringList& runs) {
    if (runs.contains(run)) changed.wake();
  });
  QObject::connect(&client, &ServiceClient::disconnected, &changed, [&] { changed.wake(); });
  QObject::connect(&client, &ServiceClient::messageArrived, &changed,
                   [&](const QString& of, const MessageRecord& message) {
                     if (of != run) return;
                     display.message(message);
                     changed.wake();
                   });
  const auto showStore = [&] { display.storeProblem(client.storeRefusal()); };
  QObject::connect(&client, &ServiceClient::storeChanged, &changed, showStore);
  showStore();
  client.watch({run});
  for (;;) {
    if (!client.isConnected())
      if (auto connected = co_await client.connectToService(); !connected)
        co_return connected.error();
    CO_TRY(auto record, store.run(run));
    if (!isOpen(record.state)) {
      display.end(record, store);
      co_return exitCodeOf(record);
    }
    display.state(record, store);
    co_await changed.wait({}, QDeadlineTimer(std::chrono::seconds(5)));
  }
}

}  // namespace trainyard
