#include "remote/cli/terminal_answers.h"

#include <cstdio>

#include <termios.h>
#include <unistd.h>

#include "remote/cli/output.h"

namespace trainyard {
namespace {

enum class Echo { on, off };

// One line of standard input, which is a terminal. Nothing at its end.
std::optional<QByteArray> readLine(Echo echo) {
  termios before{};
  const bool isHidden = echo == Echo::off && ::tcgetattr(STDIN_FILENO, &before) == 0;
  if (isHidden) {
    termios hidden = before;
    hidden.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden);
  }
  QByteArray line;
  int c = 0;
  while ((c = std::getchar()) != EOF && c != '\n') line.append(static_cast<char>(c));
  if (isHidden) {
    ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
    std::fputc('\n', stderr);
  }
  if (c == EOF && line.isEmpty()) return std::nullopt;
  return line;
}

QByteArray shown(const QString& text) { return harmless(text).toUtf8(); }

LoginAnswer askHostKey(const LoginQuestion& question) {
  std::fprintf(stderr,
               "\r\033[KThe host key of %s, port %d (target %s), is not known yet:\n  %s "
               "%s\n%sCompare it with what the site publishes. Trust it? [yes, once or no] ",
               shown(question.host).constData(), question.port, shown(question.target).constData(),
               shown(question.keyType).constData(), shown(question.fingerprint).constData(),
               question.hasAuthority ? "known_hosts names a certificate authority for it, which is "
                                       "not checked here.\n"
                                     : "");
  const QByteArray line = readLine(Echo::on).value_or(QByteArray()).trimmed().toLower();
  if (line == "yes" || line == "y") return {LoginAnswer::Kind::trusted, {}};
  if (line == "once") return {LoginAnswer::Kind::once, {}};
  return {};
}

LoginAnswer askPassphrase(const LoginQuestion& question) {
  if (question.wrongTries > 0) std::fputs("\r\033[KThat was not its passphrase.\n", stderr);
  std::fprintf(stderr, "\r\033[KPassphrase of %s (for %s; empty: none): ",
               shown(question.keyFile).constData(), shown(question.target).constData());
  const auto line = readLine(Echo::off);
  if (!line || line->isEmpty()) return {};
  return {LoginAnswer::Kind::secret, *line};
}

QCoro::Task<std::optional<LoginAnswer>> ask(LoginQuestion question, std::stop_token withdrawn) {
  if (withdrawn.stop_requested()) co_return std::nullopt;
  co_return question.kind == LoginQuestion::Kind::hostKey ? askHostKey(question)
                                                          : askPassphrase(question);
}

}  // namespace

Answerer terminalAnswerer() {
  if (!::isatty(STDIN_FILENO) || !::isatty(STDERR_FILENO)) return {};
  return ask;
}

}  // namespace trainyard
