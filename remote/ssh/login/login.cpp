// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/login/login.h"

#include <algorithm>

#include <QDeadlineTimer>
#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "remote/ssh/login/authentication.h"
#include "remote/ssh/channels/login_error.h"
#include "remote/ssh/login/login_conversation.h"
#include "remote/ssh/login/login_wait.h"
#include "engine/contract/result.h"
#include "engine/contract/messages.h"

namespace trainyard {
namespace {

constexpr int addressTimeoutMilliseconds = 10000, unansweredMilliseconds = 15000;

void tune(int descriptor) {
  const int on = 1, unanswered = unansweredMilliseconds;
  ::setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  ::setsockopt(descriptor, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
  ::setsockopt(descriptor, IPPROTO_TCP, TCP_USER_TIMEOUT, &unanswered, sizeof unanswered);
}

// 0, or the error number.
int waitUntilConnected(int descriptor, SessionInbox& inbox) {
  const QDeadlineTimer deadline(addressTimeoutMilliseconds);
  while (!inbox.isStopped()) {
    pollfd polled[2] = {{descriptor, POLLOUT, 0}, {inbox.descriptor(), POLLIN, 0}};
    const int ready = ::poll(polled, 2, static_cast<int>(deadline.remainingTime()));
    if (polled[0].revents != 0) {
      int error = 0;
      socklen_t size = sizeof error;
      ::getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size);
      return error;
    }
    if (ready == 0 && deadline.hasExpired()) return ETIMEDOUT;
  }
  return ECANCELED;
}

int connectTo(const addrinfo& address, SessionInbox& inbox, int& descriptor) {
  descriptor = ::socket(address.ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return errno;
  tune(descriptor);
  int error = ::connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 ? 0 : errno;
  if (error == EINPROGRESS) error = waitUntilConnected(descriptor, inbox);
  if (error != 0) ::close(descriptor);
  return error;
}

// Tries numeric addresses in order, each for at most 10 s. The descriptor is non-blocking, with
// TCP_NODELAY, and gives up if sent bytes are not acknowledged for 15 s. The error is only the
// reason ("connection refused").
Result<int> connectSocket(const QStringList& addresses, quint16 port, SessionInbox& inbox) {
  int error = EHOSTUNREACH;
  for (const QString& address : addresses) {
    addrinfo hints{};
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV;
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    if (::getaddrinfo(address.toLatin1().constData(), QByteArray::number(port).constData(), &hints,
                      &found) != 0)
      continue;
    int descriptor = -1;
    error = connectTo(*found, inbox, descriptor);
    ::freeaddrinfo(found);
    if (error == 0) return descriptor;
    if (inbox.isStopped()) break;
  }
  return make_error("login.no_connection",
                    {{"addresses", addresses.join(QStringLiteral(", ")).toStdString()},
                     {"port", std::int64_t{port}},
                     {"problem", ::strerror(error)}});
}

constexpr auto handshakeTime = std::chrono::seconds(20), loginTime = std::chrono::seconds(60);

Error unreachable(const SshSettings& settings, const Error& why) {
  return unreachableError(settings.alias, why);
}

Error refused(const SshSettings& settings, const Error& why) {
  return refusedError(settings.alias, why);
}

// The host key algorithms: first those with known keys, so that a host with several keys presents
// the one that can be verified.
QByteArray hostKeyAlgorithms(const KnownKeys& known, const QString& wanted) {
  QList<QByteArray> usual{"ssh-ed25519",         "ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384",
                          "ecdsa-sha2-nistp521", "rsa-sha2-512",        "rsa-sha2-256"};
  if (!wanted.isEmpty()) usual = wanted.toLatin1().split(',');
  const auto isKnown = [&](const QByteArray& algorithm) {
    const QByteArray type = algorithm.startsWith("rsa-sha2-") ? QByteArray("ssh-rsa") : algorithm;
    return std::any_of(known.trusted.begin(), known.trusted.end(),
                       [&](const KnownKey& key) { return key.key.type == type; });
  };
  std::stable_partition(usual.begin(), usual.end(), isKnown);
  return usual.join(',');
}

// The first option that libssh rejects ends the login: otherwise something other than the requested
// value would be used.
std::optional<std::string> setOptions(ssh_session session, const SshSettings& settings,
                                      const KnownKeys& known, int descriptor) {
  const bool noConfiguration = false;
  const QByteArray host = settings.host.toUtf8(), user = settings.user.toUtf8();
  QString wantedHostKeys;
  const auto set = [&](ssh_options_e option, const void* value) {
    return ssh_options_set(session, option, value) == SSH_OK;
  };
  if (!set(SSH_OPTIONS_PROCESS_CONFIG, &noConfiguration) || !set(SSH_OPTIONS_FD, &descriptor))
    return "SSH_OPTIONS_FD";
  if (!set(SSH_OPTIONS_HOST, host.constData())) return "HostName " + settings.host.toStdString();
  if (!set(SSH_OPTIONS_USER, user.constData())) return "User " + settings.user.toStdString();
  // Only we verify host keys.
  if (!set(SSH_OPTIONS_KNOWNHOSTS, "/dev/null") || !set(SSH_OPTIONS_GLOBAL_KNOWNHOSTS, "/dev/null"))
    return "SSH_OPTIONS_KNOWNHOSTS";
  // All of them are secure; with hardware AES the first is by far the fastest, and it limits the
  // speed of transfers.
  const char* ciphers =
      "aes128-gcm@openssh.com,aes256-gcm@openssh.com,chacha20-poly1305@openssh.com,aes256-ctr,"
      "aes192-ctr,aes128-ctr";
  if (!set(SSH_OPTIONS_CIPHERS_C_S, ciphers) || !set(SSH_OPTIONS_CIPHERS_S_C, ciphers))
    return "SSH_OPTIONS_CIPHERS";
  for (const auto& [keyword, list] : settings.algorithms) {
    const QByteArray value = list.toLatin1();
    bool isSet = true;
    if (keyword == "ciphers")
      isSet = set(SSH_OPTIONS_CIPHERS_C_S, value.constData()) &&
              set(SSH_OPTIONS_CIPHERS_S_C, value.constData());
    else if (keyword == "macs")
      isSet = set(SSH_OPTIONS_HMAC_C_S, value.constData()) &&
              set(SSH_OPTIONS_HMAC_S_C, value.constData());
    else if (keyword == "kexalgorithms")
      isSet = set(SSH_OPTIONS_KEY_EXCHANGE, value.constData());
    else if (keyword == "pubkeyacceptedalgorithms")
      isSet = set(SSH_OPTIONS_PUBLICKEY_ACCEPTED_TYPES, value.constData());
    else if (keyword == "hostkeyalgorithms")
      wantedHostKeys = list;
    if (!isSet) return keyword.toStdString() + " " + list.toStdString();
  }
  if (!set(SSH_OPTIONS_HOSTKEYS, hostKeyAlgorithms(known, wantedHostKeys).constData()))
    return "HostKeyAlgorithms " + wantedHostKeys.toStdString();
  return {};
}

HostKey serverKey(ssh_session session) {
  ssh_key key = nullptr;
  if (ssh_get_server_publickey(session, &key) != SSH_OK) return {};
  const SshKey held(key, ssh_key_free);
  char* text = nullptr;
  if (ssh_pki_export_pubkey_base64(key, &text) != SSH_OK) return {};
  HostKey result;
  result.blob = QByteArray::fromBase64(text);
  ssh_string_free_char(text);
  // Its type is in front of it.
  const int length = result.blob.size() < 4 ? 0 : static_cast<unsigned char>(result.blob[3]);
  result.type = result.blob.mid(4, length);
  return result;
}

Map keyArguments(const SshSettings& settings, const HostKey& shown) {
  return {{"address", settings.host.toStdString()},
          {"port", std::int64_t{settings.port}},
          {"type", shown.type.toStdString()},
          {"fingerprint", shown.fingerprint().toStdString()}};
}

Map keyArguments(const SshSettings& settings, const HostKey& shown, const KnownKey& known) {
  Map arguments = keyArguments(settings, shown);
  const Map more{{"known_type", known.key.type.toStdString()},
                 {"known", known.key.fingerprint().toStdString()},
                 {"file", known.file.toStdString()},
                 {"line", std::int64_t{known.line}}};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

Error changedKey(const SshSettings& settings, const QString& name, const KnownKeys& known,
                 const HostKey& shown, KnownKeys::Verdict verdict) {
  const auto same = std::find_if(known.trusted.begin(), known.trusted.end(),
                                 [&](const KnownKey& k) { return k.key.type == shown.type; });
  Map arguments =
      keyArguments(settings, shown, same == known.trusted.end() ? known.trusted.first() : *same);
  arguments.emplace_back("name", name.toStdString());
  return make_error(
      verdict == KnownKeys::Verdict::changed ? "login.key_changed" : "login.key_other_type",
      std::move(arguments));
}

// The error for an unknown key if nobody may be asked.
Error unknownKey(const SshSettings& settings, const KnownKeys& known, const HostKey& shown) {
  if (known.authorities.isEmpty())
    return make_error("login.key_unknown", keyArguments(settings, shown));
  return make_error("login.key_of_authority",
                    keyArguments(settings, shown, known.authorities.first()));
}

QString nameInKnownHosts(const SshSettings& settings) {
  return settings.hostKeyAlias.isEmpty() ? knownHostsName(settings.host, settings.port)
                                         : settings.hostKeyAlias;
}

Result<void> writeDown(const SshSettings& settings, const HostKey& key) {
  if (settings.knownHostsFiles.isEmpty()) return {};
  return appendKnownHost(settings.knownHostsFiles.first(), nameInKnownHosts(settings), key,
                         settings.hashKnownHosts ? WrittenName::hashed : WrittenName::plain);
}

// For an unknown key. The user's confirmation makes it an accepted one.
Result<void> askAboutKey(const LoginRequest& request, const KnownKeys& known, const HostKey& key,
                         LoginConversation& talk, QList<HostKey>& accepted) {
  const SshSettings& settings = request.settings;
  LoginAnswer answer{LoginAnswer::Kind::trusted};
  if (settings.unknownHostKeys == UnknownHostKeys::asked) {
    if (!talk.mayAsk())
      return needsPersonError(settings.alias, make_error("login.key_forgotten", {}));
    LoginQuestion question;
    question.keyType = QString::fromLatin1(key.type);
    question.fingerprint = key.fingerprint();
    question.hasAuthority = !known.authorities.isEmpty();
    TRY(answer, talk.ask(std::move(question)));
  }
  if (answer.kind != LoginAnswer::Kind::once && answer.kind != LoginAnswer::Kind::trusted)
    return refused(settings, make_error("login.key_not_trusted",
                                        {{"address", settings.host.toStdString()},
                                         {"port", std::int64_t{settings.port}},
                                         {"fingerprint", key.fingerprint().toStdString()}}));
  accepted.append(key);
  if (answer.kind == LoginAnswer::Kind::trusted) return writeDown(settings, key);
  return {};
}

// Succeeds if the key may be trusted. A key accepted by the user only counts for a host without any
// known key.
Result<void> proveHost(const LoginRequest& request, const KnownKeys& known, const HostKey& key,
                       LoginConversation& talk, QList<HostKey>& accepted) {
  const SshSettings& settings = request.settings;
  const KnownKeys::Verdict verdict = known.verify(key);
  if (verdict == KnownKeys::Verdict::revoked) {
    const auto line = std::find_if(known.revoked.begin(), known.revoked.end(),
                                   [&](const KnownKey& revoked) { return revoked.key == key; });
    return refused(settings, make_error("login.key_revoked", keyArguments(settings, key, *line)));
  }
  if (known.unreadable) return refused(settings, *known.unreadable);
  if (verdict == KnownKeys::Verdict::known) return {};
  if (verdict != KnownKeys::Verdict::unknown)
    return refused(settings, changedKey(settings, hostKeyName(settings), known, key, verdict));
  if (request.acceptedKeys.contains(key)) return {};
  if (settings.unknownHostKeys == UnknownHostKeys::refused)
    return refused(settings, unknownKey(settings, known, key));
  return askAboutKey(request, known, key, talk, accepted);
}

// Adds a warning if there is a certificate authority: its certificates are not checked.
KnownKeys knownKeys(const SshSettings& settings, const QString& name) {
  KnownKeys known = readKnownHosts(settings.knownHostsFiles + settings.sharedKnownHostsFiles, name);
  readRevokedKeys(settings.revokedHostKeys, known);
  if (!known.authorities.isEmpty())
    known.warnings.push_back(
        make_diagnostic(Severity::warning, "known_hosts.authority", {},
                        {{"path", known.authorities.first().file.toStdString()},
                         {"line", std::int64_t{known.authorities.first().line}}}));
  return known;
}

struct Connection {
  SshSessionPointer session;
  int descriptor = -1;  // the session's
};

// A socket, and a session that is ready to exchange greetings.
Result<Connection> connectTo(const LoginRequest& request, const KnownKeys& known,
                             SessionInbox& inbox) {
  const SshSettings& settings = request.settings;
  const Result<int> descriptor = request.socket
                                     ? Result<int>(request.socket->release())
                                     : connectSocket(request.addresses, settings.port, inbox);
  if (!descriptor) return unreachable(settings, descriptor.error());
  Connection connection{SshSessionPointer(ssh_new()), *descriptor};
  if (const auto bad = setOptions(connection.session.get(), settings, known, *descriptor)) {
    ::close(*descriptor);
    return refused(settings, make_error("login.option", {{"option", *bad}}));
  }
  ssh_set_blocking(connection.session.get(), 0);
  return connection;
}

// A connection that is cut before the first word is cut on the way: the port answers.
const char* noGreeting(ssh_session session) {
  const QByteArray said = QByteArray(ssh_get_error(session)).toLower();
  for (const char* sign : {"reset by peer", "disconnected", "closed", "broken pipe", "aborted"})
    if (said.contains(sign)) return "login.cut_off";
  return "login.no_greeting";
}

// From the greeting to the last authentication step.
Result<void> converse(Connection& connection, const LoginRequest& request, const KnownKeys& known,
                      SessionInbox& inbox, LoginPrompts& mailbox, LoginOutcome& outcome) {
  ssh_session session = connection.session.get();
  LoginWait wait(session, connection.descriptor, inbox, QDeadlineTimer(handshakeTime));
  LoginConversation talk(request, mailbox, wait, connection.descriptor);
  if (wait.complete(SSH_AGAIN, [&] { return ssh_connect(session); }) != SSH_OK)
    return unreachable(request.settings, wait.reason(noGreeting(session)));
  wait.setDeadline(QDeadlineTimer(loginTime));
  TRY(proveHost(request, known, serverKey(session), talk, outcome.acceptedKeys));
  TRY(authenticate(session, request, wait, talk));
  outcome.neededInteraction = talk.neededInteraction();
  return {};
}

}  // namespace

QString hostKeyName(const SshSettings& settings) { return nameInKnownHosts(settings).toLower(); }

LoginOutcome logIn(const LoginRequest& request, SessionInbox& inbox, LoginPrompts& mailbox,
                   SshSessionPointer& kept) {
  const KnownKeys known = knownKeys(request.settings, hostKeyName(request.settings));
  LoginOutcome outcome;
  outcome.warnings = known.warnings;
  auto connection = connectTo(request, known, inbox);
  const Result<void> done = connection
                                ? converse(*connection, request, known, inbox, mailbox, outcome)
                                : Result<void>(connection.error());
  request.ring->forgetPassphrases();
  if (done) {
    outcome.kind = LoginOutcome::Kind::loggedIn;
    kept = std::move(connection->session);
  } else {
    outcome.error = done.error();
    outcome.kind = done.error().kind == ErrorKind::unreachable ? LoginOutcome::Kind::unreachable
                                                               : LoginOutcome::Kind::refused;
  }
  return outcome;
}

}  // namespace trainyard
