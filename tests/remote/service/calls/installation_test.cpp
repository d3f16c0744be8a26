// SPDX-License-Identifier: GPL-3.0-or-later
// What the service says of this installation, with a Python, a driver and an engine that are
// scripts.
#include "remote/service/calls/installation.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "tests/qt_tests.h"
#include "tests/remote/result_of.h"

using namespace trainyard;

class InstallationTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  QByteArray m_path;

  void script(const QString& name, const QByteArray& lines) {
    QFile file(m_folder.filePath(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("#!/bin/sh\n" + lines);
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
  }
  InstallationFacts facts() { return QCoro::waitFor(installationFacts(m_folder.path(), {})); }

 private slots:
  void init() {
    m_path = qgetenv("PATH");
    qputenv("PATH", QFile::encodeName(m_folder.path()));
  }
  void cleanup() {
    qputenv("PATH", m_path);
    for (const char* name : {"python3", "nvidia-smi", "engine", "libengine_gpu.so"})
      QFile::remove(m_folder.filePath(QLatin1String(name)));
  }

  void whereThereIsNothing() {
    const InstallationFacts found = facts();
    QVERIFY(found.python.isEmpty() && found.torch.isEmpty() && found.gpus.isEmpty());
    QVERIFY(!found.hasEngine && !found.canTrain && !found.isForGpus);
    QVERIFY(found.cores >= 1);
    QVERIFY(found.memoryBytes.value_or(1) > 0);
  }

  void pythonIsAskedAndGpusAreCounted() {
    script(QStringLiteral("python3"), "echo 3.12.1\necho 2.11.0+cpu\n");
    script(QStringLiteral("nvidia-smi"), "echo 'NVIDIA H200, PCIe, 143771'\necho 'Other, 8188'\n");
    script(QStringLiteral("engine"), "");
    script(QStringLiteral("libengine_gpu.so"), "");
    const InstallationFacts found = facts();
    QCOMPARE(found.python, m_folder.filePath(QStringLiteral("python3")));
    QCOMPARE(found.pythonVersion, QStringLiteral("3.12.1"));
    QCOMPARE(found.torch, QStringLiteral("2.11.0+cpu"));
    QCOMPARE(found.gpus.size(), 2);
    QCOMPARE(found.gpus[0].name, QStringLiteral("NVIDIA H200, PCIe"));
    QCOMPARE(found.gpus[0].memoryMib, 143771);
    QVERIFY(found.hasEngine && found.canTrain && found.isForGpus);
  }

  void aPythonWithoutTorchAndADriverThatFails() {
    script(QStringLiteral("python3"), "echo 3.11.2\n");
    script(QStringLiteral("nvidia-smi"), "echo 'no devices were found'\nexit 9\n");
    const InstallationFacts found = facts();
    QCOMPARE(found.pythonVersion, QStringLiteral("3.11.2"));
    QVERIFY(found.torch.isEmpty() && found.gpus.isEmpty());
  }

  // One that cannot run is none.
  void aPythonThatFails() {
    script(QStringLiteral("python3"), "exit 1\n");
    QVERIFY(facts().python.isEmpty());
  }
};

TRAINYARD_TEST(InstallationTest);
#include "installation_test.moc"
