#include "remote/ssh/authentication.h"

#include "remote/ssh/agent_filter.h"

namespace trainyard {
namespace {

QString methodNames(int methods) {
  QStringList names;
  if (methods & SSH_AUTH_METHOD_PUBLICKEY) names << QStringLiteral("publickey");
  if (methods & SSH_AUTH_METHOD_PASSWORD) names << QStringLiteral("password");
  if (methods & SSH_AUTH_METHOD_INTERACTIVE) names << QStringLiteral("keyboard-interactive");
  if (methods & SSH_AUTH_METHOD_HOSTBASED) names << QStringLiteral("hostbased");
  if (methods & SSH_AUTH_METHOD_GSSAPI_MIC) names << QStringLiteral("gssapi-with-mic");
  return names.isEmpty() ? QStringLiteral("none") : names.join(QStringLiteral(", "));
}

class Authentication {
 public:
  Authentication(ssh_session session, const LoginRequest& request, LoginWait& wait)
      : m_session(session), m_request(request), m_wait(wait) {}

  LoginOutcome run() {
    int rc = ask([&] { return ssh_userauth_none(m_session, nullptr); });
    m_methods = ssh_userauth_list(m_session, nullptr);
    if (rc == SSH_AUTH_DENIED && (m_methods & SSH_AUTH_METHOD_PUBLICKEY)) rc = tryAgent();
    for (const QString& file : m_request.settings.identityFiles) {
      if (rc != SSH_AUTH_DENIED || !(m_methods & SSH_AUTH_METHOD_PUBLICKEY)) break;
      rc = tryFile(file);
    }
    m_request.ring->forgetPassphrases();
    return outcome(rc);
  }

 private:
  template <class Call>
  int ask(Call call) {
    return m_wait.complete(SSH_AUTH_AGAIN, call);
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
      m_tried << QStringLiteral("the agent at %1 (it does not answer)").arg(settings.agentSocket);
      return SSH_AUTH_DENIED;
    }
    ssh_set_agent_socket(m_session, agent.takeSocket());
    m_tried << QStringLiteral("the agent's keys");
    const int rc = ask([&] { return ssh_userauth_agent(m_session, nullptr); });
    // An agent that signs nothing (locked, or its person said no) is no fault of the connection.
    const bool isAgentsFault = rc == SSH_AUTH_ERROR && ssh_is_connected(m_session) &&
                               !m_wait.isStopped() && !m_wait.isLate();
    return isAgentsFault ? static_cast<int>(SSH_AUTH_DENIED) : rc;
  }

  int tryFile(const QString& file) {
    KeyRing& ring = *m_request.ring;
    const KeyRing::State state = ring.open(file);
    if (state == KeyRing::State::missing) return SSH_AUTH_DENIED;
    if (state == KeyRing::State::unreadable) {
      m_tried << QStringLiteral("%1 (can not be read as a private key)").arg(file);
      return SSH_AUTH_DENIED;
    }
    const bool isLocked = state == KeyRing::State::locked;
    m_tried << (isLocked ? QStringLiteral("%1 (locked by a passphrase)").arg(file) : file);
    int rc = SSH_AUTH_DENIED;
    for (const SshKey& key : isLocked
                                 ? ring.publicKeys(file)
                                 : ring.privateKeys(file, m_request.settings.certificateFiles)) {
      rc = isLocked ? ask([&] { return ssh_userauth_try_publickey(m_session, nullptr, key.get()); })
                    : ask([&] { return ssh_userauth_publickey(m_session, nullptr, key.get()); });
      if (rc != SSH_AUTH_DENIED) break;
    }
    // A locked key whose public half is not known may be the right one.
    if (isLocked && (rc == SSH_AUTH_SUCCESS || ring.publicKeys(file).isEmpty())) {
      m_locked = file;
      return SSH_AUTH_INFO;
    }
    return rc;
  }

  LoginOutcome outcome(int rc) {
    const SshSettings& settings = m_request.settings;
    LoginOutcome result;
    if (rc == SSH_AUTH_SUCCESS) {
      result.kind = LoginOutcome::Kind::loggedIn;
    } else if (rc == SSH_AUTH_INFO && !m_locked.isEmpty()) {
      result.kind = LoginOutcome::Kind::passphrase;
      result.keyFile = m_locked;
    } else if (rc == SSH_AUTH_DENIED || rc == SSH_AUTH_PARTIAL) {
      result.kind = LoginOutcome::Kind::refused;
      result.error =
          Error{"host.refused",
                {{"host", settings.host.toStdString()}, {"port", std::int64_t{settings.port}}},
                refusal(rc).toStdString(),
                ExitCode::unreachable};
    } else {
      const bool isTooMany = QString::fromUtf8(ssh_get_error(m_session))
                                 .contains(QStringLiteral("Too many authentication failures"));
      result.kind = isTooMany ? LoginOutcome::Kind::refused : LoginOutcome::Kind::unreachable;
      result.error =
          isTooMany ? tooManyKeys()
                    : unreachableError(settings,
                                       m_wait.reason(QStringLiteral("the server ended the login")));
    }
    return result;
  }

  Error tooManyKeys() const {
    return Error{
        "host.refused",
        {},
        QStringLiteral("%1@%2, port %3, let only some of the keys be tried. Name the right one "
                       "with IdentityFile and IdentitiesOnly yes in the ssh configuration")
            .arg(m_request.settings.user, m_request.settings.host)
            .arg(m_request.settings.port)
            .toStdString(),
        ExitCode::unreachable};
  }

  QString refusal(int rc) const {
    const SshSettings& settings = m_request.settings;
    const QString who =
        QStringLiteral("%1@%2, port %3,").arg(settings.user, settings.host).arg(settings.port);
    if (rc == SSH_AUTH_PARTIAL)
      return QStringLiteral(
                 "%1 took the key and wants a second proof (%2), which is not supported yet: use "
                 "an account that a key alone lets in")
          .arg(who, methodNames(ssh_userauth_list(m_session, nullptr)));
    if (!(m_methods & SSH_AUTH_METHOD_PUBLICKEY))
      return QStringLiteral(
                 "%1 takes no keys, only: %2. Ask the site how to log in with a key or a "
                 "certificate")
          .arg(who, methodNames(m_methods));
    const QString tried = m_tried.isEmpty()
                              ? QStringLiteral("no agent and no identity file was there to try")
                              : QStringLiteral("tried: ") + m_tried.join(QStringLiteral(", "));
    return QStringLiteral(
               "%1 refused the login; it takes: %2; %3; check User and IdentityFile in the ssh "
               "configuration, and that the key is in the account's authorized_keys")
        .arg(who, methodNames(m_methods), tried);
  }

  ssh_session m_session;
  const LoginRequest& m_request;
  LoginWait& m_wait;
  int m_methods = 0;
  QStringList m_tried;
  QString m_locked;
};

}  // namespace

LoginOutcome authenticate(ssh_session session, const LoginRequest& request, LoginWait& wait) {
  return Authentication(session, request, wait).run();
}

}  // namespace trainyard
