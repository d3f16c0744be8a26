// SPDX-License-Identifier: GPL-3.0-or-later
// What Jupyter and TensorBoard print, and what only looks like it.
#include "remote/service/tunnels/announced_service.h"
#include "remote/service/protocol/tunnel_values.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class AnnouncedServiceTest : public QObject {
  Q_OBJECT

  static QStringList found(const QByteArray& output) {
    QStringList all;
    for (const AnnouncedService& service : announcedIn(output))
      all << QStringLiteral("%1 %2 %3").arg(service.name).arg(service.port).arg(service.path);
    return all;
  }

 private slots:
  void jupyterSaysItMoreThanOnce() {
    const QByteArray said =
        "[I 2026-01-02 03:04:05.678 ServerApp] Serving notebooks from local directory: /home/a\n"
        "[I 2026-01-02 03:04:05.678 ServerApp] Jupyter Server 2.14.0 is running at:\n"
        "[I 2026-01-02 03:04:05.678 ServerApp] http://localhost:8889/lab?token=0123abcd\n"
        "[I 2026-01-02 03:04:05.678 ServerApp]     http://127.0.0.1:8889/lab?token=0123abcd\n"
        "    Or copy and paste one of these URLs:\n"
        "        http://gpu1.cluster:8889/lab?token=0123abcd\n"
        "[I 2026-01-02 03:04:06.000 ServerApp] http://127.0.0.1:8889/lab\n";
    QCOMPARE(found(said), QStringList{"jupyter 8889 /lab?token=0123abcd"});
    QCOMPARE(found("http://127.0.0.1:8888/?token=a1"), QStringList{"jupyter 8888 /?token=a1"});
    QCOMPARE(found("http://n1:8888/user/a/tree?token=a1\r"),
             QStringList{"jupyter 8888 /user/a/tree?token=a1"});
  }

  void tensorboardHasNoToken() {
    QCOMPARE(found("TensorBoard 2.21.0 at http://127.0.0.1:6006/ (Press CTRL+C to quit)\n"),
             QStringList{"tensorboard 6006 /"});
    QCOMPARE(found("TensorBoard 2.21.0 at http://gpu1:6006 (Press CTRL+C to quit)"),
             QStringList{"tensorboard 6006 /"});
  }

  void nothingElseIsTaken() {
    for (const char* line :
         {"", "http://", "http://127.0.0.1/?token=a", "http://127.0.0.1:0/?token=a",
          "http://127.0.0.1:65536/?token=a", "http://127.0.0.1:99999999/?token=a",
          "see http://example.org:8888/docs", "https://127.0.0.1:8888/?token=a",
          "http://127.0.0.1:8888/?token=a\x1b[31m", "http://127.0.0.1:8888/?token=a\"onload=x",
          "http://127.0.0.1:8888/<script>?token=a", "downloading http://h:80/a/b.tar?token=x"})
      QVERIFY2(found(line).isEmpty(), line);
    QVERIFY(found("http://127.0.0.1:8888/?token=" + QByteArray(5000, 'a')).isEmpty());
    QByteArray many;
    for (int port = 1; port <= 1000; ++port)
      many += "http://127.0.0.1:" + QByteArray::number(port) + "/?token=a\n";
    QCOMPARE(found(many).size(), 16);
  }

  void placesAreReadStrictly() {
    QCOMPARE(nodePortFrom("8888")->port, 8888);
    QCOMPARE(nodePortFrom("gpu1:8888")->node, QStringLiteral("gpu1"));
    QCOMPARE(nodePortFrom("n-1.c.org:1")->node, QStringLiteral("n-1.c.org"));
    for (const char* text :
         {"", ":1", "0", "65536", "a:", "-a:1", "a b:1", "a;b:1", "a:1:2", "1 ", "a:99999999999"})
      QVERIFY2(!nodePortFrom(text), text);
  }
};

TRAINYARD_TEST(AnnouncedServiceTest);
#include "announced_service_test.moc"
