// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/connections/client_questions.h"

#include <algorithm>

#include "engine/contract/messages.h"

namespace trainyard {
namespace {

Error nobodyError(const LoginQuestion& question) {
  return make_error("ask.nobody", {{"target", question.target.toStdString()},
                                   {"what", as_argument(needOf(question))}});
}

}  // namespace

void ClientQuestions::putTo(ClientConnection* client, Open& open) {
  if (!client->greeted || !client->asks) return;
  const qint64 id = ++m_lastId;
  const Open::Put& put = open.put.try_emplace(id, Open::Put{client, {}}).first->second;
  QJsonObject parameters = toJson(open.question);
  parameters.insert(loginSealKey, QString::fromLatin1(put.seal.publicKey().toBase64()));
  client->send(rpc::request(id, loginMethod, parameters));
}

QCoro::Task<Result<LoginAnswer>> ClientQuestions::ask(LoginQuestion question,
                                                      std::stop_token stop) {
  Open open;
  open.question = std::move(question);
  m_open.append(&open);
  for (ClientConnection* client : std::as_const(m_clients)) putTo(client, open);
  while (!open.answer && !open.put.empty())
    if (const Waited waited = co_await open.waiter.wait(stop); waited == Waited::stopped) break;
  m_open.removeOne(&open);
  for (const auto& [id, put] : open.put)
    put.client->send(
        rpc::notification(QStringLiteral("ask.withdrawn"), {{QStringLiteral("id"), id}}));
  if (stop.stop_requested()) co_return cancelledError();
  if (open.answer) co_return std::move(*open.answer);
  co_return nobodyError(open.question);
}

void ClientQuestions::noteGreeted(ClientConnection* client) {
  for (Open* open : std::as_const(m_open)) {
    const bool isAsked = std::any_of(open->put.begin(), open->put.end(), [&](const auto& entry) {
      return entry.second.client == client;
    });
    if (!isAsked) putTo(client, *open);
  }
}

void ClientQuestions::dropClient(ClientConnection* client) {
  m_clients.removeOne(client);
  for (Open* open : std::as_const(m_open)) {
    std::erase_if(open->put, [&](const auto& entry) { return entry.second.client == client; });
    open->waiter.wake();
  }
}

bool ClientQuestions::takeAnswer(ClientConnection* client, const QJsonObject& message) {
  for (Open* open : std::as_const(m_open)) {
    const auto found = open->put.find(message[QStringLiteral("id")].toInteger());
    if (found == open->put.end() || found->second.client != client) continue;
    if (open->answer) return true;
    if (message.contains(QStringLiteral("result")))
      open->answer =
          loginAnswerFrom(message[QStringLiteral("result")].toObject(), found->second.seal);
    open->put.erase(found);
    open->waiter.wake();
    return true;
  }
  return false;
}

}  // namespace trainyard
