// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/review/rendered_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <QSyntaxHighlighter>

#include "gui/experiments/review/numbered_text.h"
#include "gui/experiments/yaml/yaml_highlighter.h"
#include "gui/look/icon.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/segmented_control.h"
#include "gui/look/tokens.h"
#include "gui/look/type.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr int leastRenderedLines = 16;
constexpr int shortestRunName = 18;

// Syntax highlighting for a job script: directives of Slurm, comments, texts, variables.
class ShellHighlighter : public QSyntaxHighlighter {
 public:
  ShellHighlighter(QTextDocument* document, const look::CodeColours& colours);

 protected:
  void highlightBlock(const QString& text) override;

 private:
  look::CodeColours m_colours;
};

ShellHighlighter::ShellHighlighter(QTextDocument* document, const look::CodeColours& colours)
    : QSyntaxHighlighter(document), m_colours(colours) {}

void ShellHighlighter::highlightBlock(const QString& text) {
  const auto paint = [&](const QRegularExpressionMatch& match, int group, const QColor& colour) {
    if (match.capturedLength(group) > 0)
      setFormat(static_cast<int>(match.capturedStart(group)),
                static_cast<int>(match.capturedLength(group)), colour);
  };
  static const QRegularExpression directive(u"^(#SBATCH)\\s+(-{1,2}[\\w-]+)(?:[=\\s](.*))?$"_s);
  if (const auto match = directive.match(text); match.hasMatch()) {
    paint(match, 1, m_colours.word);
    paint(match, 2, m_colours.key);
    return paint(match, 3, m_colours.text);
  }
  static const QRegularExpression comment(u"(?:^|\\s)(#.*)$"_s);
  static const QRegularExpression words(u"(\"(?:[^\"\\\\]|\\\\.)*\"|'[^']*')"_s);
  static const QRegularExpression variable(u"(\\$\\{[^}]*\\}|\\$\\w+)"_s);
  for (auto it = words.globalMatch(text); it.hasNext();) paint(it.next(), 1, m_colours.text);
  for (auto it = variable.globalMatch(text); it.hasNext();) paint(it.next(), 1, m_colours.number);
  // A # within quotes begins no comment.
  if (const auto match = comment.match(text);
      match.hasMatch() && text.left(match.capturedStart(1)).count(u'"') % 2 == 0 &&
      text.left(match.capturedStart(1)).count(u'\'') % 2 == 0)
    paint(match, 1, m_colours.comment);
}

}  // namespace

RenderedView::RenderedView()
    : m_parts(new look::SegmentedControl({{}, {}, {}})), m_text(new NumberedText) {
  m_text->setMinimumHeight(look::lineHeight(look::Role::code) * leastRenderedLines);
  m_copy->setIcon(look::icon(u"copy"_s));
  m_copy->setAutoRaise(true);
  m_run->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  m_run->setMinimumContentsLength(shortestRunName);
  m_run->hide();
  auto* bar = new QHBoxLayout;
  look::addAll(bar, {m_parts, look::gap(0), m_run, m_copy});
  look::addAll(look::columnIn(this, look::px(6)), {bar, {m_text, 1}});
  connect(m_parts, &look::SegmentedControl::currentChanged, this, &RenderedView::showPart);
  connect(m_run, &QComboBox::currentIndexChanged, this, &RenderedView::runChosen);
  connect(m_copy, &QToolButton::clicked, this,
          [this] { QGuiApplication::clipboard()->setText(text()); });
  look::onEvent(this, QEvent::PaletteChange, [this] { showPart(); });
  look::keepTranslated(this, [this] { retranslate(); });
}

void RenderedView::setRuns(const QStringList& names) {
  const QSignalBlocker quiet(m_run);
  m_run->clear();
  m_run->addItems(names);
  m_run->setVisible(names.size() > 1);
}

int RenderedView::run() const { return std::max(0, m_run->currentIndex()); }

void RenderedView::showRendered(const QString& script, const QString& commandLine) {
  m_script = script;
  m_command = commandLine;
  m_instead.clear();
  showPart();
}

void RenderedView::showDocument(const QString& resolved) {
  m_document = resolved;
  showPart();
}

void RenderedView::showInstead(const QString& sentence) {
  m_script.clear();
  m_command.clear();
  m_instead = sentence;
  showPart();
}

void RenderedView::choosePart(Part part) { m_parts->setCurrent(static_cast<int>(part)); }

QString RenderedView::text() const { return m_text->toPlainText(); }

void RenderedView::showPart() {
  const Part part = static_cast<Part>(m_parts->current());
  const QString& words = part == Part::document ? m_document
                         : !m_instead.isEmpty() ? m_instead
                         : part == Part::script ? m_script
                                                : m_command;
  delete m_highlighter;
  m_highlighter = nullptr;
  m_text->setPlainText(words);
  const look::CodeColours& colours = look::tokens(palette()).code;
  if (part == Part::document) {
    auto* yaml = new YamlHighlighter(m_text->document());
    yaml->useColours(colours);
    m_highlighter = yaml;
  } else if (m_instead.isEmpty()) {
    m_highlighter = new ShellHighlighter(m_text->document(), colours);
  }
  // A script is read by its lines; a command line is one that may be long.
  const bool hasLines = part == Part::document || (part == Part::script && m_instead.isEmpty());
  m_text->setNumbered(hasLines);
  m_text->setLineWrapMode(hasLines ? QPlainTextEdit::NoWrap : QPlainTextEdit::WidgetWidth);
}

void RenderedView::retranslate() {
  m_parts->setNames({tr("Script"), tr("Resolved document"), tr("Command line")});
  m_parts->setAccessibleName(tr("What is shown"));
  m_run->setAccessibleName(tr("Run of the study"));
  m_text->setAccessibleName(tr("What would be submitted"));
  m_copy->setToolTip(tr("Copy"));
  m_copy->setAccessibleName(tr("Copy"));
}

}  // namespace trainyard
