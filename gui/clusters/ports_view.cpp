// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/clusters/ports_view.h"

#include <QDesktopServices>
#include <QInputDialog>
#include <QUrl>

#include "gui/forms/elided_label.h"
#include "gui/forms/plain_label.h"
#include "gui/forms/shown_text.h"
#include "gui/look/icon.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/style.h"
#include "gui/targets/service_answer.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

constexpr qsizetype mostTunnels = 20;

QString tunnelName(const TunnelRecord& tunnel) {
  const QString there = tunnel.node.isEmpty() ? QString::number(tunnel.port)
                                              : u"%1:%2"_s.arg(tunnel.node).arg(tunnel.port);
  return shownText(tunnel.service.isEmpty() ? there : tunnel.service + u", "_s + there,
                   ShownLines::one);
}

}  // namespace

PortsView::PortsView(ServiceClient* client)
    : m_client(client),
      m_title(plainLabel(look::Role::card)),
      m_none(plainLabel(look::Role::help)),
      m_rows(look::columnIn(nullptr, px(4))) {
  m_open->setIcon(look::icon(u"plus"_s));
  look::setSmall(m_open);
  m_none->setForegroundRole(QPalette::PlaceholderText);
  auto* head = look::rowIn(nullptr, px(8));
  look::addAll(head, {m_title, look::gap(), m_open});
  look::addAll(look::columnIn(this, px(6)), {head, m_none, m_rows});
  connect(m_open, &QPushButton::clicked, this, &PortsView::askPort);
  look::keepTranslated(this, [this] { retranslate(); });
}

PortsView::~PortsView() { m_stop.request_stop(); }

void PortsView::retranslate() {
  m_title->setText(tr("Ports"));
  m_none->setText(tr("No port of this computer leads there."));
  m_open->setText(tr("Open…"));
  m_open->setAccessibleName(tr("Open a port"));
  m_open->setToolTip(
      tr("Open a port on this computer that leads to one of a node there, only for "
         "your programs"));
  showTunnels(m_tunnels);
}

void PortsView::show(const QString& cluster, bool isConnected) {
  m_open->setEnabled(isConnected);
  if (m_cluster == cluster) return;
  m_cluster = cluster;
  showTunnels({});
  refresh();
}

void PortsView::refresh() {
  if (m_cluster.isEmpty() || !m_client->isConnected()) return;
  onAnswer(
      this, m_client->call(methods::tunnelsList, m_stop.get_token()),
      [this](const TunnelRecords& answer) {
        QList<TunnelRecord> own;
        for (const TunnelRecord& tunnel : answer.tunnels)
          if (tunnel.target == m_cluster && own.size() < mostTunnels) own << tunnel;
        showTunnels(own);
      },
      [](const QString&) {});
}

void PortsView::showTunnels(const QList<TunnelRecord>& tunnels) {
  m_tunnels = tunnels;
  look::clear(m_rows);
  for (const TunnelRecord& tunnel : tunnels) m_rows->addWidget(makeRow(tunnel));
  m_none->setVisible(tunnels.isEmpty());
}

QWidget* PortsView::makeRow(const TunnelRecord& tunnel) {
  auto* row = new QWidget;
  auto* name = new ElidedLabel;
  name->setText(tunnelName(tunnel));
  auto* here =
      plainLabel(look::Role::help, tr("at %1:%2").arg(tunnel.localAddress).arg(tunnel.localPort));
  here->setForegroundRole(QPalette::PlaceholderText);
  auto* open = new QPushButton(tr("Open"));
  auto* close = new QPushButton(tr("Close"));
  open->setAccessibleName(tr("Open %1 in a browser").arg(tunnelName(tunnel)));
  close->setAccessibleName(tr("Close %1").arg(tunnelName(tunnel)));
  for (QPushButton* each : {open, close}) look::setKind(each, look::linkKind);
  look::addAll(look::rowIn(row, px(8)), {name, here, look::gap(), open, close});
  connect(open, &QPushButton::clicked, this, [this, url = QUrl(tunnel.url())] {
    if (!QDesktopServices::openUrl(url)) emit failed(tr("No browser could be started."));
  });
  connect(close, &QPushButton::clicked, this, [this, id = tunnel.id] {
    onAnswer(this, m_client->call(methods::tunnelsClose, m_stop.get_token(), id),
             [this] { refresh(); });
  });
  return row;
}

void PortsView::askPort() {
  auto* dialog = new QInputDialog(this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(tr("Open a port"));
  dialog->setLabelText(tr("Port of the login node, or of a node there as NODE:PORT"));
  connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString& text) {
    if (const auto port = nodePortFrom(text.trimmed()))
      open(*port);
    else
      emit failed(tr("%1 is no port: write 8888, or gpu1:8888.").arg(text));
  });
  dialog->open();
}

void PortsView::open(const NodePort& port) {
  TunnelRequest request;
  request.target = m_cluster;
  request.node = port.node;
  request.port = port.port;
  onAnswer(this, m_client->call(methods::tunnelsOpen, m_stop.get_token(), request),
           [this] { refresh(); });
}

}  // namespace trainyard
