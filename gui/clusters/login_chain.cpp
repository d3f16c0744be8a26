// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/clusters/login_chain.h"

#include <QPainter>
#include <algorithm>

#include "gui/forms/quantity_text.h"
#include "gui/forms/shown_text.h"
#include "gui/look/icon.h"
#include "gui/look/keep_translated.h"
#include "gui/look/paint.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;
using look::Role;

constexpr double chainHeight = 40, chainMark = 30, widestStation = 230, narrowestWay = 60;

QString chainLine(const QString& text) { return shownText(text, ShownLines::one); }

}  // namespace

LoginChain::LoginChain() {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  look::keepTranslated(this, [this] { show(m_cluster); });
}

QSize LoginChain::sizeHint() const { return {px(300), px(chainHeight)}; }

QList<LoginChain::Station> LoginChain::stations() const {
  const TargetFacts& facts = m_cluster.facts;
  const bool isIn = m_cluster.link == TargetLink::connected;
  int nodes = 0;
  for (const PartitionFacts& partition : facts.partitions) nodes = std::max(nodes, partition.nodes);
  const QString host = facts.loginHost.isEmpty() ? m_cluster.settings.host : facts.loginHost;
  const QString user =
      facts.user.isEmpty() ? tr("login node") : tr("login node, as %1").arg(facts.user);
  const bool isLive = facts.node.isReachable.value_or(facts.canForward.value_or(false));
  const QString queue = facts.scheduler.isEmpty() ? m_cluster.kind : facts.scheduler;
  return {{u"device-desktop"_s, tr("This computer"), tr("the service"), u"ssh"_s, isIn},
          {u"server"_s, chainLine(host), chainLine(user), chainLine(queue), isIn},
          {u"server-2"_s,
           nodes > 0 ? QuantityText::nodes(nodes) : tr("Nodes"),
           facts.time <= 0 ? tr("known after a login")
           : isLive        ? tr("live values by the login node")
                           : tr("values from files, up to 5 s late"),
           {},
           false}};
}

void LoginChain::show(const TargetRecord& cluster) {
  m_cluster = cluster;
  QStringList texts;
  for (const Station& station : stations()) texts << station.name + u", "_s + station.text;
  setAccessibleName(texts.join(u"; "_s));
  update();
}

void LoginChain::paintEvent(QPaintEvent*) {
  look::SmoothPainter painter(this);
  const look::Tokens& now = look::tokens(palette());
  const QList<Station> all = stations();
  const double ways = px(narrowestWay) * static_cast<double>(all.size() - 1);
  const double most = std::min<double>(px(widestStation), (width() - ways) / all.size());
  const auto widthOf = [&](const Station& station) {
    const double name = QFontMetricsF(look::font(Role::name)).horizontalAdvance(station.name);
    const double text = QFontMetricsF(look::font(Role::caption)).horizontalAdvance(station.text);
    return std::min(most, px(chainMark) + px(10) + std::max(name, text) + px(2));
  };
  double stationsWidth = 0;
  for (const Station& station : all) stationsWidth += widthOf(station);
  const double way = (width() - stationsWidth) / static_cast<double>(all.size() - 1);
  const QColor open = now.tone(look::Tone::completed).word;
  double left = 0;
  for (const Station& station : all) {
    const QRectF mark(left, (height() - px(chainMark)) / 2.0, px(chainMark), px(chainMark));
    look::paintBox(painter, mark, px(6), now.sunken);
    look::paintIcon(painter, mark, px(16), station.icon, now.text2);
    const double width = widthOf(station);
    const QRectF texts(mark.right() + px(10), 0, width - px(chainMark) - px(10), height());
    look::paintWords(painter, texts.adjusted(0, 0, 0, -height() / 2.0), station.name, Role::name,
                     now.text);
    look::paintWords(painter, texts.adjusted(0, height() / 2.0, 0, 0), station.text, Role::caption,
                     now.text3);
    left += width;
    if (station.way.isEmpty()) continue;
    const QRectF line(left + px(14), height() / 2.0 - 1, way - px(28), 2);
    if (line.width() > 0) painter.fillRect(line, station.isOpen ? open : now.line);
    look::paintWords(painter, QRectF(line.left(), 0, line.width(), line.top()), station.way,
                     Role::caption, station.isOpen ? open : now.text3, Qt::AlignHCenter);
    left += way;
  }
}

}  // namespace trainyard
