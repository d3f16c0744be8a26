// SPDX-License-Identifier: GPL-3.0-or-later
// The code of two runs beside each other: files, lines, and the page that shows them.
#include "gui/runs/code/code_page.h"

#include <QTableView>
#include <random>

#include "gui/runs/code/difference_view.h"
#include "gui/runs/code/line_difference.h"
#include "gui/runs/compare/compare_page.h"
#include "remote/service/protocol/code_methods.h"
#include "tests/gui/runs/runs_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;
using namespace Qt::StringLiterals;

namespace {

using LineKind = DifferenceLine::Kind;

// "-a" removed, "+b" added, " c" the same, "~3" three left out; what changed within a line between
// brackets.
QStringList shownOf(const QList<DifferenceLine>& lines) {
  QStringList shown;
  for (const DifferenceLine& line : lines) {
    if (line.kind == LineKind::skipped) {
      shown << u"~%1"_s.arg(line.skipped);
      continue;
    }
    QString text = line.text;
    if (line.length > 0) text.insert(line.from + line.length, u']').insert(line.from, u'[');
    shown << (line.kind == LineKind::removed ? u"-"_s
              : line.kind == LineKind::added ? u"+"_s
                                             : u" "_s) +
                 text;
  }
  return shown;
}

// The length of the longest common subsequence, the slow and certain way.
qsizetype commonLines(const QStringList& a, const QStringList& b) {
  std::vector<std::vector<qsizetype>> length(
      static_cast<std::size_t>(a.size() + 1),
      std::vector<qsizetype>(static_cast<std::size_t>(b.size() + 1)));
  for (std::size_t i = 1; i < length.size(); ++i)
    for (std::size_t j = 1; j < length[i].size(); ++j)
      length[i][j] = a[static_cast<qsizetype>(i - 1)] == b[static_cast<qsizetype>(j - 1)]
                         ? length[i - 1][j - 1] + 1
                         : std::max(length[i - 1][j], length[i][j - 1]);
  return length.back().back();
}

struct CodeScene : RunsScene {
  CodeScene() : RunsScene({runRecord("a", RunState::completed), second()}) {
    service.answers["code.list"] = [this](const QJsonObject& asked) {
      return asked["run"].toString() == "a" ? listing({{"gone.py", "3"}, {"train.py", "1"}})
                                            : listing({{"new.py", "4"}, {"train.py", "2"}});
    };
    service.answers["files.read"] = [this](const QJsonObject& asked) {
      const QByteArray content = texts.value(asked["path"].toString());
      return QJsonObject{{"data", QString::fromLatin1(content.toBase64())},
                         {"offset", 0},
                         {"bytes", content.size()}};
    };
    if (!QTest::qWaitFor([this] { return isFilled(); })) qFatal("no runs");
    page->goTo("compare/a,b");
    if (!QTest::qWaitFor([this] { return compare()->comparison().runs().size() == 2; }))
      qFatal("no comparison");
  }
  static RunRecord second() {
    RunRecord run = runRecord("b", RunState::completed);
    run.folder = "/scratch/b";
    return run;
  }
  static QJsonObject listing(const QList<std::pair<QString, QString>>& of) {
    QJsonArray files;
    for (const auto& [path, digest] : of)
      files << QJsonObject{{"path", path}, {"digest", digest.repeated(64)}};
    return {{"files", files}, {"is_more", false}};
  }

  ComparePage* compare() const { return page->comparison(); }
  CodePage* code() const { return compare()->findChild<CodePage*>(); }
  QTableView* files() const { return code()->findChild<QTableView*>(); }
  bool says(const QString& sentence) const {
    for (const QLabel* label : code()->findChildren<QLabel*>())
      if (label->text() == sentence) return true;
    return false;
  }
  void open() const {
    auto* tabs = compare()->findChild<QTabWidget*>();
    tabs->setCurrentWidget(code());
  }

