// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/plain_table.h"
#include "tests/qt_tests.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QGuiApplication>
#include <QLineEdit>
#include <QStandardItemModel>
#include <QTableView>
#include <QTest>
#include <QVBoxLayout>
#include <memory>

using namespace trainyard;

class PlainTableTest : public QObject {
  Q_OBJECT
 private slots:
  void selectedRowsAreCopiedInTheirOrder() {
    QStandardItemModel model;
    for (const char* name : {"a", "b", "c"})
      model.appendRow({new QStandardItem(QLatin1String(name)),
                       new QStandardItem(QStringLiteral("hidden")),
                       new QStandardItem(QLatin1String(name) + QStringLiteral("2"))});
    const std::unique_ptr<QTableView> table(plainTable(&model, 0));
    table->setSelectionMode(QAbstractItemView::MultiSelection);
    table->setColumnHidden(1, true);
    table->selectRow(2);
    table->selectRow(0);
    QCOMPARE(table->actions().size(), 1);
    table->actions().first()->trigger();
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("a\ta2\nc\tc2"));
  }

  // Who goes on with Tab comes out of it again.
  void tabLeavesTheTable() {
    QStandardItemModel model;
    for (const char* name : {"a", "b", "c"})
      model.appendRow({new QStandardItem(QLatin1String(name)), new QStandardItem("x")});
    QWidget window;
    auto* column = new QVBoxLayout(&window);
    QTableView* table = plainTable(&model, 0);
    auto* behind = new QLineEdit;
    column->addWidget(table);
    column->addWidget(behind);
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    table->setFocus();
    QTest::keyClick(table, Qt::Key_Tab);
    QCOMPARE(QApplication::focusWidget(), behind);
  }
};

TRAINYARD_WINDOW_TEST(PlainTableTest);
#include "plain_table_test.moc"
