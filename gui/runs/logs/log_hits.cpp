// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/logs/log_hits.h"

#include <QLocale>

#include "gui/look/ink.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/paint.h"
#include "gui/runs/logs/log_head.h"
#include "gui/runs/logs/log_text.h"

namespace trainyard {
namespace {

constexpr double hitsPadding = 14, hitsGap = 8, hitsHeight = 168;

// As it is shown among the others: without colours and what else is for terminals.
QString plainWords(const QString& line) {
  LogText text;
  text.setCollapsing(false);
  QStringList words;
  for (const LogLine& each : text.feed(line.toUtf8())) words << each.text;
  return (words << text.open().text).join(QLatin1Char(' ')).simplified();
}

}  // namespace

LogHitList::LogHitList() : m_end(new LinkButton) {
  look::setInk(m_head, [](const look::Tokens& t) { return t.text2; });
  m_head->setWordWrap(true);
  m_list->setFont(look::font(look::Role::code));
  m_list->setUniformItemSizes(true);
  m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_list->setTextElideMode(Qt::ElideRight);
  m_list->setFrameShape(QFrame::NoFrame);
  auto* head = new QHBoxLayout;
  look::addAll(head, {{m_head, 1}, m_end});
  auto* column =
      look::columnIn(this, look::px(hitsGap) / 2,
                     {look::px(hitsPadding), look::px(hitsGap), look::px(hitsPadding), 0});
  column->addLayout(head);
  column->addWidget(m_list);
  setMaximumHeight(look::px(hitsHeight));
  const auto choose = [this](QListWidgetItem* item) {
    const int row = m_list->row(item);
    if (row >= 0 && row < m_hits.hits.size()) emit chosen(m_hits.hits[row]);
  };
  connect(m_list, &QListWidget::itemClicked, this, choose);
  connect(m_list, &QListWidget::itemActivated, this, choose);
  connect(m_end, &LinkButton::clicked, this, &LogHitList::endWanted);
  look::keepTranslated(this, [this] { retranslate(); });
}

void LogHitList::showHead(const QString& words) {
  m_hits = {};
  m_list->clear();
  m_head->setText(words);
  m_list->hide();
}

void LogHitList::showSearching(const QString& words) {
  showHead(tr("Searching for \"%1\" where the output lies…").arg(words));
}

void LogHitList::showProblem(const QString& sentence) { showHead(sentence); }

void LogHitList::showHits(const QString& words, const LogHits& hits) {
  const QString many = QLocale().toString(hits.hits.size());
  showHead(hits.hits.isEmpty() ? tr("\"%1\" is not in this output.").arg(words)
           : hits.isMore ? tr("The first %1 lines with \"%2\"; there are more.").arg(many, words)
                         : tr("Lines with \"%2\": %1").arg(many, words));
  m_hits = hits;
  for (const LogHit& hit : hits.hits)
    m_list->addItem(QLocale().toString(hit.line).rightJustified(12) + QStringLiteral("  ") +
                    plainWords(hit.text));
  m_list->setVisible(!hits.hits.isEmpty());
}

void LogHitList::retranslate() {
  m_end->setText(tr("Back to the newest lines"));
  m_end->setAccessibleName(m_end->text());
  m_list->setAccessibleName(tr("Lines found"));
}

void LogHitList::paintEvent(QPaintEvent*) {
  look::paintPane(this, look::tokens(palette()).surface, Qt::BottomEdge);
}

}  // namespace trainyard