  QMap<QString, QByteArray> texts{{"/scratch/far/code/train.py", "import torch\nlr = 1e-4\n"},
                                  {"/scratch/b/code/train.py", "import torch\nlr = 3e-4\n"},
                                  {"/scratch/far/code/gone.py", "a\n"},
                                  {"/scratch/b/code/new.py", QByteArray("\0\1", 2)}};
};

}  // namespace

class CodePageTest : public QObject {
  Q_OBJECT
 private slots:
  void linesDiffer_data() {
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::addColumn<QStringList>("shown");
    const auto row = [](const char* name, const QString& before, const QString& after,
                        const QStringList& shown) {
      QTest::newRow(name) << before << after << shown;
    };
    row("the same", "a\nb\n", "a\nb\n", {});
    row("without the last line's end", "a\nb", "a\nb\n", {});
    row("other ends of lines", "a\r\nb\r\n", "a\nb\n", {});
    row("a word", "x = 1\n", "x = 2\n", {"-x = [1]", "+x = [2]"});
    row("longer", "f(a)\n", "f(a, b)\n", {"-f(a)", "+f(a[, b])"});
    row("nothing in common", "abc\n", "xyz\n", {"-abc", "+xyz"});
    row("one more", "a\nc\n", "a\nb\nc\n", {" a", "+b", " c"});
    row("one less", "a\nb\nc\n", "a\nc\n", {" a", "-b", " c"});
    row("from nothing", "", "a\nb\n", {"+a", "+b"});
    row("to nothing", "a\nb\n", "", {"-a", "-b"});
    row("moved", "a\nb\nc\n", "b\nc\na\n", {"-a", " b", " c", "+a"});
    row("far apart", "1\n2\n3\n4\n5\n6\n7\n8\n9\nx\n", "0\n2\n3\n4\n5\n6\n7\n8\n9\ny\n",
        {"-1", "+0", " 2", " 3", " 4", "~2", " 7", " 8", " 9", "-x", "+y"});
    row("two of three", "a1\nb1\nc\n", "a2\nb2\nc\n", {"-a[1]", "-b[1]", "+a[2]", "+b[2]", " c"});
  }
  void linesDiffer() {
    QFETCH(QString, before);
    QFETCH(QString, after);
    QFETCH(QStringList, shown);
    QCOMPARE(shownOf(lineDifference(before, after)), shown);
  }

  // Of any two texts: both can be put together again from it, and no script is shorter.
  void everyDifferenceIsTheShortest() {
    std::mt19937 random(7);
    for (int round = 0; round < 300; ++round) {
      const auto text = [&] {
        QStringList lines;
        for (auto left = random() % 14; left > 0; --left)
          lines << QString(QChar(u'a' + static_cast<char16_t>(random() % 4)));
        return lines;
      };
      const QStringList before = text(), after = text();
      if (before == after) continue;
      const auto lines =
          lineDifference(before.join(u'\n') + u'\n', after.join(u'\n') + u'\n', 1000);
      QStringList left, right;
      qsizetype same = 0;
      for (const DifferenceLine& line : lines) {
        if (line.kind != LineKind::added) left << line.text;
        if (line.kind != LineKind::removed) right << line.text;
        same += line.kind == LineKind::same;
        if (line.kind != LineKind::added) QCOMPARE(line.before, left.size());
        if (line.kind != LineKind::removed) QCOMPARE(line.after, right.size());
      }
      if (!before.isEmpty() && !after.isEmpty()) {
        QCOMPARE(left, before);
        QCOMPARE(right, after);
        QCOMPARE(same, commonLines(before, after));
      }
    }
  }

  void longTextsWithNothingInCommonDoNotTakeLong() {
    QString before, after;
    for (int i = 0; i < 20000; ++i) {
      before += u"left %1\n"_s.arg(i);
      after += u"right %1\n"_s.arg(i);
    }
    const auto lines = lineDifference(before, after);
    QCOMPARE(lines.size(), 40000);
    QVERIFY(lines.first().kind == LineKind::removed && lines.last().kind == LineKind::added);
  }

