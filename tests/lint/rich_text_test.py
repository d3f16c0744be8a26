# SPDX-License-Identifier: GPL-3.0-or-later
"""Foreign text (a run's name, a server's sentence, a file's line) is shown as it is. Usage: rich_text_test.py ROOT.

QLabel, tooltips and QMessageBox guess whether a text is rich text, and would draw `<img src=...>` in a run's name. So in gui/
  * a QLabel that shows more than a sentence of our own says setTextFormat(Qt::PlainText);
  * one that says Qt::RichText stands in RICH below, with what makes its text;
  * a tooltip that is more than a sentence of our own goes through plainTip() (gui/forms/plain_tip.h);
  * a QMessageBox says setTextFormat(Qt::PlainText)."""

import pathlib
import re
import sys

from source_files import source_files

# Where rich text is, and what makes it: nothing foreign is in it, or it is escaped there.
RICH = {
    "gui/runs/results/results_page.cpp": "ResultText::",
    "gui/runs/profile/profile_dialog.cpp": "ProfileText::",
    "gui/forms/field_editor.cpp": "explanation(",
    "gui/forms/problem_label.cpp": "toHtmlEscaped(",
    "gui/runs/records/run_report.cpp": "toHtmlEscaped(",
    "gui/app/window_menu.cpp": "About Trainyard",
    "gui/help/help_browser.cpp": "HelpText",
    "gui/help/help_drawer.cpp": "HelpText::",
}

STRING = re.compile(r'u?"(?:[^"\\]|\\.)*"(?:_s)?')
STRING_OR_COMMENT = re.compile(STRING.pattern + r"|//[^\n]*")
OURS = re.compile(
    r"\bContractText::(?:help|label|unit)\(\w+\)|\b(?:\w+::)*(?:tr|translate|QStringLiteral|QString)\b|[\s(),{}]"
)
MADE = re.compile(
    r"(?:(?:\bauto\*|\bQLabel\*)\s*(?P<local>\w+)\s*=\s*|\b(?P<member>m_\w+)\()?new QLabel\b(?P<open>\(?)"
)
BOX = re.compile(r"\bnew QMessageBox\(|\bQMessageBox\s+\w+\s*\(")


def argument(text, start):
    """What stands between the parenthesis before `start` and its end."""
    depth = 1
    for at in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        if depth == 0:
            return text[start:at]
    return text[start:]


def is_ours(expression):
    """Whether it is made of literals of this program alone."""
    return not OURS.sub("", STRING.sub("", expression))


def blank(text):
    """The text without comments, and with strings whose parentheses do not count."""

    def without(found):
        return "" if found.group().startswith("//") else found.group().translate(str.maketrans("();", "   "))

    return STRING_OR_COMMENT.sub(without, text)


def judge(file, text):
    plain = blank(text)

    def told(at, what):
        return f"{file}:{plain.count(chr(10), 0, at) + 1}: {what}"

    for made in MADE.finditer(plain):
        name = made["local"] or made["member"]
        given = [argument(plain, made.end())] if made["open"] else []
        if name:
            if re.search(rf"\b{name}->setTextFormat\(", plain):
                continue
            given += [argument(plain, call.end()) for call in re.finditer(rf"\b{name}->setText\(", plain)]
        if not given or not all(is_ours(one) for one in given):
            yield told(made.start(), f"the label {name or 'without a name'} says no setTextFormat(Qt::PlainText)")
    for call in re.finditer(r"setTextFormat\(\s*Qt::(?!PlainText)", plain):
        if str(file) not in RICH:
            yield told(call.start(), "rich text outside of RICH")
    for call in re.finditer(r"\bsetToolTip\(", plain):
        tip = argument(plain, call.end())
        if not is_ours(tip) and "plainTip(" not in tip and not tip.startswith(RICH.get(str(file), "plainTip(")):
            yield told(call.start(), "a tooltip without plainTip()")
    for role in re.finditer(r"\bQt::ToolTipRole\b", plain):
        statement_start = max(plain.rfind(mark, 0, role.start()) for mark in ";{}") + 1
        before, after = plain[statement_start : role.start()], plain[role.end() : plain.find(";", role.end())]
        if before.rstrip().endswith("data("):
            continue  # somebody reads it
        value = before + after
        returned = value.partition("return")[2]
        if "plainTip(" not in value and not (returned and is_ours(returned)):
            yield told(role.start(), "a tooltip's text without plainTip()")
    for box in BOX.finditer(plain):
        if "setTextFormat(Qt::PlainText)" not in plain and str(file) not in RICH:
            yield told(box.start(), "a QMessageBox without setTextFormat(Qt::PlainText)")
    for call in re.finditer(r"\b(?:setHtml|appendHtml|insertHtml)\(", plain):
        if str(file) not in RICH:
            yield told(call.start(), "HTML in a text")


def main():
    bad = (
        "auto* a = new QLabel(name);",
        'auto* a = new QLabel(tr("x %1").arg(name));',
        "m_a(new QLabel), m_b(1) {} void f() { m_a->setText(text); }",
        "QLabel* a = new QLabel; return a;",
        "box->addWidget(new QLabel(name));",
        "a->setToolTip(name);",
        'a->setToolTip(tr("%1").arg(name));',
        "case Qt::ToolTipRole:\n return text;",
        "if (role == Qt::ToolTipRole) return run.name;",
        "setItemData(1, words, Qt::ToolTipRole);",
        'auto* q = new QMessageBox(QMessageBox::Warning, tr("a"), name);',
        "a->setTextFormat(Qt::RichText);",
        "a->setHtml(x);",
    )
    good = (
        'auto* a = new QLabel(tr("x")); a->setText(tr("y (%1)"));',
        "auto* a = new QLabel(name); a->setTextFormat(Qt::PlainText);",
        'a->setToolTip(tr("x"));',
        "a->setToolTip(plainTip(name));",
        "case Qt::ToolTipRole:\n return plainTip(text);",
        'if (role == Qt::ToolTipRole) return tr("x");',
        "x = index.data(Qt::ToolTipRole).toString();",
        "// new QLabel(name)",
        'f(u"//"_s); g(": "); setItemData(plainTip(words), Qt::ToolTipRole);',
    )
    for text in bad:
        assert list(judge("a", text)), text
    for text in good:
        assert not list(judge("a", text)), (text, list(judge("a", text)))
    root = pathlib.Path(sys.argv[1])
    files = [file for file in source_files(root) if file.parts[0] == "gui" and file.suffix in (".h", ".cpp")]
    findings = [finding for file in files for finding in judge(file, (root / file).read_text())]
    unused = [
        f"{name}: in RICH, but has no {maker}" for name, maker in RICH.items() if maker not in (root / name).read_text()
    ]
    print("\n".join(findings + unused) or f"{len(files)} files show foreign text as it is")
    sys.exit(1 if findings or unused or len(files) < 50 else 0)


if __name__ == "__main__":
    main()
