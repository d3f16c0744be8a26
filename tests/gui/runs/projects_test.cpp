// SPDX-License-Identifier: GPL-3.0-or-later
// Projects as folders, and the pane of them beside the table of runs.
#include <QDropEvent>
#include <QInputDialog>
#include <QLineEdit>
#include <QMimeData>

#include "gui/runs/table/project_tree.h"
#include "gui/runs/table/run_projects.h"
#include "tests/gui/runs/runs_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;
using namespace Qt::StringLiterals;

namespace {

RunRecord runIn(const QString& id, const QString& project) {
  RunRecord run = runRecord(id, RunState::completed);
  run.name = id;
  run.project = project;
  return run;
}

struct ProjectsScene : RunsScene {
  ProjectsScene()
      : RunsScene({runIn("a", "language"), runIn("b", "language/ablations"), runIn("c", ""),
                   runIn("d", "vision")}) {
    // As the service does it.
    service.answers["runs.annotate"] = [this](const QJsonObject& asked) {
      RunAnnotation annotation;
      if (asked.contains("project")) annotation.project = asked["project"].toString();
      if (asked.contains("is_archived")) annotation.isArchived = asked["is_archived"].toBool();
      QStringList runs;
      for (const QJsonValue& run : asked["runs"].toArray()) runs << run.toString();
      if (!writer.annotate(runs, annotation)) qFatal("no note");
      for (const QString& run : runs) notifyChanged(run);
      return QJsonObject();
    };
    if (!QTest::qWaitFor([this] { return isFilled(); })) qFatal("no runs");
    projects()->toggle()->setChecked(true);
  }
  ~ProjectsScene() { projects()->toggle()->setChecked(false); }

  RunProjects* projects() const { return page->findChild<RunProjects*>(); }
  ProjectTree* tree() const { return projects()->tree(); }
  // "language 2", with two spaces for each level.
  QStringList rows() const {
    QStringList out;
    for (QTreeWidgetItemIterator item(tree()); *item; ++item) {
      int depth = 0;
      for (auto* parent = (*item)->parent(); parent; parent = parent->parent()) ++depth;
      out << QString(2 * depth, u' ') + (*item)->text(0) + u' ' + (*item)->text(1);
    }
    return out;
  }
  QTreeWidgetItem* item(const QString& name) const {
    return tree()->findItems(name, Qt::MatchExactly | Qt::MatchRecursive).value(0);
  }
  void choose(const QString& name) const {
    QTest::mouseClick(tree()->viewport(), Qt::LeftButton, {},
                      tree()->visualItemRect(item(name)).center());
  }
  QStringList shown() const {
    QStringList runs = page->workspace()->model()->runs();
    runs.sort();
    return runs;
  }
  void drop(QMimeData* data, const QString& name) const {
    const QPointF at = tree()->visualItemRect(item(name)).center();
    QDragEnterEvent enter(at.toPoint(), Qt::CopyAction, data, Qt::LeftButton, {});
    QApplication::sendEvent(tree()->viewport(), &enter);
    QDropEvent event(at, Qt::CopyAction, data, Qt::LeftButton, {});
    QApplication::sendEvent(tree()->viewport(), &event);
    delete data;
  }
  void typeIntoDialog(const QString& text) const {
    auto* dialog = page->findChild<QInputDialog*>();
    QVERIFY(dialog);
    dialog->setTextValue(text);
    dialog->accept();
  }
};

}  // namespace

