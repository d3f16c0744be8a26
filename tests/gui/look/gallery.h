// SPDX-License-Identifier: GPL-3.0-or-later
// Every control in every state, once: to look at, and for the tests of the look.
#pragma once

#include <QWidget>

namespace trainyard::look {

class Gallery : public QWidget {
  Q_OBJECT
 public:
  Gallery();

 protected:
  void paintEvent(QPaintEvent* event) override;
};

// To a PNG file; false if it cannot be written.
bool paintGallery(const QString& file, QSize size);

// The cards of it.
QWidget* galleryButtons();
QWidget* galleryChoices();
QWidget* galleryFields();
QWidget* galleryMenu();
QWidget* galleryStates();
QWidget* galleryColours();
QWidget* galleryType();
QWidget* galleryTable();
QWidget* galleryTabs();
QWidget* galleryWaiting();
QWidget* galleryBars();

}  // namespace trainyard::look
