// SPDX-License-Identifier: GPL-3.0-or-later
// Another language while the window is open: every text of it is taken again.
#include <QApplication>
#include <QLabel>
#include <QTest>
#include <QToolButton>
#include <QTranslator>

#include "tests/gui/experiments/page_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

// Each text in angle brackets.
class Bracketed : public QTranslator {
 public:
  QString translate(const char*, const char* source, const char*, int) const override {
    return QStringLiteral("<%1>").arg(QString::fromUtf8(source));
  }
  bool isEmpty() const override { return false; }
};

}  // namespace

class LanguageTest : public QObject {
  Q_OBJECT
 private slots:
  void theExperimentsPageIsTranslatedWhileItIsOpen() {
    PageScene scene;
    QTRY_VERIFY(scene.isReady());
    QVERIFY(scene.open("e.yaml", soundText));
    Bracketed other;
    QCoreApplication::installTranslator(&other);
    QCoreApplication::processEvents();
    for (const QToolButton* button : scene.page->bar()->findChildren<QToolButton*>())
      if (!button->text().isEmpty())
        QVERIFY2(button->text().startsWith(u'<'), qPrintable(button->text()));
    QCOMPARE(scene.reviewButton()->text(), "<Review and submit>");
    QVERIFY(scene.page->foot()->verdict().startsWith(u'<'));
    for (const FieldEditor* field : scene.page->sides()->formView()->editors()) {
      QVERIFY2(field->input()->accessibleName().startsWith(u'<'),
               qPrintable(field->input()->objectName()));
      QCOMPARE(field->findChild<QLabel*>()->text(), field->input()->accessibleName());
    }
    QCoreApplication::removeTranslator(&other);
    QCoreApplication::processEvents();
    QCOMPARE(scene.reviewButton()->text(), "Review and submit");
  }
};

TRAINYARD_WINDOW_TEST(LanguageTest);
#include "language_test.moc"
