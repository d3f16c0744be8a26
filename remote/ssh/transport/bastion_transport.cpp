// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/transport/bastion_transport.h"

#include "remote/ssh/channels/login_error.h"

namespace trainyard {
namespace {

constexpr std::chrono::seconds openingTime{30};

class BastionTransport : public Transport {
 public:
  // If no socket can be created, the session has none either and reports it.
  BastionTransport(std::shared_ptr<SessionInbox> bastion, const SshSettings& to, Waiter& changed) {
    auto mail =
        std::make_shared<ChannelMail>(ChannelMail::Kind::forward, to.host.toUtf8(), to.port);
    mail->local = std::make_unique<LocalStreams>(makeSocket());
    m_channel.emplace(std::move(bastion), std::move(mail), changed);
  }

  SshChannel::News take() { return m_channel->take(); }
  std::optional<Error> ended() override { return m_channel->take().error; }
  QCoro::Task<void> finish() override { co_return; }

 private:
  std::optional<SshChannel> m_channel;
};

// The bastion's error message for the connection, with advice.
Error openingError(const Error& error, const QString& bastion, const SshSettings& to) {
  Map arguments{{"bastion", bastion.toStdString()},
                {"address", to.host.toStdString()},
                {"port", std::int64_t{to.port}}};
  if (error.code == "forward.refused")
    return refusedError(to.alias, make_error("login.bastion_forbids", std::move(arguments)));
  if (error.code != "forward.unreachable") return atBastion(to.alias, bastion, error);
  for (const auto& [name, value] : error.arguments)
    if (name == "said") arguments.emplace_back(name, value);
  return unreachableError(to.alias, make_error("login.behind_bastion", std::move(arguments)));
}

}  // namespace

QCoro::Task<Result<std::unique_ptr<Transport>>> carryThrough(std::shared_ptr<SessionInbox> bastion,
                                                             QString bastionName, SshSettings to,
                                                             Waiter& changed,
                                                             std::stop_token stop) {
  auto carrier = std::make_unique<BastionTransport>(std::move(bastion), to, changed);
  const QDeadlineTimer deadline(openingTime);
  while (true) {
    const SshChannel::News news = carrier->take();
    if (news.opened) break;
    if (news.error) co_return openingError(*news.error, bastionName, to);
    const Waited waited = co_await changed.wait(stop, deadline);
    if (waited == Waited::stopped) co_return cancelledError();
    if (waited == Waited::deadline)
      co_return unreachableError(to.alias, make_error("login.late", {}));
  }
  co_return std::unique_ptr<Transport>(std::move(carrier));
}

}  // namespace trainyard
