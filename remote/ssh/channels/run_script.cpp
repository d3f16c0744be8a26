// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/channels/run_script.h"

#include <utility>

#include <QRegularExpression>

#include "remote/ssh/channels/login_error.h"
#include "remote/ssh/channels/remote_script.h"
#include "remote/ssh/channels/ssh_channel.h"

namespace trainyard {
namespace {

constexpr std::chrono::seconds endTime{3};

// Servers only forward signals since 2018, and not for every account, so the host's own kill is
// used.
QCoro::Task<void> endProgram(std::shared_ptr<SessionInbox> inbox, qint64 pid) {
  if (pid <= 1) co_return;
  const RemoteScript wrapped = wrapScript(endScript(pid), Readers::owner);
  Waiter waiter;
  SshChannel channel(
      inbox, std::make_shared<ChannelMail>(ChannelMail::Kind::exec, wrapped.command, 0), waiter);
  channel.endInput();
  const QDeadlineTimer deadline(endTime);
  while (!channel.take().ended && !deadline.hasExpired()) co_await waiter.wait({}, deadline);
}

// Collects everything until the channel ends, or until the first reason to stop it.
class Running {
 public:
  Running(const ScriptOptions& options, const RemoteScript& wrapped)
      : m_options(options), m_out(wrapped.sentinel), m_err(wrapped.sentinel) {}

  // True if there is a result.
  bool take(SshChannel& channel) {
    SshChannel::News news = channel.take();
    if (!news.out.isEmpty()) m_output.out += m_out.feed(std::move(news.out));
    if (m_options.onOut && !m_output.out.isEmpty())
      m_options.onOut(std::exchange(m_output.out, {}));
    if (!news.err.isEmpty()) m_output.err += m_err.feed(std::move(news.err));
    if (news.ended && news.error) return fail(*news.error);
    if (std::max(m_output.out.size(), m_output.err.size()) > m_options.outputLimitBytes ||
        m_out.isTooMuch() || m_err.isTooMuch())
      return stop("program.output_limit", {{"what", as_argument(m_options.what)},
                                           {"bytes", std::int64_t{m_options.outputLimitBytes}}});
    if (!news.ended) return false;
    m_output.exitCode = news.exitCode;
    if (news.exitCode < 0)
      return fail(unreachableError(
          m_options.host,
          make_error("login.no_exit_code", {{"what", as_argument(m_options.what)}})));
    if (m_out.isPast()) return true;
    const QByteArray said = (m_out.noise() + ' ' + m_err.noise()).simplified().right(300);
    static const QRegularExpression expired(
        QStringLiteral("password.*(expire|chang)|expired.*password"),
        QRegularExpression::CaseInsensitiveOption);
    if (expired.match(QString::fromUtf8(said)).hasMatch())
      return fail(make_error("host.password_expired", {{"host", m_options.host.toStdString()},
                                                       {"said", printableText(said.constData())}}));
    return fail(make_error("host.no_shell", {{"what", as_argument(m_options.what)},
                                             {"exit_code", std::int64_t{news.exitCode}},
                                             {"said", printableText(said.constData())}}));
  }
  bool stop(Waited why) {
    if (why == Waited::deadline)
      return stop("program.deadline", {{"what", as_argument(m_options.what)}});
    m_isRunning = true;
    return fail(cancelledError());
  }

  bool isRunning() const { return m_isRunning; }
  qint64 pid() const { return m_out.pid(); }
  Result<ProgramOutput> result() {
    if (m_error) return *m_error;
    return std::move(m_output);
  }

 private:
  bool fail(Error error) {
    m_error = std::move(error);
    return true;
  }
  bool stop(const char* code, Map arguments) {
    m_isRunning = true;
    return fail(make_error(code, std::move(arguments)));
  }

  const ScriptOptions& m_options;
  NoiseFilter m_out, m_err;
  ProgramOutput m_output;
  std::optional<Error> m_error;
  bool m_isRunning = false;
};

}  // namespace

QCoro::Task<Result<ProgramOutput>> runScript(std::shared_ptr<SessionInbox> inbox,
                                             ScriptOptions options, Waiter& waiter,
                                             std::stop_token stop, QDeadlineTimer deadline) {
  const RemoteScript wrapped = wrapScript(options.script, options.readers);
  if (wrapped.command.size() > maxCommandBytes)
    co_return make_error("program.too_long", {{"what", as_argument(options.what)},
                                              {"bytes", std::int64_t{maxCommandBytes * 3 / 4}}});
  Running running(options, wrapped);
  SshChannel channel(
      inbox, std::make_shared<ChannelMail>(ChannelMail::Kind::exec, wrapped.command, 0), waiter);
  channel.write(std::move(options.input));
  channel.endInput();
  while (!running.take(channel)) {
    const Waited waited = co_await waiter.wait(stop, deadline);
    if (waited != Waited::woken && running.stop(waited)) break;
  }
  if (running.isRunning()) co_await endProgram(inbox, running.pid());
  co_return running.result();
}

}  // namespace trainyard
