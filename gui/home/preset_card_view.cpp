// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/home/preset_card_view.h"

#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <array>
#include <cmath>
#include <span>

#include "gui/forms/plain_tip.h"
#include "gui/home/preset_cards.h"
#include "gui/look/keep_translated.h"
#include "gui/look/paint.h"
#include "gui/look/style.h"
#include "gui/look/tokens.h"
#include "gui/look/type.h"

namespace trainyard {
namespace {

using look::px;
using look::Role;

constexpr double topHeight = 88, wholeHeight = 166;

// Drawings are made on a sheet of 220 x 64 units.
constexpr double sheetWidth = 220, sheetHeight = 64;

enum class Ink { quiet, accent, faint, second };

struct Bar {
  double x, y, width;
  Ink ink = Ink::quiet;
  double height = 9;
};

class Sheet {
 public:
  Sheet(QPainter& painter, const look::Tokens& tokens) : m_painter(painter), m_tokens(tokens) {}

  void draw(PresetPicture picture) {
    switch (picture) {
      case PresetPicture::curve:
        return curve();
      case PresetPicture::turns:
        return bars(turnBars);
      case PresetPicture::timelines:
        return timelines();
      case PresetPicture::roc:
        return roc();
      case PresetPicture::books:
        return books();
      case PresetPicture::nodes:
        return nodes();
      case PresetPicture::script:
        return bars(scriptBars);
      case PresetPicture::entities:
        return bars(entityBars);
      case PresetPicture::split:
        return split();
    }
  }

 private:
  // Turns of a conversation: what is asked, and behind it what is learned.
  static constexpr std::array turnBars{Bar{8, 6, 74},   Bar{86, 6, 120, Ink::accent},
                                       Bar{8, 26, 48},  Bar{60, 26, 144, Ink::accent},
                                       Bar{8, 46, 100}, Bar{112, 46, 56, Ink::accent}};
  static constexpr std::array scriptBars{Bar{12, 2, 26, Ink::accent},
                                         Bar{42, 2, 44},
                                         Bar{26, 17, 58},
                                         Bar{88, 17, 32},
                                         Bar{26, 32, 20},
                                         Bar{50, 32, 72, Ink::accent},
                                         Bar{12, 47, 34, Ink::accent}};
  static constexpr std::array entityBars{Bar{8, 14, 34},
                                         Bar{46, 14, 20},
                                         Bar{70, 14, 46, Ink::accent},
                                         Bar{120, 14, 16},
                                         Bar{140, 14, 30, Ink::second},
                                         Bar{174, 14, 36},
                                         Bar{8, 36, 26},
                                         Bar{38, 36, 52, Ink::accent},
                                         Bar{94, 36, 20},
                                         Bar{118, 36, 44},
                                         Bar{166, 36, 32, Ink::second}};

  QColor colour(Ink ink) const {
    switch (ink) {
      case Ink::quiet:
        return m_tokens.line;
      case Ink::accent:
        return m_tokens.accent;
      case Ink::faint:
        return look::mixed(m_tokens.accent, m_tokens.subtle, 0.6);
      case Ink::second:
        return m_tokens.curves[1];
    }
    return {};
  }
  void box(const QRectF& place, Ink ink, double radius = 2.5) {
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(colour(ink));
    m_painter.drawRoundedRect(place, radius, radius);
  }
  void bars(std::span<const Bar> all) {
    for (const Bar& bar : all) box({bar.x, bar.y, bar.width, bar.height}, bar.ink);
  }
  void line(const QList<QPointF>& points, const QColor& ink, double width) {
    QList<QLineF> lines;
    for (qsizetype i = 1; i < points.size(); ++i) lines << QLineF(points[i - 1], points[i]);
    m_painter.setPen(QPen(ink, width, Qt::SolidLine, Qt::RoundCap));
    m_painter.drawLines(lines);
  }
  void axis(const QPointF& from, const QPointF& to) { line({from, to}, m_tokens.line, 1); }