  void filesDiffer() {
    const auto listing = [](const QStringList& files, bool isMore = false) {
      CodeListing out;
      for (const QString& file : files)
        out.files << CodeFile{file.section(u'=', 0, 0), file.section(u'=', 1)};
      out.isMore = isMore;
      return out;
    };
    const CodeListing before = listing({"a=1", "b=1", "d=1"}),
                      after = listing({"b=2", "c=1", "d=1"});
    const QList<CodeChange> changes = CodeChanges::between(before, after);
    QStringList shown;
    for (const CodeChange& change : changes)
      shown << change.path + u' ' + CodeChanges::name(change.kind);
    QCOMPARE(shown, (QStringList{"a Only in the first", "b Changed", "c Only in the second"}));
    QCOMPARE(CodeChanges::sentence(changes, before, after), "3 of 4 files differ.");
    QCOMPARE(CodeChanges::sentence({}, before, before), "Their code is the same: 3 files.");
    // Of a listing that ends early nothing is said of what lies behind its end.
    QCOMPARE(CodeChanges::between(listing({"a=1"}, true), listing({"a=1", "b=1"})).size(), 0);
    QCOMPARE(CodeChanges::between(listing({}), listing({})).size(), 0);
  }

  void aTaskHasTheCodeOfItsArray() {
    RunRecord task = runRecord("t", RunState::completed);
    QCOMPARE(codeFolderOf(task), "/scratch/far/code");
    task.folder = "/scratch/sweep/tasks/7";
    task.parent = "sweep";
    QCOMPARE(codeFolderOf(task), "/scratch/sweep/code");
  }

  void nothingIsRequestedBeforeTheTabIsShown() {
    CodeScene scene;
    QCOMPARE(scene.service.count("code.list"), 0);
    scene.open();
    QTRY_COMPARE(scene.service.count("code.list"), 2);
    QTRY_VERIFY(scene.says("3 of 3 files differ."));
    QTRY_COMPARE(scene.files()->model()->rowCount(), 3);
  }

  void linesOfTheChosenFileAreShown() {
    CodeScene scene;
    scene.open();
    QTRY_COMPARE(scene.files()->model()->rowCount(), 3);
    QTRY_COMPARE(shownOf(scene.code()->difference()->lines()), QStringList{"-a"});
    QTest::keyClick(scene.files(), Qt::Key_Down);
    QTRY_VERIFY(scene.code()->difference()->placeholderText().startsWith("This file is no text"));
    QTest::keyClick(scene.files(), Qt::Key_Down);
    QTRY_COMPARE(shownOf(scene.code()->difference()->lines()),
                 (QStringList{" import torch", "-lr = [1]e-4", "+lr = [3]e-4"}));
    QVERIFY(scene.code()->difference()->toPlainText().contains("1 1   import torch"));
    // Back over the files by the key that goes over differences.
    scene.code()->goToNext(true);
    QTRY_COMPARE(scene.files()->currentIndex().row(), 1);
  }

  void aRunWithoutCodeSaysSo() {
    CodeScene scene;
    scene.service.answers["code.list"] = [](const QJsonObject&) {
      return ScriptedService::error("code.missing", "There is no code.");
    };
    scene.open();
    QTRY_VERIFY(scene.says("There is no code.") || scene.says("there is no code."));
    QTRY_VERIFY(scene.code()->findChild<QPushButton*>()->isVisible());
    scene.service.answers["code.list"] = [](const QJsonObject&) {
      return CodeScene::listing({{"same.py", "1"}});
    };
    RunsScene::click(scene.code()->findChild<QPushButton*>());
    QTRY_VERIFY(scene.says("Their code is the same: 1 files."));
  }
};

TRAINYARD_WINDOW_TEST(CodePageTest);
#include "code_page_test.moc"
