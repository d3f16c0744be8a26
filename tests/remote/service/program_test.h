// SPDX-License-Identifier: GPL-3.0-or-later
// A test of the real programs: each test function has settings, store, runs and service of its own,
// and leaves no process behind.
#pragma once

#include <csignal>
#include <memory>

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include "remote/host/places.h"
#include "remote/store/run_store.h"

namespace trainyard {

struct Done {
  int code = -1;
  QByteArray out, err;
};

inline Done runProgramToEnd(const QString& program, const QStringList& arguments) {
  QProcess process;
  process.start(program, arguments);
  Done done;
  if (process.waitForFinished(120000)) done.code = process.exitCode();
  done.out = process.readAllStandardOutput();
  done.err = process.readAllStandardError();
  return done;
}

inline Done yard(const QStringList& arguments) {
  return runProgramToEnd(programPath(QStringLiteral("yard")), arguments);
}

class ProgramTest : public QObject {
  Q_OBJECT

 protected:
  std::unique_ptr<QTemporaryDir> m_folder;

  QString file(const QString& name, const QByteArray& content, bool executable = false) {
    QFile file(m_folder->filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
      qFatal("cannot write");
    file.close();
    if (executable) file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    return file.fileName();
  }

  // An experiment that runs this bash script; jsonl lines on stdout are its metrics.
  QString experiment(const QString& name, const QByteArray& script, const QByteArray& more = {}) {
    file(name + QStringLiteral(".sh"), "#!/bin/bash\n" + script, true);
    return file(name + QStringLiteral(".yaml"),
                "format: 1\nname: " + name.toUtf8() +
                    "  # kept\nworkload: command\ncommand:\n  launcher: none\n  program: " +
                    name.toUtf8() + ".sh\n  metrics: jsonl\n" + more);
  }

  qint64 servicePid() {
    QFile announced(dataFolder() + QStringLiteral("/service.json"));
    if (!announced.open(QIODevice::ReadOnly)) return 0;
    return static_cast<qint64>(
        QJsonDocument::fromJson(announced.readAll()).object()[QStringLiteral("pid")].toDouble());
  }

  RunState stateOf(const QString& run) {
    RunStore store;
    auto record = store.run(run);
    return record ? record->state : RunState::preparing;
  }

  QString submit(const QString& path, const QStringList& more = {}) {
    const Done done =
        yard(QStringList{QStringLiteral("submit"), path, QStringLiteral("--json")} + more);
    if (done.code != 0) qWarning("%s", done.err.constData());
    return QJsonDocument::fromJson(done.out).object()[QStringLiteral("run")].toString();
  }

 protected slots:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    QDir().mkpath(m_folder->filePath(QStringLiteral("runtime")));
    QFile::setPermissions(m_folder->filePath(QStringLiteral("runtime")),
                          QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    qputenv("XDG_DATA_HOME", m_folder->filePath(QStringLiteral("data")).toUtf8());
    qputenv("XDG_CONFIG_HOME", m_folder->filePath(QStringLiteral("config")).toUtf8());
    qputenv("XDG_CACHE_HOME", m_folder->filePath(QStringLiteral("cache")).toUtf8());
    qputenv("XDG_RUNTIME_DIR", m_folder->filePath(QStringLiteral("runtime")).toUtf8());
  }

  void cleanup() {
    RunStore store;
    if (auto runs = store.runs())
      for (const RunRecord& run : *runs)
        if (isOpen(run.state)) yard({QStringLiteral("cancel"), run.run});
    if (const qint64 pid = servicePid()) ::kill(static_cast<pid_t>(pid), SIGKILL);
  }
};

}  // namespace trainyard
