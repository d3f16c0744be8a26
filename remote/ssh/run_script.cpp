#include "remote/ssh/run_script.h"

#include "remote/ssh/remote_script.h"
#include "remote/ssh/ssh_channel.h"

namespace trainyard {
namespace {

Error scriptError(const char* code, const QString& what, const QString& why, ExitCode exitCode = ExitCode::environment) {
  return Error{code, {}, (what + QLatin1Char(' ') + why).toStdString(), exitCode};
}

}  // namespace

QCoro::Task<Result<ProgramOutput>> runScript(std::shared_ptr<SessionInbox> inbox, ScriptOptions options, Waiter& waiter, std::stop_token stop,
                                             QDeadlineTimer deadline) {
  const RemoteScript wrapped = wrapScript(options.script);
  if (wrapped.command.size() > longestCommandBytes)
    co_return scriptError("program.too_long", options.what, QStringLiteral("has a command line of more than %1 bytes").arg(longestCommandBytes * 3 / 4), ExitCode::invalid_input);
  NoiseFilter out(wrapped.sentinel), err(wrapped.sentinel);
  ProgramOutput output;
  SshChannel channel(inbox, std::make_shared<ChannelMail>(ChannelMail::Kind::exec, wrapped.command, 0), waiter);
  channel.write(std::move(options.input));
  channel.endInput();
  while (true) {
    SshChannel::News news = channel.take();
    if (!news.out.isEmpty()) output.out += out.feed(std::move(news.out));
    if (!news.err.isEmpty()) output.err += err.feed(std::move(news.err));
    if (std::max(output.out.size(), output.err.size()) > options.outputLimitBytes || out.isTooMuch() || err.isTooMuch())
      co_return scriptError("program.output_limit", options.what, QStringLiteral("printed more than %1 bytes").arg(options.outputLimitBytes));
    if (news.ended && news.error) co_return *news.error;
    if (news.ended) {
      output.exitCode = news.exitCode;
      break;
    }
    const Waited waited = co_await waiter.wait(stop, deadline);
    if (waited == Waited::stopped) co_return cancelledError();
    if (waited == Waited::deadline) co_return scriptError("program.deadline", options.what, QStringLiteral("did not end in time and was stopped"));
  }
  if (!out.isPast()) {
    const QByteArray said = (out.noise() + ' ' + err.noise()).simplified();
    co_return scriptError("host.no_shell", options.what, QStringLiteral("was not run: the account's login shell ended with %1 and said: %2").arg(output.exitCode).arg(QString::fromUtf8(said)), ExitCode::unreachable);
  }
  co_return output;
}

}  // namespace trainyard
