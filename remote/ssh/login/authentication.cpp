// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/login/authentication.h"

#include "engine/system/unix_time.h"
#include "remote/ssh/login/agent_filter.h"
#include "remote/ssh/login/certificate.h"
#include "remote/ssh/login/interactive_login.h"
#include "remote/ssh/channels/login_error.h"

namespace trainyard {
namespace {

std::string methodNames(int methods) {
  QStringList names;
  if (methods & SSH_AUTH_METHOD_PUBLICKEY) names << QStringLiteral("publickey");
  if (methods & SSH_AUTH_METHOD_PASSWORD) names << QStringLiteral("password");
  if (methods & SSH_AUTH_METHOD_INTERACTIVE) names << QStringLiteral("keyboard-interactive");
  if (methods & SSH_AUTH_METHOD_HOSTBASED) names << QStringLiteral("hostbased");
  if (methods & SSH_AUTH_METHOD_GSSAPI_MIC) names << QStringLiteral("gssapi-with-mic");
  return names.join(QStringLiteral(", ")).toStdString();
}

constexpr int passphraseTries = 3, proofsLimit = 10;
const QList<LoginMethod> allMethods = SshSettings().methods;

int codeOf(LoginMethod method) {
  switch (method) {
    case LoginMethod::keys:
      return SSH_AUTH_METHOD_PUBLICKEY;
    case LoginMethod::prompts:
      return SSH_AUTH_METHOD_INTERACTIVE;
    case LoginMethod::password:
      break;
  }
  return SSH_AUTH_METHOD_PASSWORD;
}

std::string methodNames(const QList<LoginMethod>& methods) {
  QStringList names;
  for (const LoginMethod method : methods)
    names << QString::fromStdString(methodNames(codeOf(method)));
  return names.isEmpty() ? std::string("-") : names.join(QStringLiteral(", ")).toStdString();
}

class Authentication {
 public:
  Authentication(ssh_session session, const LoginRequest& request, LoginWait& wait,
                 LoginConversation& talk)
      : m_session(session),
        m_request(request),
        m_wait(wait),
        m_conversation(talk),
        m_person(session, request, wait, talk) {}

  Result<void> run() {
    int rc = ask([&] { return ssh_userauth_none(m_session, nullptr); });
    for (int proofs = 0; rc == SSH_AUTH_DENIED || rc == SSH_AUTH_PARTIAL; ++proofs) {
      m_methods = ssh_userauth_list(m_session, nullptr);
      m_isPartial = proofs > 0;
      rc = proofs < proofsLimit ? prove() : static_cast<int>(SSH_AUTH_DENIED);
      if (rc != SSH_AUTH_PARTIAL) break;
    }
    return outcome(rc);
  }

 private:
  template <class Call>
  int ask(Call call) {
    return m_wait.complete(SSH_AUTH_AGAIN, call);
  }

  // Tries the methods that the server accepts now and the configuration allows.
  int prove() {
    int rc = SSH_AUTH_DENIED;
    m_hasTried = false;
    for (const LoginMethod method : m_request.settings.methods) {
      if (rc != SSH_AUTH_DENIED) break;
      if ((m_methods & codeOf(method)) == 0) continue;
      m_hasTried = true;
      if (method == LoginMethod::keys) {
        rc = tryKeys();
        continue;
      }
      if (!m_conversation.mayAsk()) {
        // A rejected key may be a temporary problem of the server; what happens after an accepted
        // one is not.
        if (m_isPartial)
          m_refusal =
              needsPersonError(m_request.settings.alias, make_error("login.needs_answer", {}));
        continue;
      }
      rc = method == LoginMethod::prompts ? m_person.answerPrompts() : m_person.sendPassword();
      if (m_person.refusal()) m_refusal = m_person.refusal();
    }
    return rc;
  }

  int tryKeys() {
    int rc = tryAgent();
    for (const QString& file : m_request.settings.identityFiles) {
      if (rc != SSH_AUTH_DENIED) break;
      // A server does not accept the same key twice.
      if (m_taken.contains(file)) continue;
      rc = tryFile(file);
      if (rc == SSH_AUTH_PARTIAL) m_taken << file;
    }
    return rc;
  }

