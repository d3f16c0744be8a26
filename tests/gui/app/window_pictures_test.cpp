// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of the window are painted as they were when somebody saw them. Of the twelve
// combinations of size, theme and language three are kept, and an empty, a broken and a full state;
// at night the others are painted for whoever looks (build/pictures). Pictures are kept at a third
// of their size, at which fonts that differ by a hair are the same.
#include <QApplication>
#include <QFontInfo>
#include <QTest>
#include <ctime>

#include "gui/experiments/document_bar.h"
#include "gui/experiments/review/review_page.h"
#include "gui/experiments/target_chooser.h"
#include "gui/forms/field_editor.h"
#include "gui/forms/form_view.h"
#include "tests/gui/app/window_scene.h"
#include "tests/gui/look/picture_comparison.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

constexpr int pictureScale = 3, mostGrabs = 8;

const QStringList keptCombinations{"1280-light-en", "1440-dark-en", "1920-light-de"};

// Nothing to compare with: it has the colours of its theme, and more than one.
QString problemOf(const QString& name, const QImage& picture, look::Theme theme) {
  const QString file = QString(PICTURES_OUT "/%1.png").arg(name);
  if (!QDir().mkpath(QFileInfo(file).path()) || !picture.save(file))
    return file + " cannot be written";
  const QImage small = picture.scaled(8, 8, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
  int darkest = 255, lightest = 0, sum = 0;
  for (int y = 0; y < small.height(); ++y)
    for (int x = 0; x < small.width(); ++x) {
      const int grey = qGray(small.pixel(x, y));
      darkest = qMin(darkest, grey);
      lightest = qMax(lightest, grey);
      sum += grey;
    }
  const int mean = sum / (small.width() * small.height());
  if (lightest - darkest < 4) return name + " is of one colour";
  if (theme == look::Theme::dark ? mean > 110 : mean < 145) return name + " is of the other theme";
  return {};
}

// Where much is another picture than some.
const QStringList fullPlaces{"experiments", "experiments/review", "runs", "run/curves",
                             "study",       "study/trials"};

void chooseCluster(WindowScene& scene) {
  TargetChooser* target = scene.window->pages()->experiments()->current()->bar()->target();
  QTRY_VERIFY(target->findText(FullScene::cluster) >= 0);
  target->choose(FullScene::cluster);
  QCOMPARE(target->chosen(), FullScene::cluster);
}

// What the answers say is seen a little later.
void untilPlanned(WindowScene& scene) {
  ExperimentPage* page = scene.window->pages()->experiments()->current();
  QTRY_VERIFY(page->review()->checkedText().contains("Room for checkpoints"));
  QTRY_VERIFY(page->sides()->formView()->editor("data.train")->aside().contains("files"));
  // To where lists are.
  if (!page->isReviewing()) page->sides()->formView()->jumpTo("data.train");
}

}  // namespace

class WindowPicturesTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() {
    qputenv("TZ", "UTC");  // times are painted
    tzset();
    QApplication::setCursorFlashTime(0);  // nothing moves
    look::install(*qApp);
    if (!QFontInfo(look::font(look::Role::body)).family().startsWith("Trainyard"))
      QSKIP("built without the program's fonts");
  }

  void pagesArePaintedAsBefore_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<look::Theme>("theme");
    QTest::addColumn<bool>("isGerman");
    QTest::addColumn<WindowScene::Runs>("runs");
    const auto some = WindowScene::Runs::some;
    QTest::newRow("1280-light-en") << QSize(1280, 800) << look::Theme::light << false << some;
    QTest::newRow("1440-dark-en") << QSize(1440, 900) << look::Theme::dark << false << some;
    QTest::newRow("1920-light-de") << QSize(1920, 1080) << look::Theme::light << true << some;
    if (qEnvironmentVariableIsSet("TRAINYARD_LONG"))
      for (const QSize& each :
           {QSize(900, 600), QSize(1280, 800), QSize(1440, 900), QSize(1920, 1080)})
        for (const auto theme : {look::Theme::light, look::Theme::dark})
          for (const bool isGerman : {false, true}) {
            const QString name =
                QString("%1-%2-%3")
                    .arg(each.width())
                    .arg(theme == look::Theme::dark ? "dark" : "light", isGerman ? "de" : "en");
            if (!keptCombinations.contains(name))
              QTest::newRow(qPrintable(name)) << each << theme << isGerman << some;
          }
    if (qEnvironmentVariableIsSet("TRAINYARD_LONG"))
      QTest::newRow("1440-light-en-full")
          << QSize(1440, 900) << look::Theme::light << false << WindowScene::Runs::full;
    QTest::newRow("1280-dark-de-empty")
        << QSize(1280, 800) << look::Theme::dark << true << WindowScene::Runs::none;
    QTest::newRow("1280-light-en-broken")
        << QSize(1280, 800) << look::Theme::light << false << WindowScene::Runs::broken;
  }

  void pagesArePaintedAsBefore() {
    QFETCH(QSize, size);
    QFETCH(look::Theme, theme);
    QFETCH(bool, isGerman);
    QFETCH(WindowScene::Runs, runs);
    const bool isFull = runs == WindowScene::Runs::full;
    const bool isEmpty = runs != WindowScene::Runs::some && !isFull;
    const bool isKept =
        runs != WindowScene::Runs::some || keptCombinations.contains(QTest::currentDataTag());
    look::showTheme(theme);
    German german;
    if (isGerman) QCoreApplication::installTranslator(&german);
    WindowScene scene(runs);
    scene.window->resize(size);
    scene.window->show();
    scene.window->connectToService();
    QTRY_VERIFY(scene.client->isConnected());
    if (!isEmpty)
      QTRY_COMPARE(scene.window->pages()->runs()->runs()->count(),
                   isFull ? FullScene::numRuns : WindowScene::numRuns);
    if (isFull) chooseCluster(scene);
    QStringList different;
    for (const WindowPlace& place : allPlaces()) {
      const bool needsRuns = place.name == "compare" || place.name == "experiments/review" ||
                             place.name.section('/', 0, 0) == "run" ||
                             place.name.section('/', 0, 0) == "study";
      if (isEmpty && needsRuns) continue;
      if (isFull && !fullPlaces.contains(place.name)) continue;
      place.show(*scene.window);
      if (isFull && place.name.startsWith("experiments")) untilPlanned(scene);
      if (QWidget* focus = QApplication::focusWidget()) focus->clearFocus();
      const QString name = QString("window/%1-%2")
                               .arg(QString(place.name).replace('/', '-'), QTest::currentDataTag());
      QString found;
      // Curves are read on a thread of their own, which may take its time on a busy machine.
      for (int grab = 0; grab < mostGrabs && (grab == 0 || !found.isEmpty()); ++grab) {
        QTest::qWait(400);
        const QImage picture = scene.window->grab().toImage().scaled(
            size / pictureScale, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
        found = isKept ? pictureDifference(name, picture) : problemOf(name, picture, theme);
      }
      if (!found.isEmpty()) different << found;
    }
    if (isGerman) QCoreApplication::removeTranslator(&german);
    QVERIFY2(different.isEmpty(), qPrintable('\n' + different.join('\n')));
  }
};

TRAINYARD_WINDOW_TEST(WindowPicturesTest);
#include "window_pictures_test.moc"
