// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/cli/terminal_answers.h"

#include <algorithm>
#include <cstdio>

#include <QSocketNotifier>

#include <termios.h>
#include <unistd.h>

#include "engine/system/unix_time.h"
#include "remote/cli/output.h"
#include "remote/keychain/kept_answers.h"
#include "remote/process/waiter.h"

namespace trainyard {
namespace {

enum class Echo { on, off };
constexpr char interrupt = 3;  // Ctrl-C

// While a line is typed: Ctrl-C is a character that ends it, and secrets are not echoed.
class TerminalMode {
 public:
  explicit TerminalMode(Echo echo) : m_isTerminal(::tcgetattr(STDIN_FILENO, &m_before) == 0) {
    termios mode = m_before;
    mode.c_lflag &= ~static_cast<tcflag_t>(ISIG);
    if (echo == Echo::off) mode.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    mode.c_cc[VEOL] = interrupt;
    if (m_isTerminal) ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &mode);
  }
  ~TerminalMode() {
    if (m_isTerminal) ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &m_before);
  }
  TerminalMode(const TerminalMode&) = delete;
  TerminalMode& operator=(const TerminalMode&) = delete;

 private:
  termios m_before{};
  bool m_isTerminal;
};

// Reads a line of standard input, which is a terminal. Nothing at its end, after Ctrl-C, or if the
// question was withdrawn.
QCoro::Task<std::optional<QByteArray>> readLine(Echo echo, std::stop_token withdrawn) {
  const TerminalMode mode(echo);
  Waiter waiter;
  QSocketNotifier notifier(STDIN_FILENO, QSocketNotifier::Read);
  bool isThere = false;
  QObject::connect(&notifier, &QSocketNotifier::activated, &waiter, [&] {
    notifier.setEnabled(false);
    isThere = true;
    waiter.wake();
  });
  while (!isThere)
    if (const Waited waited = co_await waiter.wait(withdrawn); waited == Waited::stopped) {
      std::fputs("\nIt was answered elsewhere, or is not wanted any more.\n", stderr);
      co_return std::nullopt;
    }
  // A terminal returns one line at a time, of at most 4095 bytes.
  QByteArray line(loginAnswerLimit, '\0');
  const qsizetype got = ::read(STDIN_FILENO, line.data(), static_cast<size_t>(line.size()));
  const bool isSeen = echo == Echo::on && got > 0 && line[got - 1] == '\n';
  if (!isSeen) std::fputc('\n', stderr);
  if (got <= 0 || line[got - 1] == interrupt) {
    burn(line);
    co_return std::nullopt;
  }
  line.truncate(got);
  if (line.endsWith('\n')) line.chop(1);
  co_return line;
}

QByteArray shown(const QString& text) { return sanitizedForTerminal(text).toUtf8(); }

// An estimate of how long the server will wait.
void sayTime(const LoginQuestion& question) {
  const double left = usualGraceSeconds - (unix_time() - question.connectedAt);
  if (question.connectedAt <= 0) return;
  if (left > 0)
    std::fprintf(stderr, "(Most servers wait %d s for a whole login: %d s are left.)\n",
                 usualGraceSeconds, static_cast<int>(left));
  else
    std::fputs("(This takes longer than most servers wait.)\n", stderr);
}

QCoro::Task<LoginAnswer> askHostKey(LoginQuestion question, std::stop_token withdrawn) {
  std::fprintf(stderr,
               "\r\033[KThe host key of %s, port %d (target %s), is not known yet:\n  %s "
               "%s\n%sCompare it with what the site publishes.\n",
               shown(question.host).constData(), question.port, shown(question.target).constData(),
               shown(question.keyType).constData(), shown(question.fingerprint).constData(),
               question.hasAuthority ? "known_hosts names a certificate authority for it, which is "
                                       "not checked here.\n"
                                     : "");
  sayTime(question);
  std::fputs("Trust it? [yes, once or no] ", stderr);
  const auto read = co_await readLine(Echo::on, withdrawn);
  const QByteArray line = read.value_or(QByteArray()).trimmed().toLower();
  if (line == "yes" || line == "y") co_return LoginAnswer{LoginAnswer::Kind::trusted};
  if (line == "once") co_return LoginAnswer{LoginAnswer::Kind::once};
  co_return LoginAnswer();
}

