// SPDX-License-Identifier: GPL-3.0-or-later
// A real sshd of the test's own, run by whoever runs the test: own port on 127.0.0.1, own host and
// user keys, own configuration, all in a temporary folder. Ends with the object, with all its
// sessions.
#pragma once

#include <csignal>
#include <memory>

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>

#include <pwd.h>
#include <unistd.h>

#include "tests/free_port.h"

namespace trainyard {

inline QString sshdProgram() { return QStringLiteral("/usr/sbin/sshd"); }

// The processes below `pid`, all generations.
inline QList<qint64> processesBelow(qint64 pid) {
  QList<qint64> below;
  for (const QString& name : QDir(QStringLiteral("/proc")).entryList(QDir::Dirs)) {
    QFile stat(QStringLiteral("/proc/%1/stat").arg(name));
    if (name.toLongLong() <= 0 || !stat.open(QIODevice::ReadOnly)) continue;
    const QByteArray text = stat.readAll();
    if (text.mid(text.lastIndexOf(')') + 2).split(' ').value(1).toLongLong() == pid)
      below << name.toLongLong() << processesBelow(name.toLongLong());
  }
  return below;
}

class SshServer {
 public:
  explicit SshServer(QByteArray moreOptions = {}) {
    makeKey(QStringLiteral("host_ed25519"), QStringLiteral("ed25519"));
    makeKey(QStringLiteral("user"), QStringLiteral("ed25519"));
    QFile::copy(path(QStringLiteral("user.pub")), path(QStringLiteral("authorized_keys")));
    QDir().mkpath(path(QStringLiteral("home")));
    m_more = std::move(moreOptions);
  }
  ~SshServer() { stop(); }

  // Names below are files of the temporary folder.
  QString path(const QString& name) const { return m_folder.filePath(name); }
  quint16 port() const { return m_port; }
  QString user() const { return QString::fromLocal8Bit(::getpwuid(::getuid())->pw_name); }

  void makeKey(const QString& name, const QString& type, const QString& passphrase = {}) {
    tool(QStringLiteral("ssh-keygen"),
         {QStringLiteral("-q"), QStringLiteral("-t"), type, QStringLiteral("-N"), passphrase,
          QStringLiteral("-C"), name, QStringLiteral("-f"), path(name)});
  }
  QByteArray tool(const QString& program, const QStringList& arguments, QByteArray input = {}) {
    QProcess process;
    process.setWorkingDirectory(m_folder.path());
    process.start(program, arguments);
    process.write(input);
    process.closeWriteChannel();
    if (!process.waitForFinished(60000) || process.exitCode() != 0)
      qFatal("%s: %s", qPrintable(program), process.readAllStandardError().constData());
    return process.readAllStandardOutput();
  }
  QString write(const QString& name, const QByteArray& content, bool isProgram = false) {
    QFile file(path(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
      qFatal("cannot write");
    file.close();
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner |
                        (isProgram ? QFile::ExeOwner : QFile::Permissions()));
    return file.fileName();
  }
  QByteArray read(const QString& name) const {
    QFile file(path(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }

  // Host keys: names of keys that were made.
  void start(const QStringList& hostKeys = {QStringLiteral("host_ed25519")}) {
    QByteArray text = m_first + "Port " + QByteArray::number(m_port) +
                      "\nListenAddress 127.0.0.1\nPidFile none\nUsePAM no\nStrictModes "
                      "no\nPermitRootLogin yes\nUseDNS no\n"
                      "PasswordAuthentication no\nKbdInteractiveAuthentication no\nPrintMotd "
                      "no\nMaxStartups 100\nSetEnv HOME=" +
                      path(QStringLiteral("home")).toUtf8() + "\nAuthorizedKeysFile " +
                      path(QStringLiteral("authorized_keys")).toUtf8() + "\n" + m_more + "\n";
    for (const QString& key : hostKeys) text += "HostKey " + path(key).toUtf8() + "\n";
    write(QStringLiteral("sshd_config"), text);
    // Where sshd locks its unprivileged half in; Debian's service makes it at boot, and it is never
    // written to.
    if (::geteuid() == 0) QDir().mkpath(QStringLiteral("/run/sshd"));
    m_sshd.setProcessChannelMode(QProcess::MergedChannels);
    m_sshd.setStandardOutputFile(path(QStringLiteral("sshd.log")), QIODevice::Append);
    const QStringList sshd{sshdProgram(), QStringLiteral("-D"), QStringLiteral("-e"),
                           QStringLiteral("-f"), path(QStringLiteral("sshd_config"))};
    const QStringList command = m_starter + sshd;
    m_sshd.start(command.first(), command.mid(1));
    for (int i = 0; i < 200; ++i) {
      QTcpSocket probe;
      probe.connectToHost(QStringLiteral("127.0.0.1"), m_port);
      if (probe.waitForConnected(1000)) return;
      QTest::qWait(25);
    }
    qFatal("sshd did not start: %s", read(QStringLiteral("sshd.log")).constData());
  }
  // Options that count instead of those of start(), and what starts sshd and becomes it.
  void setFirst(const QByteArray& options, const QStringList& starter) {
    m_first = options;
    m_starter = starter;
  }
  void stop() {
    if (m_sshd.state() == QProcess::NotRunning) return;
    const QList<qint64> below = sessions();
    m_sshd.kill();
    m_sshd.waitForFinished(5000);
    for (const qint64 pid : below) ::kill(static_cast<pid_t>(pid), SIGKILL);
  }
  // All processes of logins.
  QList<qint64> sessions() const { return processesBelow(m_sshd.processId()); }
  void cut() {
    for (const qint64 pid : sessions()) ::kill(static_cast<pid_t>(pid), SIGKILL);
  }

  // An ssh configuration with the alias `host`; `trusted`: its host key is in known_hosts.
  QString config(const QByteArray& more = {}, bool isTrusted = true, quint16 port = 0) {
    const quint16 usedPort = port == 0 ? m_port : port;
    if (isTrusted)
      write(QStringLiteral("known_hosts"), "[127.0.0.1]:" + QByteArray::number(usedPort) + " " +
                                               read(QStringLiteral("host_ed25519.pub")));
    return write(QStringLiteral("config"),
                 "Host host\n  HostName 127.0.0.1\n  Port " + QByteArray::number(usedPort) +
                     "\n  User " + user().toUtf8() + "\n  UserKnownHostsFile " +
                     path(QStringLiteral("known_hosts")).toUtf8() +
                     "\n  GlobalKnownHostsFile /dev/null\n  IdentityAgent none\n" +
                     (more.contains("IdentityFile")
                          ? QByteArray()
                          : "  IdentityFile " + path(QStringLiteral("user")).toUtf8() + "\n") +
                     more);
  }

 private:
  QTemporaryDir m_folder;
  QByteArray m_more, m_first;
  QStringList m_starter;
  const quint16 m_port = free_port();
  QProcess m_sshd;
};

}  // namespace trainyard
