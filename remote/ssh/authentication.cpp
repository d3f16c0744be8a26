#include "remote/ssh/authentication.h"

#include "remote/ssh/agent_filter.h"
#include "remote/ssh/login_error.h"

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
      tried("login.tried_silent_agent", settings.agentSocket);
      return SSH_AUTH_DENIED;
    }
    ssh_set_agent_socket(m_session, agent.takeSocket());
    tried("login.tried_agent", settings.agentSocket);
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
      result.error = refusedError(settings.alias, refusal(rc));
    } else {
      const bool isTooMany = QString::fromUtf8(ssh_get_error(m_session))
                                 .contains(QStringLiteral("Too many authentication failures"));
      result.kind = isTooMany ? LoginOutcome::Kind::refused : LoginOutcome::Kind::unreachable;
      result.error =
          isTooMany ? refusedError(settings.alias, make_error("login.too_many_keys", account()))
                    : unreachableError(settings.alias, m_wait.reason("login.ended"));
    }
    return result;
  }

  Map account() const {
    const SshSettings& settings = m_request.settings;
    return {{"user", settings.user.toStdString()},
            {"address", settings.host.toStdString()},
            {"port", std::int64_t{settings.port}}};
  }

  Error refusal(int rc) const {
    Map arguments = account();
    const int methods = rc == SSH_AUTH_PARTIAL ? ssh_userauth_list(m_session, nullptr) : m_methods;
    arguments.emplace_back("methods", methodNames(methods));
    if (rc == SSH_AUTH_PARTIAL) return make_error("login.second_proof", std::move(arguments));
    if (!(m_methods & SSH_AUTH_METHOD_PUBLICKEY))
      return make_error("login.no_key_method", std::move(arguments));
    if (m_tried.empty()) return make_error("login.nothing_to_try", std::move(arguments));
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
  int m_methods = 0;
  Map m_tried;
  QString m_locked;
};

}  // namespace

LoginOutcome authenticate(ssh_session session, const LoginRequest& request, LoginWait& wait) {
  return Authentication(session, request, wait).run();
}

}  // namespace trainyard
