// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/look/icon.h"

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPaintDevice>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>
#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

static void initialiseIcons() { Q_INIT_RESOURCE(trainyard_icons); }

namespace trainyard::look {
namespace {

// Before the name, so that a theme's icon of the same name is not taken for ours.
constexpr QLatin1String ownPrefix("trainyard-");

QByteArray drawingOf(const QString& name) {
  static const bool isInitialised = [] {
    initialiseIcons();
    return true;
  }();
  Q_UNUSED(isInitialised)
  QFile file(u":/icons/"_s + name + u".svg"_s);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

class TintedEngine : public QIconEngine {
 public:
  TintedEngine(QString name, Ink ink) : m_name(std::move(name)), m_ink(std::move(ink)) {}

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
    paintIcon(*painter, rect, std::min(rect.width(), rect.height()), m_name, colourIn(mode));
  }
  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    return scaledPixmap(size, mode, state, 1);
  }
  QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State, qreal ratio) override {
    // The size is that of the device, and QIcon says itself which ratio the picture is for.
    QPixmap picture = iconPixmap(m_name, colourIn(mode), std::min(size.width(), size.height()), 1);
    picture.setDevicePixelRatio(ratio);
    return picture;
  }
  QString iconName() override { return ownPrefix + m_name; }
  QString key() const override { return u"TintedEngine"_s; }
  QIconEngine* clone() const override { return new TintedEngine(m_name, m_ink); }

 private:
  QColor colourIn(QIcon::Mode mode) const {
    const Tokens& now = tokens(QGuiApplication::palette());
    return mode == QIcon::Disabled ? now.textOff : m_ink ? m_ink(now) : now.text2;
  }

  QString m_name;
  Ink m_ink;
};

}  // namespace

QIcon icon(const QString& name, Ink ink) { return QIcon(new TintedEngine(name, std::move(ink))); }

QIcon icon(const QString& name, Tone tone) {
  return icon(name, [tone](const Tokens& now) { return now.tone(tone).word; });
}

bool isTinted(const QIcon& icon) { return icon.name().startsWith(ownPrefix); }

QPixmap iconPixmap(const QString& givenName, const QColor& colour, double size, double ratio,
                   double stroke) {
  const QString name =
      givenName.startsWith(ownPrefix) ? givenName.mid(ownPrefix.size()) : givenName;
  const int pixels = std::max(1, static_cast<int>(std::lround(size * ratio)));
  const QString key = u"trainyard-icon %1 %2 %3 %4"_s.arg(name, colour.name(QColor::HexArgb))
                          .arg(pixels)
                          .arg(stroke);
  QPixmap picture;
  if (!QPixmapCache::find(key, &picture)) {
    QByteArray drawing = drawingOf(name);
    // QtSvg does not know currentColor.
    drawing.replace("currentColor", colour.name().toUtf8());
    drawing.replace("stroke-width=\"2\"", "stroke-width=\"" + QByteArray::number(stroke) + '"');
    picture = QPixmap(pixels, pixels);
    picture.fill(Qt::transparent);
    if (!drawing.isEmpty()) {
      QPainter painter(&picture);
      painter.setOpacity(colour.alphaF());
      QSvgRenderer(drawing).render(&painter);
    }
    QPixmapCache::insert(key, picture);
  }
  picture.setDevicePixelRatio(ratio);
  return picture;
}

void paintIcon(QPainter& painter, const QRectF& room, double size, const QString& name,
               const QColor& colour, double stroke) {
  // Some devices that are no screen say zero.
  const double ratio = painter.device() ? std::max(1.0, painter.device()->devicePixelRatioF()) : 1;
  const QPixmap picture = iconPixmap(name, colour, size, ratio, stroke);
  // On whole pixels of the device, where it stays sharp.
  const auto whole = [&](double at) { return std::round(at * ratio) / ratio; };
  painter.drawPixmap(
      QPointF(whole(room.center().x() - size / 2), whole(room.center().y() - size / 2)), picture);
}

}  // namespace trainyard::look
