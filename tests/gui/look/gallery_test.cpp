// SPDX-License-Identifier: GPL-3.0-or-later
// The gallery is painted without a complaint of Qt's, and as it was when somebody saw it.
#include "tests/gui/look/gallery.h"

#include <QApplication>
#include <QTemporaryDir>
#include <QTest>
#include <QFontInfo>

#include "gui/look/theme.h"
#include "gui/look/type.h"
#include "tests/gui/look/picture_comparison.h"
#include "tests/qt_tests.h"

using namespace trainyard;
using namespace trainyard::look;

namespace {

QStringList complaints;
QtMessageHandler handlerBefore = nullptr;

void takeDown(QtMsgType type, const QMessageLogContext& context, const QString& message) {
  const bool isNoise = message == "This plugin does not support propagateSizeHints()" ||
                       message.startsWith("QStandardPaths:");
  if (type != QtDebugMsg && type != QtInfoMsg && !isNoise) complaints << message;
  handlerBefore(type, context, message);
}

}  // namespace

class GalleryTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { install(*qApp); }

  void itIsPaintedAsBefore_data() {
    QTest::addColumn<Theme>("theme");
    QTest::newRow("light") << Theme::light;
    QTest::newRow("dark") << Theme::dark;
  }
  void itIsPaintedAsBefore() {
    QFETCH(Theme, theme);
    if (!QFontInfo(font(Role::body)).family().startsWith("Trainyard"))
      QSKIP("built without the program's fonts");
    showTheme(theme);
    complaints.clear();
    handlerBefore = qInstallMessageHandler(takeDown);
    Gallery gallery;
    gallery.resize(1240, 900);
    gallery.show();
    QCoreApplication::processEvents();
    const QImage picture = gallery.grab().toImage();
    qInstallMessageHandler(handlerBefore);
    QVERIFY2(complaints.isEmpty(), qPrintable(complaints.join("; ")));
    const QString found =
        pictureDifference(QStringLiteral("gallery-") + QTest::currentDataTag(), picture);
    QVERIFY2(found.isEmpty(), qPrintable(found));
  }

  void itIsPaintedToAFile() {
    QTemporaryDir folder;
    const QString file = folder.filePath("gallery.png");
    QVERIFY(paintGallery(file, {1300, 950}));
    QCOMPARE(QImage(file).size(), QSize(1300, 950));
  }

  // A comparison that finds nothing would be worth nothing.
  void aDifferenceIsFound() {
    QImage other(1240, 900, QImage::Format_RGB32);
    other.fill(Qt::red);
    if (!qEnvironmentVariableIsSet("TRAINYARD_RENEW_PICTURES"))
      QVERIFY(!pictureDifference("gallery-light", other).isEmpty());
  }
};

TRAINYARD_WINDOW_TEST(GalleryTest);
#include "gallery_test.moc"
