#include "remote/ssh/authentication.h"

#include <QFile>
#include <QFileInfo>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace trainyard {
namespace {

// The agent's answers are waited for inside libssh; shutting the socket down is what ends that wait.
class AgentSocket {
 public:
  AgentSocket(const QString& path, SessionInbox& inbox) : m_inbox(inbox) {
    const QByteArray native = QFile::encodeName(path);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (native.isEmpty() || native.size() >= static_cast<qsizetype>(sizeof address.sun_path)) return;
    std::copy(native.begin(), native.end(), address.sun_path);
    m_descriptor = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (::connect(m_descriptor, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
      ::close(m_descriptor);
      m_descriptor = -1;
    }
    m_inbox.setInterruptible(m_descriptor);
  }
  ~AgentSocket() {
    m_inbox.setInterruptible(-1);
    // libssh closes the one that it got.
  }
  int descriptor() const { return m_descriptor; }

 private:
  SessionInbox& m_inbox;
  int m_descriptor = -1;
};

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
  Authentication(ssh_session session, const LoginRequest& request, LoginWait& wait) : m_session(session), m_request(request), m_wait(wait) {}

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
    const QString path = m_request.settings.agentSocket;
    if (path.isEmpty()) return SSH_AUTH_DENIED;
    const AgentSocket agent(path, m_wait.inbox());
    if (agent.descriptor() < 0) {
      m_tried << QStringLiteral("the agent at %1 (it does not answer)").arg(path);
      return SSH_AUTH_DENIED;
    }
    ssh_set_agent_socket(m_session, agent.descriptor());
    m_tried << QStringLiteral("the agent's keys");
    return ask([&] { return ssh_userauth_agent(m_session, nullptr); });
  }

  int tryFile(const QString& file) {
    KeyRing& ring = *m_request.ring;
    const KeyRing::State state = ring.open(file);
    if (state == KeyRing::State::missing) return SSH_AUTH_DENIED;
    if (state == KeyRing::State::unreadable) {
      m_tried << QStringLiteral("%1 (can not be read as a private key)").arg(file);
      return SSH_AUTH_DENIED;
    }
    if (state == KeyRing::State::ready) {
      m_tried << file;
      return ask([&] { return ssh_userauth_publickey(m_session, nullptr, ring.privateKey(file)); });
    }
    m_tried << QStringLiteral("%1 (locked by a passphrase)").arg(file);
    const ssh_key half = ring.publicKey(file);
    const int rc = half ? ask([&] { return ssh_userauth_try_publickey(m_session, nullptr, half); }) : SSH_AUTH_SUCCESS;
    if (rc != SSH_AUTH_SUCCESS) return rc;
    m_locked = file;
    return SSH_AUTH_INFO;
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
      result.error = Error{"host.refused", {{"host", settings.host.toStdString()}, {"port", std::int64_t{settings.port}}}, refusal(rc).toStdString(), ExitCode::unreachable};
    } else {
      result.error = unreachableError(settings, m_wait.reason(QStringLiteral("the server ended the login")));
    }
    return result;
  }

  QString refusal(int rc) const {
    const SshSettings& settings = m_request.settings;
    const QString who = QStringLiteral("%1@%2, port %3,").arg(settings.user, settings.host).arg(settings.port);
    if (rc == SSH_AUTH_PARTIAL)
      return QStringLiteral("%1 took the key and wants a second proof (%2), which is not supported yet: use an account that a key alone lets in").arg(who, methodNames(ssh_userauth_list(m_session, nullptr)));
    if (!(m_methods & SSH_AUTH_METHOD_PUBLICKEY))
      return QStringLiteral("%1 takes no keys, only: %2. Ask the site how to log in with a key or a certificate").arg(who, methodNames(m_methods));
    const QString tried = m_tried.isEmpty() ? QStringLiteral("no agent and no identity file was there to try") : QStringLiteral("tried: ") + m_tried.join(QStringLiteral(", "));
    return QStringLiteral("%1 refused the login; it takes: %2; %3. Check User and IdentityFile in the ssh configuration, and that the key is in the account's authorized_keys")
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