  int tryAgent() {
    const SshSettings& settings = m_request.settings;
    if (settings.agentSocket.isEmpty()) return SSH_AUTH_DENIED;
    QByteArrayList wanted;
    for (const QString& file : settings.identityFiles) {
      m_request.ring->open(file);
      wanted << m_request.ring->publicBlobs(file);
    }
    for (const QString& file : settings.certificateFiles) wanted << KeyRing::certificateBlob(file);
    AgentFilter agent(
        settings.agentSocket, wanted,
        settings.identitiesOnly ? AgentFilter::Others::hidden : AgentFilter::Others::offered,
        m_wait.inbox());
    if (!agent.isThere()) {
      tried("login.tried_silent_agent", settings.agentSocket);
      return SSH_AUTH_DENIED;
    }
    ssh_set_agent_socket(m_session, agent.takeSocket());
    tried("login.tried_agent", settings.agentSocket);
    const int rc = ask([&] { return ssh_userauth_agent(m_session, nullptr); });
    for (const QByteArray& blob : agent.shown()) offer(blob, settings.agentSocket);
    // If an agent does not sign (it is locked, or its user refused), the connection is not at
    // fault.
    const bool isAgentsFault = rc == SSH_AUTH_ERROR && ssh_is_connected(m_session) &&
                               !m_wait.isStopped() && !m_wait.isLate();
    return isAgentsFault ? static_cast<int>(SSH_AUTH_DENIED) : rc;
  }

  int tryFile(const QString& file) {
    KeyRing& ring = *m_request.ring;
    const KeyRing::State state = ring.open(file);
    if (state == KeyRing::State::missing) return SSH_AUTH_DENIED;
    if (state == KeyRing::State::exposed) {
      tried("login.tried_exposed", file);
      return SSH_AUTH_DENIED;
    }
    if (state == KeyRing::State::unreadable) {
      tried("login.tried_unreadable", file);
      return SSH_AUTH_DENIED;
    }
    const bool isLocked = state == KeyRing::State::locked;
    tried(isLocked ? "login.tried_locked" : "login.tried_key", file);
    int rc = SSH_AUTH_DENIED;
    for (const SshKey& key : isLocked
                                 ? ring.publicKeys(file)
                                 : ring.privateKeys(file, m_request.settings.certificateFiles)) {
      rc = isLocked ? ask([&] { return ssh_userauth_try_publickey(m_session, nullptr, key.get()); })
                    : ask([&] { return ssh_userauth_publickey(m_session, nullptr, key.get()); });
      if (rc != SSH_AUTH_DENIED) break;
    }
    for (const SshKey& key : ring.publicKeys(file)) offer(KeyRing::blobOf(key), file);
    for (const QString& certificate : m_request.settings.certificateFiles)
      offer(KeyRing::certificateBlob(certificate), certificate);
    // A locked key whose public half is unknown may be the right one.
    if (isLocked && (rc == SSH_AUTH_SUCCESS || ring.publicKeys(file).isEmpty()))
      return unlock(file) ? offer(file) : static_cast<int>(SSH_AUTH_ERROR);
    return rc;
  }

  int offer(const QString& file) {
    int rc = SSH_AUTH_DENIED;
    for (const SshKey& key :
         m_request.ring->privateKeys(file, m_request.settings.certificateFiles)) {
      rc = ask([&] { return ssh_userauth_publickey(m_session, nullptr, key.get()); });
      if (rc != SSH_AUTH_DENIED) break;
    }
    return rc;
  }

  // Records why an offered certificate may be rejected, in case it is.
  void offer(const QByteArray& blob, const QString& from) {
    const auto certificate = readCertificate(blob);
    if (!certificate || m_certificate) return;
    m_certificate = whyNotTaken(*certificate, from, m_request.settings.user, unix_time());
  }

