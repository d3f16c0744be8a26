# SPDX-License-Identifier: GPL-3.0-or-later
"""Nothing in gui/ waits in an event loop of its own: while it does, everything else goes on beneath and changes what the waiting code
believes. Dialogs and menus are opened (open(), show(), popup()) and answer with a signal. Usage: event_loops_test.py ROOT."""

import pathlib
import re
import sys

from source_files import source_files

COMMENT = re.compile(r"//[^\n]*")
STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
# The application's own loop is the one that there is.
ALLOWED = {"gui/app/main.cpp": ("QApplication::exec(",)}
# The self-test looks at the window from within; it is the whole program then.
LOOKS_FROM_WITHIN = ("gui/app/self_test.cpp", "gui/app/plot_to_file.cpp")
WAITS = (
    (re.compile(r"(?:\.|->|\b\w+::)exec\("), "exec()"),
    (re.compile(r"\bQEventLoop\b"), "QEventLoop"),
    (re.compile(r"\bprocessEvents\("), "processEvents()"),
    (
        re.compile(r"\bQMessageBox::(?:question|information|warning|critical|about|aboutQt)\("),
        "a static function of QMessageBox",
    ),
    (re.compile(r"\bQ(?:File|Input|Color|Font)Dialog::get\w+\("), "a static function of a dialog"),
    (
        re.compile(r"\bwaitFor(?:Finished|Started|ReadyRead|BytesWritten|Connected|Disconnected)\("),
        "a wait for a process or a socket",
    ),
    (re.compile(r"\bQCoro::waitFor\("), "QCoro::waitFor()"),
)


def judge(file, text):
    plain = STRING.sub('""', COMMENT.sub("", text))
    for allowed in ALLOWED.get(str(file), ()):
        plain = plain.replace(allowed, "")
    for expression, what in WAITS:
        if what == "processEvents()" and str(file) in LOOKS_FROM_WITHIN:
            continue
        for match in expression.finditer(plain):
            yield f"{file}:{plain.count(chr(10), 0, match.start()) + 1}: {what}: open it, and go on in what its signal calls"


def main():
    for bad in (
        "menu.exec(position);",
        "dialog->exec();",
        "QDialog::exec();",
        "QEventLoop loop;",
        "QMessageBox::question(this, a, b);",
        "QFileDialog::getOpenFileName(this);",
        "QCoreApplication::processEvents();",
        "process.waitForFinished(10);",
        "return QApplication::exec();",
    ):
        assert list(judge("gui/a.cpp", bad)), bad
    for good in ("dialog->open();", "menu->popup(position);", "// menu.exec()", "query.execute(x);", 'tr("exec()")'):
        assert not list(judge("gui/a.cpp", good)), good
    assert not list(judge("gui/app/main.cpp", "return QApplication::exec();"))
    root = pathlib.Path(sys.argv[1])
    files = [file for file in source_files(root) if file.parts[0] == "gui" and file.suffix in (".h", ".cpp")]
    findings = [finding for file in files for finding in judge(file, (root / file).read_text())]
    print("\n".join(findings) or f"{len(files)} files wait in no loop of their own")
    sys.exit(1 if findings or len(files) < 50 else 0)


if __name__ == "__main__":
    main()