  void curve() {
    axis({6, 60}, {214, 60});
    QList<QPointF> points;
    for (int i = 0; i <= 60; ++i) {
      const double t = i / 60.0;
      const double noise = 2.2 * std::sin(i * 2.1) * std::cos(i * 0.9) * (1 - 0.5 * t);
      points << QPointF(8 + t * 200, 4 + 48 * (1 - std::exp(-4.2 * t)) + noise);
    }
    line(points, m_tokens.accent, 1.6);
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(colour(Ink::second));
    for (const int i : {20, 40, 60}) m_painter.drawEllipse(points[i] - QPointF(0, 3), 3, 3);
  }
  // Stays of patients: events of which some are learned, with time between them.
  void timelines() {
    for (int row = 0; row < 3; ++row) {
      double x = 6 + 9.0 * (row % 2);
      for (int i = 0; x < 200; ++i) {
        const double width = 4 + (i * 7 + row * 5) % 13;
        box({x, 8.0 + 20 * row, width, 9}, (i + row) % 3 == 1 ? Ink::accent : Ink::quiet);
        x += width + 3 + ((i * 5 + row) % 4 == 3 ? 14 : 0);
      }
    }
  }
  void roc() {
    axis({82, 4}, {82, 60});
    axis({82, 60}, {138, 60});
    m_painter.setPen(QPen(m_tokens.line, 1, Qt::DotLine));
    m_painter.drawLine(QPointF(82, 60), QPointF(138, 4));
    QList<QPointF> points;
    for (int i = 0; i <= 24; ++i) {
      const double t = i / 24.0;
      points << QPointF(82 + 56 * t, 60 - 56 * std::pow(t, 0.32));
    }
    line(points, m_tokens.accent, 1.8);
  }
  void books() {
    for (int column = 0; column < 4; ++column)
      for (int row = 0; row < 4; ++row) {
        const double width = 26 + (column * 13 + row * 17) % 22;
        const Ink ink = column != 1 ? Ink::quiet : row == 0 ? Ink::faint : Ink::accent;
        box({8.0 + 53 * column, 3.0 + 16 * row, column == 1 ? 50 - 10.0 * row : width, 7}, ink);
      }
  }
  void nodes() {
    for (int node = 0; node < 2; ++node) {
      const QRectF frame(28 + 92.0 * node, 8, 72, 48);
      m_painter.setPen(QPen(m_tokens.line, 1));
      m_painter.setBrush(m_tokens.surface);
      m_painter.drawRoundedRect(frame, 4, 4);
      for (int i = 0; i < 8; ++i)
        box({frame.x() + 8 + 15.0 * (i % 4), frame.y() + 9 + 17.0 * (i / 4), 11, 13},
            (i * 3 + node) % 5 == 2 ? Ink::faint : Ink::accent);
    }
    axis({100, 32}, {120, 32});
  }
  // Parts for training, validation and test.
  void split() {
    box({6, 20, 148, 16}, Ink::accent);
    box({158, 20, 18, 16}, Ink::second);
    m_painter.setBrush(m_tokens.axis);
    m_painter.drawRoundedRect(QRectF(180, 20, 18, 16), 2.5, 2.5);
    for (int i = 0; i < 7; ++i) axis({6 + 32.0 * i, 42}, {6 + 32.0 * i, 45});
  }

  QPainter& m_painter;
  const look::Tokens& m_tokens;
};

// The small drawing that says what kind of training it is, within `place`, at any size.
void paintPresetPicture(QPainter& painter, const QRectF& place, PresetPicture picture,
                        const look::Tokens& tokens) {
  const double scale = std::min(place.width() / sheetWidth, place.height() / sheetHeight);
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.translate(place.center() - QPointF(sheetWidth, sheetHeight) * scale / 2);
  painter.scale(scale, scale);
  Sheet(painter, tokens).draw(picture);
  painter.restore();
}

}  // namespace

PresetCardView::PresetCardView(const PresetCard& card)
    : m_card(card), m_try(new QPushButton(this)) {
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setText(card.title);
  setAccessibleName(card.title);
  setAccessibleDescription(card.preset.summary);
  setToolTip(plainTip(card.preset.summary));
  m_try->setText(tr("Try with sample data"));
  look::setSmall(m_try);
  m_try->setAccessibleName(tr("Try %1 with sample data").arg(card.title));
  m_try->hide();
  m_try->installEventFilter(this);
  connect(m_try, &QPushButton::clicked, this, [this] { emit tryWanted(m_card.preset.name); });
  look::onEvent(this, QEvent::Resize, [this] {
    m_try->adjustSize();
    m_try->move(width() - m_try->width() - px(8), px(8));
  });
}

QSize PresetCardView::sizeHint() const { return {px(261), px(wholeHeight)}; }

void PresetCardView::setBusy(bool isBusy) {
  m_isBusy = isBusy;
  m_try->setEnabled(!isBusy);
  m_try->setText(isBusy ? tr("Starting…") : tr("Try with sample data"));
  pointedAtChanged();
}

void PresetCardView::paintContent(QPainter& painter) {
  const look::Tokens& tokens = look::tokens(palette());
  const QRectF inside = QRectF(rect()).adjusted(2, 2, -2, -2);
  const QRectF top(inside.topLeft(), QSizeF(inside.width(), px(topHeight) - 2));
  QPainterPath clip;
  clip.addRoundedRect(inside, px(7), px(7));
  painter.save();
  painter.setClipPath(clip);
  painter.fillRect(top, tokens.subtle);
  painter.restore();
  look::paintEdge(painter, top, Qt::BottomEdge, tokens.hairline);
  paintPresetPicture(painter, top.adjusted(px(16), px(12), -px(16), -px(12)), m_card.picture,
                     tokens);
  QRectF line(px(12), px(topHeight + 9), width() - 2 * px(12), 0);
  const auto write = [&](const QString& words, Role role, const QColor& colour, double gap) {
    line.setHeight(look::lineHeight(role));
    look::paintWords(painter, line, words, role, colour);
    line.moveTop(line.bottom() + gap);
  };
  write(m_card.title, Role::emphasis, tokens.text, 0);
  write(m_card.preset.name, Role::code, tokens.text3, px(4));
  write(m_card.needs, Role::help, tokens.text2, 0);
}

bool PresetCardView::eventFilter(QObject* watched, QEvent* event) {
  const bool isTold = CardButton::eventFilter(watched, event);
  if (watched == m_try && event->type() == QEvent::FocusOut) pointedAtChanged();
  return isTold;
}

void PresetCardView::pointedAtChanged() {
  const bool isShown = m_card.hasSample && (isPointedAt() || m_try->hasFocus() || m_isBusy);
  if (isShown) {
    m_try->adjustSize();
    m_try->move(width() - m_try->width() - px(8), px(8));
  }
  m_try->setVisible(isShown);
}

}  // namespace trainyard
