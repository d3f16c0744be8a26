// SPDX-License-Identifier: GPL-3.0-or-later
// How long each event holds the window's thread: the time from its delivery to its return, without
// that during which other threads had the processor. So it counts computing as well as waiting for
// a disk, a lock or a file system, on a busy machine too.
#pragma once

#include <QApplication>
#include <QElapsedTimer>
#include <QList>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

namespace trainyard {

class WatchedApplication : public QApplication {
 public:
  struct Held {
    double milliseconds = 0;
    QString step, receiver;
    int event = 0;
  };

  WatchedApplication(int& argc, char** argv) : QApplication(argc, argv) {
    const QByteArray name = "/proc/self/task/" + QByteArray::number(::gettid()) + "/schedstat";
    m_statistics = ::open(name.constData(), O_RDONLY | O_CLOEXEC);
    if (m_statistics < 0) qFatal("%s cannot be read", name.constData());
  }
  ~WatchedApplication() override { ::close(m_statistics); }

  // What is measured from now on belongs to it.
  void setStep(const QString& step) { m_step = step; }
  const QList<Held>& held() const { return m_held; }

  bool notify(QObject* receiver, QEvent* event) override {
    if (m_isInside) return QApplication::notify(receiver, event);
    m_isInside = true;
    Held held{0, m_step, QString::fromLatin1(receiver->metaObject()->className()), event->type()};
    const double away = millisecondsAway();
    QElapsedTimer timer;
    timer.start();
    const bool isTaken = QApplication::notify(receiver, event);
    held.milliseconds =
        static_cast<double>(timer.nsecsElapsed()) / 1e6 - (millisecondsAway() - away);
    m_held << held;
    m_isInside = false;
    return isTaken;
  }

 private:
  // Ready to run, while another thread had the processor: the second number.
  double millisecondsAway() const {
    char text[128] = {};
    if (::pread(m_statistics, text, sizeof text - 1, 0) <= 0) return 0;
    char* second = nullptr;
    std::strtoull(text, &second, 10);
    return static_cast<double>(std::strtoull(second, nullptr, 10)) / 1e6;
  }

  int m_statistics;
  bool m_isInside = false;
  QString m_step = QStringLiteral("start");
  QList<Held> m_held;
};

}  // namespace trainyard
