#include "remote/ssh/login.h"

#include <algorithm>

#include <QDeadlineTimer>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "remote/ssh/authentication.h"
#include "remote/ssh/connect_socket.h"
#include "remote/ssh/login_error.h"
#include "remote/ssh/login_wait.h"

namespace trainyard {
namespace {

constexpr auto handshakeTime = std::chrono::seconds(20), loginTime = std::chrono::seconds(60);

LoginOutcome failed(LoginOutcome::Kind kind, Error error, bool isFinal = false) {
  LoginOutcome outcome;
  outcome.kind = kind;
  outcome.error = std::move(error);
  outcome.isFinal = isFinal;
  return outcome;
}

LoginOutcome unreachable(const SshSettings& settings, const Error& why) {
  return failed(LoginOutcome::Kind::unreachable, unreachableError(settings.alias, why));
}

LoginOutcome refused(const SshSettings& settings, const Error& why) {
  return failed(LoginOutcome::Kind::refused, refusedError(settings.alias, why), true);
}

// The host key algorithms: first those whose keys are known, so that a host with several keys shows
// the one we can check.
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

// The first option that libssh does not take ends the login: going on would use something else than
// was asked for.
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
  // Host keys are judged by us alone.
  if (!set(SSH_OPTIONS_KNOWNHOSTS, "/dev/null") || !set(SSH_OPTIONS_GLOBAL_KNOWNHOSTS, "/dev/null"))
    return "SSH_OPTIONS_KNOWNHOSTS";
  // All of them are good; with the processor's own AES the first is the quickest by far, and
  // transfers are bound by it.
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
  // The name of its type is in front of it.
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

// What is said of a key that nobody may be asked about.
Error unknownKey(const SshSettings& settings, const KnownKeys& known, const HostKey& shown) {
  if (known.authorities.isEmpty())
    return make_error("login.key_unknown", keyArguments(settings, shown));
  return make_error("login.key_of_authority",
                    keyArguments(settings, shown, known.authorities.first()));
}

// Nothing when the key may be trusted. What a person accepted counts only for a host of which no
// key is known.
std::optional<LoginOutcome> judgeKey(const LoginRequest& request, const KnownKeys& known,
                                     const QString& name, const HostKey& key) {
  const SshSettings& settings = request.settings;
  const KnownKeys::Verdict verdict = known.judge(key);
  if (verdict == KnownKeys::Verdict::revoked) {
    const auto line = std::find_if(known.revoked.begin(), known.revoked.end(),
                                   [&](const KnownKey& revoked) { return revoked.key == key; });
    return refused(settings, make_error("login.key_revoked", keyArguments(settings, key, *line)));
  }
  if (known.unreadable) return refused(settings, *known.unreadable);
  if (verdict == KnownKeys::Verdict::known) return {};
  if (verdict != KnownKeys::Verdict::unknown)
    return refused(settings, changedKey(settings, name, known, key, verdict));
  if (request.acceptedKeys.contains(key)) return {};
  if (settings.unknownHostKeys == UnknownHostKeys::refused)
    return refused(settings, unknownKey(settings, known, key));
  LoginOutcome outcome;
  outcome.kind = LoginOutcome::Kind::hostKey;
  outcome.hostKey = key;
  outcome.hasAuthority = !known.authorities.isEmpty();
  return outcome;
}

// With a warning where an authority is named: its certificates are not looked at.
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

}  // namespace

LoginOutcome logIn(const LoginRequest& request, SessionInbox& inbox, SshSessionPointer& kept) {
  const SshSettings& settings = request.settings;
  const QString name = settings.hostKeyAlias.isEmpty()
                           ? knownHostsName(settings.host, settings.port)
                           : settings.hostKeyAlias.toLower();
  const KnownKeys known = knownKeys(settings, name);

  const Result<int> descriptor = connectSocket(request.addresses, settings.port, inbox);
  if (!descriptor) return unreachable(settings, descriptor.error());
  SshSessionPointer session(ssh_new());
  if (const auto bad = setOptions(session.get(), settings, known, *descriptor)) {
    ::close(*descriptor);
    return refused(settings, make_error("login.option", {{"option", *bad}}));
  }
  ssh_set_blocking(session.get(), 0);
  LoginWait wait(session.get(), *descriptor, inbox, QDeadlineTimer(handshakeTime));
  if (wait.complete(SSH_AGAIN, [&] { return ssh_connect(session.get()); }) != SSH_OK)
    return unreachable(settings, wait.reason("login.no_greeting"));

  const HostKey key = serverKey(session.get());
  if (auto outcome = judgeKey(request, known, name, key)) {
    outcome->warnings = known.warnings;
    return *outcome;
  }
  wait.setDeadline(QDeadlineTimer(loginTime));
  LoginOutcome outcome = authenticate(session.get(), request, wait);
  outcome.warnings = known.warnings;
  if (outcome.kind == LoginOutcome::Kind::loggedIn) kept = std::move(session);
  return outcome;
}

}  // namespace trainyard
