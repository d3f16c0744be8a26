// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/clusters/site_field.h"

#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>

#include "gui/clusters/site_text.h"
#include "gui/forms/plain_tip.h"
#include "gui/look/layouts.h"

using namespace Qt::StringLiterals;

namespace trainyard {

SiteField::SiteField() : m_words(new QLabel) {
  auto* own = new QPushButton(tr("File…"));
  own->setAutoDefault(false);
  own->setToolTip(tr("Your own file with the rules of this cluster (Help: Sites)"));
  m_words->setTextFormat(Qt::PlainText);
  m_words->setWordWrap(true);
  m_words->setForegroundRole(QPalette::PlaceholderText);
  m_words->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  m_words->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  // With a fixed height, so that another selection moves nothing.
  auto* scroll = new QScrollArea;
  scroll->setWidget(m_words);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setFixedHeight(fontMetrics().lineSpacing() * 7);
  scroll->setFocusPolicy(Qt::NoFocus);
  auto* row = new QHBoxLayout;
  look::addAll(row, {{m_box, 1}, own});
  look::addAll(look::columnIn(this, 4), {row, scroll});
  setFocusProxy(m_box);
  m_box->setAccessibleName(tr("Site"));
  connect(m_box, &QComboBox::activated, this, [this](int index) {
    m_chosen = m_box->itemData(index).toString();
    explain();
  });
  connect(own, &QPushButton::clicked, this, &SiteField::chooseFile);
  choose({});
}

QString SiteField::site() const { return m_chosen; }

void SiteField::showSites(const QList<KnownSite>& sites) {
  m_sites = sites;
  choose(m_chosen);
}

void SiteField::choose(const QString& site) {
  m_chosen = site;
  m_box->clear();
  m_box->addItem(tr("None: only what Slurm reports"), QString());
  for (const KnownSite& known : m_sites) {
    m_box->addItem(u"%1 (%2)"_s.arg(known.profile.name, known.id), known.id);
    m_box->setItemData(m_box->count() - 1, plainTip(known.profile.summary), Qt::ToolTipRole);
  }
  if (!site.isEmpty() && m_box->findData(site) < 0) m_box->addItem(site, site);
  m_box->setCurrentIndex(m_box->findData(site));
  explain();
}

void SiteField::explain() {
  QStringList lines;
  for (const KnownSite& known : m_sites)
    if (known.id == m_chosen)
      lines = QStringList{known.profile.summary} + SiteText::settings(known.profile);
  if (m_chosen.isEmpty())
    lines << tr(
        "A site adds what Slurm does not report: how GPUs are requested, limits, "
        "modules.");
  else if (lines.isEmpty())
    lines << tr(
        "This file is read at each use; its settings are shown with the facts about the "
        "cluster.");
  m_words->setText(lines.join(u'\n'));
}

void SiteField::chooseFile() {
  auto* dialog = new QFileDialog(this, tr("Choose a site file"), QDir::homePath(),
                                 tr("Sites (*.yaml *.yml);;All files (*)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFile);
  connect(dialog, &QFileDialog::fileSelected, this, &SiteField::choose);
  dialog->open();
}

}  // namespace trainyard
