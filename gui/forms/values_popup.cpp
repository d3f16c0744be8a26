// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/values_popup.h"

#include <QCheckBox>
#include <QKeyEvent>
#include <QPushButton>
#include <QScreen>
#include <QVBoxLayout>
#include <algorithm>

#include "gui/forms/plain_label.h"
#include "gui/look/style.h"

namespace trainyard {

ValuesPopup::ValuesPopup(const QStringList& choices, const QStringList& values, QWidget* parent)
    : QFrame(parent, Qt::Popup) {
  setAttribute(Qt::WA_DeleteOnClose);
  setFrameShape(QFrame::StyledPanel);
  setAutoFillBackground(true);
  auto* column = new QVBoxLayout(this);
  column->addWidget(plainLabel(look::Role::help, tr("A run for each value")));
  for (const QString& choice : choices) {
    auto* box = new QCheckBox(choice);
    box->setChecked(values.contains(choice));
    m_boxes << box;
    column->addWidget(box);
  }
  auto* use = new QPushButton(tr("Try these values"));
  look::setKind(use, look::primaryKind);
  connect(use, &QPushButton::clicked, this, &ValuesPopup::finish);
  column->addWidget(use);
}

void ValuesPopup::showBelow(const QWidget* input) {
  resize(std::max(input->width(), sizeHint().width()), sizeHint().height());
  const QRect screen = input->screen()->availableGeometry();
  QPoint at = input->mapToGlobal(QPoint(0, input->height()));
  if (at.y() + height() > screen.bottom())
    at.setY(std::max(screen.top(), input->mapToGlobal(QPoint()).y() - height()));
  move(at);
  show();
  m_boxes.front()->setFocus();
}

QStringList ValuesPopup::values() const {
  QStringList out;
  for (const QCheckBox* box : m_boxes)
    if (box->isChecked()) out << box->text();
  return out;
}

void ValuesPopup::finish() {
  const QStringList all = values();
  close();
  parentWidget()->setFocus(Qt::PopupFocusReason);
  if (!all.isEmpty()) emit chosen(all);
}

void ValuesPopup::keyPressEvent(QKeyEvent* event) {
  const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (isReturn) return finish();
  QFrame::keyPressEvent(event);
}

}  // namespace trainyard