QCoro::Task<LoginAnswer> askPassphrase(LoginQuestion question, std::stop_token withdrawn) {
  if (question.wrongTries > 0) std::fputs("\r\033[KThat was not its passphrase.\n", stderr);
  std::fputs("\r\033[K", stderr);
  sayTime(question);
  std::fprintf(stderr,
               "Passphrase of %s (for %s; empty: none): ", shown(question.keyFile).constData(),
               shown(question.target).constData());
  auto line = co_await readLine(Echo::off, withdrawn);
  if (!line || line->isEmpty()) co_return LoginAnswer();
  co_return LoginAnswer{LoginAnswer::Kind::secret, Secret(std::move(*line))};
}

// Each line is marked, so that nothing in it can be mistaken for a message of this program.
void sayServersText(const LoginQuestion& question) {
  std::fprintf(stderr, "\r\033[K%s@%s, port %d (target %s), asks:\n",
               shown(question.user).constData(), shown(question.host).constData(), question.port,
               shown(question.target).constData());
  for (const QString& text : {question.title, question.text})
    if (!text.isEmpty())
      for (const QString& line : text.split(u'\n'))
        std::fprintf(stderr, "  | %s\n", shown(line).constData());
  if (question.wrongTries > 0) std::fputs("What was answered was not right.\n", stderr);
  sayTime(question);
}

QCoro::Task<LoginAnswer> askPassword(LoginQuestion question, std::stop_token withdrawn) {
  sayServersText(question);
  std::fputs("Password (Ctrl-C: none): ", stderr);
  auto line = co_await readLine(Echo::off, withdrawn);
  if (!line) co_return LoginAnswer();
  co_return LoginAnswer{LoginAnswer::Kind::secret, Secret(std::move(*line))};
}

QCoro::Task<LoginAnswer> askPrompts(LoginQuestion question, std::stop_token withdrawn) {
  sayServersText(question);
  LoginAnswer answer{LoginAnswer::Kind::answers};
  for (const LoginPrompt& prompt : question.prompts) {
    std::fprintf(stderr, "  | %s ", shown(prompt.text).constData());
    const Echo echo = prompt.isShown ? Echo::on : Echo::off;
    auto line = co_await readLine(echo, withdrawn);
    if (!line) co_return LoginAnswer();
    answer.answers.append(Secret(std::move(*line)));
  }
  co_return answer;
}

QCoro::Task<std::optional<AnswerToKeep>> ask(KeepPasswords keep, LoginQuestion question,
                                             Keeping keeping, std::stop_token withdrawn) {
  if (withdrawn.stop_requested()) co_return std::nullopt;
  LoginAnswer answer;
  switch (question.kind) {
    case LoginQuestion::Kind::hostKey:
      answer = co_await askHostKey(std::move(question), withdrawn);
      break;
    case LoginQuestion::Kind::passphrase:
      answer = co_await askPassphrase(std::move(question), withdrawn);
      break;
    case LoginQuestion::Kind::password:
      answer = co_await askPassword(std::move(question), withdrawn);
      break;
    case LoginQuestion::Kind::prompts:
      answer = co_await askPrompts(std::move(question), withdrawn);
      break;
  }
  const bool isToKeep =
      keeping == Keeping::chosen || (keeping == Keeping::offered && keep == KeepPasswords::yes);
  co_return AnswerToKeep{std::move(answer), isToKeep};
}

}  // namespace

Answerer terminalAnswerer(KeepPasswords keep) {
  if (!::isatty(STDIN_FILENO) || !::isatty(STDERR_FILENO)) return {};
  return withKeychain(
      {.ask =
           [keep](LoginQuestion question, Keeping keeping, std::stop_token withdrawn) {
             return ask(keep, std::move(question), keeping, std::move(withdrawn));
           },
       .tell = [](const Error& why) { fail(why); }});
}

}  // namespace trainyard
