#include "gui/forms/plain_table.h"
#include "tests/qt_tests.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QStandardItemModel>
#include <QTableView>
#include <QTest>
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
};

TRAINYARD_WINDOW_TEST(PlainTableTest);
#include "plain_table_test.moc"
