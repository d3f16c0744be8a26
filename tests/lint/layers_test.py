# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads every #include of engine/, remote/ and gui/ against layers.txt, and looks for cycles between folders.

Usage: layers_test.py ROOT. Prints one line a finding, with file and line; exits 1 when there is one.
First it checks itself on small trees that hold a forbidden include, a cycle and an unknown folder.
"""

import pathlib
import re
import sys
import tempfile

INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')
SOURCES = {".h", ".cpp", ".cu", ".cuh"}
QT_GUI_FOLDERS = ("QtGui", "QtWidgets", "QtCharts", "QtSvg", "QtOpenGL", "QtPrintSupport")
QT_GUI = {
    "QColor",
    "QFont",
    "QFontMetrics",
    "QGuiApplication",
    "QIcon",
    "QImage",
    "QKeyEvent",
    "QPainter",
    "QPalette",
    "QPixmap",
}
QT_WIDGETS = {
    "QAbstractItemView",
    "QAction",
    "QApplication",
    "QBoxLayout",
    "QCheckBox",
    "QComboBox",
    "QDialog",
    "QFormLayout",
    "QFrame",
    "QGridLayout",
    "QGroupBox",
    "QHBoxLayout",
    "QHeaderView",
    "QLabel",
    "QLineEdit",
    "QListView",
    "QMainWindow",
    "QMenu",
    "QMessageBox",
    "QPlainTextEdit",
    "QPushButton",
    "QScrollArea",
    "QSpinBox",
    "QSplitter",
    "QStackedWidget",
    "QStatusBar",
    "QStyledItemDelegate",
    "QTabWidget",
    "QTableView",
    "QTextEdit",
    "QToolBar",
    "QToolButton",
    "QTreeView",
    "QVBoxLayout",
    "QWidget",
}


def family_of(header):
    """The families that a header outside the project belongs to."""
    last = header.split("/")[-1]
    families = set()
    if header.startswith(("torch/", "ATen/", "c10/", "caffe2/")):
        families.add("torch")
    if header.startswith(("cuda", "nccl", "cublas", "cudnn", "c10/cuda", "ATen/cuda")):
        families.add("cuda")
    if header.startswith("boost/"):
        families.add("boost")
    if header.startswith(("unicode/", "pcre")) or header in ("cwctype", "wctype.h"):
        families.add("unicode")
    if header.startswith("yaml-cpp/"):
        families.add("yaml-cpp")
    if header.startswith("nlohmann/"):
        families.add("nlohmann")
    if header.startswith(("arrow/", "parquet/")):
        families.add("arrow")
    if header.startswith("libssh/"):
        families.add("ssh")
    if last in ("QProcess", "QTcpSocket", "QSslSocket") or "qcoroprocess" in header.lower():
        families.add("processes")
    if re.match(r"(Qt?[A-Z]|qcoro|QCoro|qt6keychain)", header):
        families.add("qt")
    if header.startswith(QT_GUI_FOLDERS) or last in QT_GUI:
        families.add("qt-gui")
    if header.startswith(("QtWidgets", "QtCharts")) or last in QT_WIDGETS:
        families.add("qt-widgets")
    return families


def read_table(path):
    table = {"use": {}, "never": {}, "never-in": {}, "never-in-headers": {}, "only-in": {}}
    for line in path.read_text().splitlines():
        words = line.split("#")[0].split()
        if words:
            table[words[0]][words[1]] = words[2:]
    return table


# Lets two folders use each other, which the search for cycles must find.
CIRCULAR = {
    "use": {"remote/a": ["remote/b"], "remote/b": ["remote/a"]},
    "never": {},
    "never-in": {},
    "never-in-headers": {},
    "only-in": {},
}


def longest_match(folder, names):
    """The most specific of `names` that `folder` is or lies under; one with a slash at its end has nothing under it."""
    fitting = [
        name
        for name in names
        if folder == name.removesuffix("/") or (not name.endswith("/") and folder.startswith(name + "/"))
    ]
    return max(fitting, key=len, default=None)


def forbidden(table, file, folder, header, ours):
    """Why `file` in `folder` must not include `header`; empty when it may."""
    if ours:
        owner = str(pathlib.PurePosixPath(header).parent)
        rule = longest_match(folder, table["use"])
        if owner == folder or longest_match(owner, table["use"][rule] + [rule if rule.count("/") else ""]):
            return ""
        return f"{rule} may not use {owner}"
    families = family_of(header)
    for kind, applies in (
        ("never", lambda name: longest_match(folder, [name])),
        ("never-in", lambda name: file.stem.endswith(name)),
        ("never-in-headers", lambda name: file.suffix == ".h" and longest_match(folder, [name])),
    ):
        for name, banned in table[kind].items():
            hit = families & set(banned)
            if hit and applies(name):
                return f"{name} must never see {', '.join(sorted(hit))}"
    for name, kept in table["only-in"].items():
        hit = families & set(kept)
        if hit and not longest_match(folder, [name]):
            return f"only {name} may see {', '.join(sorted(hit))}"
    return ""


def find_cycle(edges):
    """One cycle of the table's folders as a list, or empty."""
    done, path = set(), []

    def visit(folder):
        if folder in path:
            return path[path.index(folder) :] + [folder]
        if folder in done:
            return []
        path.append(folder)
        for next_folder in sorted(edges.get(folder, ())):
            cycle = visit(next_folder)
            if cycle:
                return cycle
        path.pop()
        done.add(folder)
        return []

    for folder in sorted(edges):
        cycle = visit(folder)
        if cycle:
            return cycle
    return []


