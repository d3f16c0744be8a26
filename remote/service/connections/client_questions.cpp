#include "remote/service/connections/client_questions.h"

#include "engine/contract/messages.h"
#include "remote/sentence.h"

namespace trainyard {
namespace {

Sentence needOf(const LoginQuestion& question) {
  const std::string host = question.host.toStdString();
  switch (question.kind) {
    case LoginQuestion::Kind::hostKey:
      return sentence("ask.host_key_unknown", {{"host", host}});
    case LoginQuestion::Kind::passphrase:
      return sentence("ask.key_is_locked", {{"key", question.keyFile.toStdString()}});
    case LoginQuestion::Kind::password:
      return sentence("ask.password", {{"host", host}});
    case LoginQuestion::Kind::prompts:
      break;
  }
  return sentence("ask.prompts", {{"host", host}});
}

Error nobodyError(const LoginQuestion& question) {
  return make_error(
      "ask.nobody",
      {{"target", question.target.toStdString()}, {"what", asArgument(needOf(question))}},
      ExitCode::unreachable);
}

}  // namespace

ClientConnection* ClientQuestions::mostActive(const QList<ClientConnection*>& asked) const {
  ClientConnection* best = nullptr;
  for (ClientConnection* client : m_clients)
    if (client->greeted && client->asks && !asked.contains(client) &&
        (!best || client->lastActive > best->lastActive))
      best = client;
  return best;
}

QCoro::Task<Result<LoginAnswer>> ClientQuestions::ask(LoginQuestion question,
                                                      std::stop_token stop) {
  QList<ClientConnection*> asked;
  while (ClientConnection* client = mostActive(asked)) {
    asked.append(client);
    const qint64 id = ++m_lastId;
    Open open;
    open.client = client;
    m_open[id] = &open;
    const AnswerSeal seal;
    QJsonObject parameters = toJson(question);
    parameters.insert(loginSealKey, QString::fromLatin1(seal.publicKey().toBase64()));
    client->send(rpc::request(id, loginMethod, parameters));
    while (open.client && !open.message)
      if (const Waited waited = co_await open.waiter.wait(stop); waited == Waited::stopped) break;
    m_open.erase(id);
    if (open.client)
      open.client->send(
          rpc::notification(QStringLiteral("ask.withdrawn"), {{QStringLiteral("id"), id}}));
    if (stop.stop_requested()) co_return cancelledError();
    if (open.message && open.message->contains(QStringLiteral("result")))
      co_return loginAnswerFrom((*open.message)[QStringLiteral("result")].toObject(), seal);
  }
  co_return nobodyError(question);
}

void ClientQuestions::dropClient(ClientConnection* client) {
  m_clients.removeOne(client);
  for (auto& [id, open] : m_open) {
    if (open->client != client) continue;
    open->client = nullptr;
    open->waiter.wake();
  }
}

bool ClientQuestions::takeAnswer(ClientConnection* client, const QJsonObject& message) {
  const auto found = m_open.find(message[QStringLiteral("id")].toInteger());
  if (found == m_open.end() || found->second->client != client) return false;
  found->second->message = message;
  found->second->waiter.wake();
  return true;
}

}  // namespace trainyard
