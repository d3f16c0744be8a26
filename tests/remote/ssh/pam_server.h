// SPDX-License-Identifier: GPL-3.0-or-later
// A real sshd with PAM, for an account of its own: in a mount namespace it has a copy of /etc, with
// another PAM configuration and another account `ada`, so nothing of this machine changes. Needs
// root.
#pragma once

#include "tests/remote/ssh/ssh_test.h"

namespace trainyard {

class PamServer : public SshServer {
 public:
  // Nothing: it can run here. Else why not.
  static QString problem() {
    if (!QFile::exists(sshdProgram())) return QStringLiteral("no sshd here");
    if (::geteuid() != 0) return QStringLiteral("only root may make a mount namespace");
    QProcess unshare;
    unshare.start(QStringLiteral("unshare"),
                  {QStringLiteral("-m"), QStringLiteral("sh"), QStringLiteral("-c"),
                   QStringLiteral("mount --make-rprivate / && mount -t tmpfs none /mnt")});
    if (!unshare.waitForFinished(10000) || unshare.exitCode() != 0)
      return QStringLiteral("no mount namespace: ") +
             QString::fromUtf8(unshare.readAllStandardError());
    QProcess links;
    links.start(QStringLiteral("ldd"), {sshdProgram()});
    if (!links.waitForFinished(10000) || !links.readAllStandardOutput().contains("libpam.so"))
      return QStringLiteral("the sshd here knows no PAM");
    return {};
  }

  // `auth`: lines of the PAM configuration. `options`: of sshd, first. The password of `ada` is
  // "first"; it was last changed on day `changed` and holds for 90 days, -1 for ever.
  PamServer(const QByteArray& auth, const QByteArray& options, int changed = -1) {
    const QString etc = path(QStringLiteral("etc"));
    tool(QStringLiteral("cp"), {QStringLiteral("-a"), QStringLiteral("/etc"), etc});
    QDir(etc + QStringLiteral("/pam.d")).removeRecursively();
    QDir().mkpath(etc + QStringLiteral("/pam.d"));
    write(QStringLiteral("etc/pam.d/sshd"),
          auth + "account required pam_unix.so\npassword required pam_unix.so sha512\n" +
              "session required pam_permit.so\n");
    QFile::remove(etc + QStringLiteral("/nologin"));
    append(QStringLiteral("etc/passwd"), "ada:x:0:0::/:/bin/sh\n");
    const QByteArray hash =
        tool(QStringLiteral("openssl"),
             {QStringLiteral("passwd"), QStringLiteral("-6"), QStringLiteral("first")})
            .trimmed();
    append(QStringLiteral("etc/shadow"),
           "ada:" + hash +
               (changed < 0 ? ":19000:0:99999:7:::\n"
                            : ":" + QByteArray::number(changed) + ":0:90:7:::\n"));
    setFirst("UsePAM yes\nLogLevel VERBOSE\n" + options + "\n",
             {QStringLiteral("unshare"), QStringLiteral("-m"), QStringLiteral("sh"),
              QStringLiteral("-c"),
              QStringLiteral("mount --make-rprivate / && mount --bind \"$0\" /etc && exec \"$@\""),
              etc});
    start();
    [[maybe_unused]] const bool isLogged = QTest::qWaitFor([&] { return connections() > 0; }, 5000);
    m_before = connections();
  }

  // Of logins, since it was started.
  int logins() const { return connections() - m_before; }

 private:
  void append(const QString& name, const QByteArray& line) {
    const QFile::Permissions permissions = QFile::permissions(path(name));
    QByteArray content = read(name);
    write(name, content + line);
    QFile::setPermissions(path(name), permissions);
  }
  int connections() const {
    return static_cast<int>(read(QStringLiteral("sshd.log")).count("Connection from "));
  }
  int m_before = 0;
};

// Configurations, and what a person says.
inline constexpr const char* unixAuth = "auth required pam_unix.so nodelay\n";

inline QByteArray asking(const QByteArray& arguments) {
  return QByteArray("auth required ") + TRAINYARD_PAM_CONVERSATION + " " + arguments + "\n";
}

inline LoginAnswer password(const char* text) { return {LoginAnswer::Kind::secret, Secret(text)}; }
inline LoginAnswer said(std::initializer_list<const char*> texts) {
  LoginAnswer answer{LoginAnswer::Kind::answers};
  for (const char* text : texts) answer.answers.append(Secret(text));
  return answer;
}

inline const QString ada = QStringLiteral("ada@host");
inline constexpr const char* interactive = "KbdInteractiveAuthentication yes";
inline constexpr const char* passwords = "PasswordAuthentication yes";
inline constexpr const char* noKeys = "  IdentityFile /nonexistent\n";

}  // namespace trainyard
