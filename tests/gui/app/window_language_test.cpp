// SPDX-License-Identifier: GPL-3.0-or-later
// A window whose language was changed while it was open has the words of one that was opened in
// that language, on every page.
#include <QAbstractButton>
#include <QAbstractItemView>
#include <QComboBox>
#include <QGroupBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QRegularExpression>
#include <QTabBar>
#include <QTest>

#include "gui/app/rail.h"
#include "gui/targets/free_gpus.h"
#include "tests/gui/app/help_place.h"
#include "tests/gui/app/window_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

constexpr int mostRows = 40;

QStringList wordsOfView(const QAbstractItemView* view) {
  QStringList words;
  const QAbstractItemModel* model = view->model();
  if (!model || qobject_cast<const QHeaderView*>(view)) return words;
  for (int column = 0; column < model->columnCount(view->rootIndex()); ++column) {
    words << model->headerData(column, Qt::Horizontal).toString();
    for (int row = 0; row < std::min(mostRows, model->rowCount(view->rootIndex())); ++row)
      words << model->index(row, column, view->rootIndex()).data().toString();
  }
  return words;
}

// What is written on the page that is shown, with the names of what has no words of its own.
QStringList wordsOf(const QWidget& window, bool isHiddenToo) {
  QStringList all;
  for (const QWidget* widget : window.findChildren<QWidget*>()) {
    if (!widget->isVisible() && !isHiddenToo) continue;
    QStringList words{widget->accessibleName(), widget->accessibleDescription(), widget->toolTip()};
    if (const auto* label = qobject_cast<const QLabel*>(widget)) words << label->text();
    if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) words << button->text();
    if (const auto* line = qobject_cast<const QLineEdit*>(widget)) words << line->placeholderText();
    if (const auto* box = qobject_cast<const QComboBox*>(widget))
      for (int i = 0; i < box->count(); ++i) words << box->itemText(i);
    if (const auto* tabs = qobject_cast<const QTabBar*>(widget))
      for (int i = 0; i < tabs->count(); ++i) words << tabs->tabText(i);
    if (const auto* view = qobject_cast<const QAbstractItemView*>(widget))
      words += wordsOfView(view);
    words.removeAll(QString());
    // Not how long something has taken so far.
    static const QRegularExpression seconds("[0-9]+ s\\b");
    for (QString& each : words)
      all << QString::fromLatin1(widget->metaObject()->className()) + ": " +
                 each.replace(seconds, "some s");
  }
  return all;
}

struct LanguageScene : WindowScene {
  LanguageScene() {
    const QJsonArray targets{target("leonardo", "connected", {}),
                             target("unity", "waiting", "host.unreachable")};
    service.answers["targets.list"] = [targets](const QJsonObject&) {
      return QJsonObject{{"targets", targets}};
    };
    service.answers["cluster.state"] = [](const QJsonObject&) {
      ClusterState known;
      known.time = unix_time();
      known.gpus = {{"a100", 64, 32, 4}};
      return toJson(known);
    };
    window->resize(1440, 900);
    window->show();
    window->connectToService();
  }
  static QJsonObject target(const QString& name, const QString& link, const QString& code) {
    return {{"name", name},
            {"kind", "slurm"},
            {"base", "/scratch/runs"},
            {"host", "login." + name},
            {"facts", QJsonObject{{"time", 2e9}, {"user", "me"}}},
            {"link", QJsonObject{{"link", link},
                                 {"code", code},
                                 {"arguments", QJsonObject{{"host", "login"}, {"problem", "no"}}},
                                 {"reason", code.isEmpty() ? "" : "it cannot be reached"},
                                 {"since", 1000},
                                 {"next_try", 2000}}}};
  }
  bool isReady() const {
    if (!client->isConnected() || window->pages()->runs()->runs()->count() != numRuns) return false;
    for (const QWidget* row : window->rail()->findChildren<QWidget*>())
      if (row->accessibleName() == "leonardo" && !row->accessibleDescription().isEmpty())
        return true;
    return false;
  }
  QStringList words(const WindowPlace& place, bool isHiddenToo = false) {
    place.show(*window);
    QTest::qWait(300);  // readers are threads of their own
    return wordsOf(*window, isHiddenToo).replaceInStrings(folder.path(), "FOLDER");
  }
};

}  // namespace

class WindowLanguageTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() {
    qputenv("TZ", "UTC");
    tzset();
  }
  void cleanup() { QLocale::setDefault(m_before); }

  void everyTextFollowsTheLanguage() {
    German german;
    const QLocale ofGermany(QLocale::German, QLocale::Germany);
    QMap<QString, QStringList> fresh, later;
    {
      QLocale::setDefault(ofGermany);
      QCoreApplication::installTranslator(&german);
      LanguageScene scene;
      QTRY_VERIFY(scene.isReady());
      // Twice, as below: some pages keep what was chosen there.
      for (const WindowPlace& place : allPlaces()) scene.words(place);
      for (const WindowPlace& place : allPlaces() + QList{helpPlace()})
        fresh[place.name] = scene.words(place, true);
      QCoreApplication::removeTranslator(&german);
      QLocale::setDefault(m_before);
    }
    {
      LanguageScene scene;
      QTRY_VERIFY(scene.isReady());
      for (const WindowPlace& place : allPlaces()) scene.words(place);  // each was seen in English
      scene.words(helpPlace());
      scene.window->help()->close();
      QLocale::setDefault(ofGermany);
      QCoreApplication::installTranslator(&german);
      for (const WindowPlace& place : allPlaces() + QList{helpPlace()})
        later[place.name] = scene.words(place);
      QCoreApplication::removeTranslator(&german);
    }
    // On whichever page: what is hidden for want of room may differ.
    QSet<QString> known;
    for (const QStringList& words : fresh)
      for (const QString& each : words) known.insert(each);
    QStringList different;
    for (const QString& place : later.keys())
      for (const QString& words : later[place])
        if (!known.contains(words)) different << place + ": " + words.simplified();
    for (const QString& each : different.mid(0, 40)) qWarning("%s", qPrintable(each));
    QVERIFY(different.isEmpty());
  }

 private:
  const QLocale m_before;
};

TRAINYARD_WINDOW_TEST(WindowLanguageTest);
#include "window_language_test.moc"