def check(root, table):
    findings, edges = [], {}
    files = sorted(f for top in ("engine", "remote", "gui") for f in (root / top).rglob("*") if f.suffix in SOURCES)
    for file in files:
        relative = file.relative_to(root)
        folder = relative.parent.as_posix()
        if folder not in table["use"]:
            findings.append(f"{relative}: folder {folder} is not in layers.txt: say there what it may use")
            continue
        for number, line in enumerate(file.read_text(errors="replace").splitlines(), 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            header = match.group(2)
            ours = header.startswith(("engine/", "remote/", "gui/", "tests/"))
            if (
                match.group(1) == '"'
                and not ours
                and not family_of(header)
                and not re.search(r"(^|/)\w+\.moc$", header)
            ):
                findings.append(
                    f'{relative}:{number}: "{header}": headers of ours are included by their path from the root'
                )
                continue
            if ours and not (root / header).exists():
                findings.append(f"{relative}:{number}: {header} does not exist")
                continue
            reason = forbidden(table, relative, folder, header, ours)
            if reason:
                findings.append(f"{relative}:{number}: {header}: {reason}")
            if ours:
                owner = str(pathlib.PurePosixPath(header).parent)
                if owner != folder:
                    edges.setdefault(folder, set()).add(owner)
    cycle = find_cycle(edges)
    if cycle:
        findings.append("folders that include each other: " + " -> ".join(cycle))
    return findings, len(files)


def check_itself(table):
    """Each small tree must give exactly the finding it was made for; a lawful one none."""
    cases = [
        ({"engine/contract/a.h": "", "engine/text/b.cpp": '#include "engine/contract/a.h"\n#include <vector>\n'}, ""),
        ({"engine/text/b.cpp": "#include <torch/torch.h>\n"}, "must never see torch"),
        ({"engine/train/b.cpp": "#include <QString>\n"}, "must never see qt"),
        ({"engine/text/a.h": "", "remote/store/b.cpp": '#include "engine/text/a.h"\n'}, "may not use engine/text"),
        ({"engine/data/a.h": "", "engine/model/b.cpp": '#include "engine/data/a.h"\n'}, "may not use engine/data"),
        ({"gui/runs/a.h": "", "gui/forms/b.cpp": '#include "gui/runs/a.h"\n'}, "may not use gui/runs"),
        ({"gui/clusters/a.h": "", "gui/runs/b.cpp": '#include "gui/clusters/a.h"\n'}, "may not use gui/clusters"),
        ({"gui/runs/table_model.h": "#include <QLabel>\n"}, "must never see qt-widgets"),
        ({"engine/contract/a.h": "#include <yaml-cpp/yaml.h>\n"}, "must never see yaml-cpp"),
        ({"engine/data/b.cpp": "#include <parquet/arrow/writer.h>\n"}, "only engine/parquet may see arrow"),
        (
            {
                "engine/parquet/a.h": "",
                "engine/parquet/b.cpp": '#include "engine/parquet/a.h"\n#include <arrow/api.h>\n',
            },
            "",
        ),
        ({"engine/other/a.h": ""}, "is not in layers.txt"),
        ({"engine/agent/other/a.h": ""}, "is not in layers.txt"),
        (
            {"engine/agent/run.h": "", "engine/agent/ranks/a.cpp": '#include "engine/agent/run.h"\n'},
            "engine/agent/ranks may not use engine/agent",
        ),
        (
            {"engine/contract/run/a.h": "", "engine/contract/files/b.cpp": '#include "engine/contract/run/a.h"\n'},
            "engine/contract/files may not use engine/contract/run",
        ),
        ({"engine/data/a.cpp": '#include "a.h"\n', "engine/data/a.h": ""}, "by their path from the root"),
    ]
    circle = {"remote/a/a.h": '#include "remote/b/b.h"\n', "remote/b/b.h": '#include "remote/a/a.h"\n'}
    cases.append((circle, "include each other"))
    for files, expected in cases:
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, text in files.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            findings, _ = check(root, CIRCULAR if "each other" in expected else table)
            if len(findings) != bool(expected) or (expected and expected not in findings[0]):
                sys.exit(f"layers_test does not work: {files} gave {findings}, expected '{expected}'")
    return len(cases)


def main():
    root = pathlib.Path(sys.argv[1])
    table = read_table(root / "tests/lint/layers.txt")
    tried = check_itself(table)
    findings, num_files = check(root, table)
    print("\n".join(findings) or f"{num_files} files keep to layers.txt (and {tried} small trees were judged rightly)")
    if num_files < 50:
        sys.exit(f"only {num_files} sources found under {root}")
    sys.exit(1 if findings else 0)


if __name__ == "__main__":
    main()
