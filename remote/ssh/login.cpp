#include "remote/ssh/login.h"

#include <algorithm>

#include <QDeadlineTimer>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "remote/ssh/authentication.h"
#include "remote/ssh/connect_socket.h"
#include "remote/ssh/login_wait.h"

namespace trainyard {
namespace {

constexpr auto handshakeTime = std::chrono::seconds(20), loginTime = std::chrono::seconds(60);

LoginOutcome unreachable(const SshSettings& settings, const QString& why) {
  return {LoginOutcome::Kind::unreachable, unreachableError(settings, why), false, {}, {}, {}};
}

LoginOutcome refused(const SshSettings& settings, const QString& sentence, bool isFinal) {
  return {LoginOutcome::Kind::refused,
          Error{"host.refused",
                {{"host", settings.host.toStdString()}, {"port", std::int64_t{settings.port}}},
                sentence.toStdString(),
                ExitCode::unreachable},
          isFinal,
          {},
          {},
          {}};
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
std::optional<QString> setOptions(ssh_session session, const SshSettings& settings,
                                  const KnownKeys& known, int descriptor) {
  const bool noConfiguration = false;
  const QByteArray host = settings.host.toUtf8(), user = settings.user.toUtf8();
  QString wantedHostKeys;
  const auto set = [&](ssh_options_e option, const void* value) {
    return ssh_options_set(session, option, value) == SSH_OK;
  };
  if (!set(SSH_OPTIONS_PROCESS_CONFIG, &noConfiguration) || !set(SSH_OPTIONS_FD, &descriptor))
    return QStringLiteral("the connection");
  if (!set(SSH_OPTIONS_HOST, host.constData()))
    return QStringLiteral("the host name '%1'").arg(settings.host);
  if (!set(SSH_OPTIONS_USER, user.constData()))
    return QStringLiteral("the user name '%1'").arg(settings.user);
  // Host keys are judged by us alone.
  if (!set(SSH_OPTIONS_KNOWNHOSTS, "/dev/null") || !set(SSH_OPTIONS_GLOBAL_KNOWNHOSTS, "/dev/null"))
    return QStringLiteral("known hosts");
  // All of them are good; with the processor's own AES the first is the quickest by far, and
  // transfers are bound by it.
  const char* ciphers =
      "aes128-gcm@openssh.com,aes256-gcm@openssh.com,chacha20-poly1305@openssh.com,aes256-ctr,"
      "aes192-ctr,aes128-ctr";
  if (!set(SSH_OPTIONS_CIPHERS_C_S, ciphers) || !set(SSH_OPTIONS_CIPHERS_S_C, ciphers))
    return QStringLiteral("ciphers");
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
    if (!isSet)
      return QStringLiteral("%1 %2 of the ssh configuration")
          .arg(QString::fromLatin1(keyword), list);
  }
  if (!set(SSH_OPTIONS_HOSTKEYS, hostKeyAlgorithms(known, wantedHostKeys).constData()))
    return QStringLiteral("HostKeyAlgorithms %1 of the ssh configuration").arg(wantedHostKeys);
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

QString changedKeyText(const SshSettings& settings, const QString& name, const KnownKey& known,
                       const HostKey& shown, KnownKeys::Verdict verdict) {
  const QString what =
      verdict == KnownKeys::Verdict::changed
          ? QStringLiteral("its host key has changed")
          : QStringLiteral("it shows a host key of another type than the known one");
  return QStringLiteral(
             "'%1' (%2, port %3) is not logged in to: %4. Either the host was set up anew, or "
             "somebody stands between you and it. Known: %5 %6 (%7, line %8); shown: %9 %10. "
             "If its administrators confirm the new key: ssh-keygen -R '%11' -f '%12', then "
             "connect again")
      .arg(settings.alias, settings.host)
      .arg(settings.port)
      .arg(what, QString::fromLatin1(known.key.type), known.key.fingerprint(), known.file)
      .arg(known.line)
      .arg(QString::fromLatin1(shown.type), shown.fingerprint(), name, known.file);
}

// Nothing when the key may be trusted.
std::optional<LoginOutcome> judgeKey(const LoginRequest& request, const KnownKeys& known,
                                     const QString& name, const HostKey& key) {
  const SshSettings& settings = request.settings;
  const KnownKeys::Verdict verdict = known.judge(key);
  if (verdict == KnownKeys::Verdict::revoked)
    return refused(
        settings,
        QStringLiteral(
            "'%1' (%2, port %3) is not logged in to: its host key %4 %5 is marked as revoked in "
            "%6, line %7: it was stolen or withdrawn. Ask the host's administrators")
            .arg(settings.alias, settings.host)
            .arg(settings.port)
            .arg(QString::fromLatin1(key.type), key.fingerprint(), known.revoked.first().file)
            .arg(known.revoked.first().line),
        true);
  if (verdict == KnownKeys::Verdict::known || request.acceptedKeys.contains(key)) return {};
  if (verdict == KnownKeys::Verdict::unknown) {
    LoginOutcome outcome;
    outcome.kind = LoginOutcome::Kind::hostKey;
    outcome.hostKey = key;
    return outcome;
  }
  const auto same = std::find_if(known.trusted.begin(), known.trusted.end(),
                                 [&](const KnownKey& k) { return k.key.type == key.type; });
  return refused(
      settings,
      changedKeyText(settings, name, same == known.trusted.end() ? known.trusted.first() : *same,
                     key, verdict),
      true);
}

}  // namespace

Error unreachableError(const SshSettings& settings, const QString& why) {
  return Error{"host.unreachable",
               {{"host", settings.host.toStdString()}, {"port", std::int64_t{settings.port}}},
               QStringLiteral("'%1' (%2, port %3) could not be reached: %4")
                   .arg(settings.alias, settings.host)
                   .arg(settings.port)
                   .arg(why)
                   .toStdString(),
               ExitCode::unreachable};
}

LoginOutcome logIn(const LoginRequest& request, SessionInbox& inbox, SshSessionPointer& kept) {
  const SshSettings& settings = request.settings;
  const QString name = settings.hostKeyAlias.isEmpty()
                           ? knownHostsName(settings.host, settings.port)
                           : settings.hostKeyAlias.toLower();
  const KnownKeys known =
      readKnownHosts(settings.knownHostsFiles + settings.sharedKnownHostsFiles, name);

  const Result<int> descriptor = connectSocket(request.addresses, settings.port, inbox);
  if (!descriptor)
    return unreachable(settings, QString::fromStdString(descriptor.error().message) +
                                     QStringLiteral("; check host name, port and network"));
  SshSessionPointer session(ssh_new());
  if (const auto bad = setOptions(session.get(), settings, known, *descriptor)) {
    ::close(*descriptor);
    return refused(
        settings,
        QStringLiteral("'%1' is not logged in to: %2 can not be used").arg(settings.alias, *bad),
        true);
  }
  ssh_set_blocking(session.get(), 0);
  LoginWait wait(session.get(), *descriptor, inbox, QDeadlineTimer(handshakeTime));
  if (wait.complete(SSH_AGAIN, [&] { return ssh_connect(session.get()); }) != SSH_OK)
    return unreachable(
        settings, wait.reason(QStringLiteral("the server at this port did not greet as ssh does")));

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