class ProjectsTest : public QObject {
  Q_OBJECT
 private slots:
  void foldersAreNested() {
    const QList<ProjectRuns> projects{{"", 3, 0},     {"a b", 1, 0},    {"a/b/c", 2, 1},
                                      {"B", 1, 0},    {"a", 4, 0},      {"old", 0, 5},
                                      {"a/b2", 1, 0}, {"old/new", 0, 1}};
    QStringList rows;
    for (const ProjectFolder& folder : projectFolders(projects, false))
      rows << u"%1 %2 %3 %4"_s.arg(folder.depth)
                  .arg(folder.path, QString::number(folder.runs), QString::number(folder.archived));
    QCOMPARE(rows, (QStringList{"0 a 7 1", "1 a/b 2 1", "2 a/b/c 2 1", "1 a/b2 1 0", "0 a b 1 0",
                                "0 B 1 0"}));
    QCOMPARE(projectFolders(projects, true).size(), 8);
    QVERIFY(projectFolders(projects, true).last().isArchived());
    QVERIFY(projectFolders({}, true).isEmpty());
  }

  void aFolderIsNotPutIntoItself() {
    QVERIFY(canMoveProject("a/b", ""));
    QVERIFY(canMoveProject("a/b", "c"));
    QVERIFY(!canMoveProject("a/b", "a"));  // there it is
    QVERIFY(!canMoveProject("a", "a/b"));
    QVERIFY(!canMoveProject("a", "a"));
    QVERIFY(!canMoveProject("", "a"));
    QVERIFY(canMoveProject("a", "ab"));
  }

  void aChosenFolderShowsItsRuns() {
    ProjectsScene scene;
    QTRY_COMPARE(scene.rows(), (QStringList{"All runs 4", "In no project 1", "language 2",
                                            "  ablations 1", "vision 1"}));
    scene.choose("language");
    QTRY_COMPARE(scene.shown(), (QStringList{"a", "b"}));
    scene.choose("ablations");
    QTRY_COMPARE(scene.shown(), QStringList{"b"});
    scene.choose("In no project");
    QTRY_COMPARE(scene.shown(), QStringList{"c"});
    // From the keyboard.
    QTest::keyClick(scene.tree(), Qt::Key_Up);
    QTRY_COMPARE(scene.shown().size(), 4);
  }

  void runsAreDroppedOnAFolder() {
    ProjectsScene scene;
    QTRY_COMPARE(scene.rows().size(), 5);
    RunTableModel* model = scene.page->workspace()->model();
    scene.drop(model->mimeData({model->indexOf("c"), model->indexOf("d")}), "ablations");
    QTRY_COMPARE(scene.rows(),
                 (QStringList{"All runs 4", "In no project 0", "language 4", "  ablations 3"}));
    scene.drop(model->mimeData({model->indexOf("d")}), "In no project");
    QTRY_COMPARE(scene.rows().value(1), "In no project 1");
  }

  void aFolderMovesWithItsRuns() {
    ProjectsScene scene;
    QTRY_COMPARE(scene.rows().size(), 5);
    auto* data = new QMimeData;
    data->setData("application/x-trainyard-project", "language");
    scene.drop(data, "vision");
    QTRY_COMPARE(scene.rows(), (QStringList{"All runs 4", "In no project 1", "vision 3",
                                            "  language 2", "    ablations 1"}));
    scene.choose("language");
    QTest::keyClick(scene.tree(), Qt::Key_F2);
    scene.typeIntoDialog("text");
    QTRY_COMPARE(scene.rows(), (QStringList{"All runs 4", "In no project 1", "text 2",
                                            "  ablations 1", "vision 1"}));
  }

  void chosenRunsMoveByTheirMenu() {
    ProjectsScene scene;
    QTRY_COMPARE(scene.rows().size(), 5);
    scene.page->workspace()->choose("c");
    QAction* move = nullptr;
    for (QAction* action : scene.page->workspace()->actions())
      if (action->text() == "Move to project…") move = action;
    QVERIFY(move && move->isEnabled());
    move->trigger();
    scene.typeIntoDialog(" vision / new ");
    QTRY_COMPARE(scene.service.last("runs.annotate")["project"].toString(), "vision / new");
  }
};

TRAINYARD_WINDOW_TEST(ProjectsTest);
#include "projects_test.moc"