  bool unlock(const QString& file) {
    KeyRing& ring = *m_request.ring;
    const Map named{{"file", file.toStdString()}, {"tries", std::int64_t{passphraseTries}}};
    const QString& host = m_request.settings.alias;
    if (!m_conversation.mayAsk()) {
      m_refusal = needsPersonError(host, make_error("login.needs_passphrase", named));
      return false;
    }
    ring.forgetWrongTries(file);
    while (ring.wrongTries(file) < passphraseTries) {
      LoginQuestion question;
      question.kind = LoginQuestion::Kind::passphrase;
      question.keyFile = file;
      question.wrongTries = ring.wrongTries(file);
      auto answer = m_conversation.ask(std::move(question));
      if (!answer)
        m_refusal = answer.error();
      else if (answer->kind != LoginAnswer::Kind::secret)
        m_refusal = refusedError(host, make_error("login.no_passphrase", named));
      if (m_refusal) return false;
      ring.setPassphrase(file, std::move(answer->secret));
      if (ring.open(file) == KeyRing::State::ready) return true;
    }
    ring.forgetWrongTries(file);
    m_refusal = refusedError(host, make_error("login.passphrase_wrong", named));
    return false;
  }

  Result<void> outcome(int rc) {
    const SshSettings& settings = m_request.settings;
    if (rc == SSH_AUTH_SUCCESS) return {};
    if (m_refusal) return *m_refusal;
    if (rc == SSH_AUTH_DENIED || rc == SSH_AUTH_PARTIAL)
      return refusedError(settings.alias, refusal());
    if (QString::fromUtf8(ssh_get_error(m_session))
            .contains(QStringLiteral("Too many authentication failures")))
      return refusedError(settings.alias,
                          make_error(m_conversation.neededInteraction() ? "login.too_many_tries"
                                                                        : "login.too_many_keys",
                                     account()));
    // What the user entered must not be repeated automatically.
    const Error why = m_wait.reason("login.ended");
    return m_conversation.neededInteraction() ? refusedError(settings.alias, why)
                                              : unreachableError(settings.alias, why);
  }

  Map account() const {
    const SshSettings& settings = m_request.settings;
    return {{"user", settings.user.toStdString()},
            {"address", settings.host.toStdString()},
            {"port", std::int64_t{settings.port}}};
  }

  Error refusal() const {
    Map arguments = account();
    arguments.emplace_back("methods", methodNames(m_methods));
    const bool isByPerson = m_methods & (SSH_AUTH_METHOD_INTERACTIVE | SSH_AUTH_METHOD_PASSWORD);
    if (m_conversation.neededInteraction())
      return make_error("login.wrong_answers", std::move(arguments));
    if (!m_hasTried && allMethods != m_request.settings.methods) {
      arguments.emplace_back("allowed", methodNames(m_request.settings.methods));
      return make_error("login.not_allowed", std::move(arguments));
    }
    if (m_isPartial && !isByPerson) return make_error("login.second_proof", std::move(arguments));
    if (!(m_methods & SSH_AUTH_METHOD_PUBLICKEY))
      return make_error("login.no_key_method", std::move(arguments));
    if (m_tried.empty()) return make_error("login.nothing_to_try", std::move(arguments));
    if (m_certificate) {
      arguments.emplace_back("why", as_argument(*m_certificate));
      // Where certificates expire, the banner often says how to get a new one.
      const QString said = serverLine(bannerOf(m_session).toUtf8(), loginLineLimit);
      if (said.isEmpty()) return make_error("login.certificate", std::move(arguments));
      arguments.emplace_back("said", said.toStdString());
      return make_error("login.certificate_said", std::move(arguments));
    }
    arguments.emplace_back("tried", m_tried);
    return make_error("login.denied", std::move(arguments));
  }

  // A list in a sentence: each item renders the ones before it.
  void tried(const char* code, const QString& what) {
    const Error item = make_error(code, {{"what", what.toStdString()}});
    m_tried = m_tried.empty()
                  ? as_argument(item)
                  : as_argument(make_error("login.tried_more",
                                           {{"before", m_tried}, {"next", as_argument(item)}}));
  }

  ssh_session m_session;
  const LoginRequest& m_request;
  LoginWait& m_wait;
  LoginConversation& m_conversation;
  InteractiveLogin m_person;
  int m_methods = 0;
  bool m_isPartial = false, m_hasTried = false;
  Map m_tried;
  QStringList m_taken;
  std::optional<Error> m_refusal, m_certificate;
};

}  // namespace

Result<void> authenticate(ssh_session session, const LoginRequest& request, LoginWait& wait,
                          LoginConversation& talk) {
  return Authentication(session, request, wait, talk).run();
}

}  // namespace trainyard
