// SPDX-License-Identifier: GPL-3.0-or-later
// A Slurm cluster of the test's own: real daemons, private ports, gone afterwards.
#pragma once

#include <csignal>

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

namespace trainyard {

class PracticeCluster {
 public:
  // Slurm's commands of this process and its children then speak to it. False, with `whyNot`, when
  // it cannot be started.
  bool start() {
    if (QStandardPaths::findExecutable(QStringLiteral("sbatch")).isEmpty()) {
      m_whyNot =
          QStringLiteral("Slurm is not installed (packaging/packages.txt names the packages)");
      return false;
    }
    if (!run({QStringLiteral("start"), QStringLiteral("--no-target")})) return false;
    qputenv("SLURM_CONF", QFile::encodeName(path(QStringLiteral("slurm/slurm.conf"))));
    return true;
  }
  void stop() { run({QStringLiteral("stop"), QStringLiteral("--purge")}); }
  // Starts what does not run.
  bool startAgain() { return run({QStringLiteral("start"), QStringLiteral("--no-target")}); }
  QString whyNot() const { return m_whyNot; }
  QString path(const QString& inside) const {
    return m_folder.filePath(QStringLiteral("root/") + inside);
  }

  // One of its daemons: "slurmctld", "slurmdbd", "munged", "gpu1" ...
  bool signalDaemon(const QString& name, int signal) const {
    QFile file(path(QStringLiteral("pid/") + name));
    if (!file.open(QIODevice::ReadOnly)) return false;
    const pid_t pid = file.readAll().split(' ').first().toInt();
    return pid > 1 && ::kill(pid, signal) == 0;
  }

 private:
  bool run(QStringList arguments) {
    QProcess process;
    arguments.prepend(QStringLiteral(TRAINYARD_SOURCE_FOLDER "/packaging/cluster/cluster.py"));
    process.start(QStringLiteral("/usr/bin/python3"),
                  arguments << QStringLiteral("--root") << path({}));
    if (process.waitForFinished(120000) && process.exitCode() == 0) return true;
    m_whyNot = QString::fromUtf8(process.readAllStandardError());
    return false;
  }
  QTemporaryDir m_folder;
  QString m_whyNot;
};

}  // namespace trainyard
