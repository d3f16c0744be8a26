// SPDX-License-Identifier: GPL-3.0-or-later
// How runs on this computer wait their turn by processors and GPUs, without a daemon. Each waiting
// or running job holds a ticket: a file in <data>/queue/tickets, locked (flock) as long as any
// process of the job lives, since the lock is inherited over fork and exec. Turns are strictly
// first come, first served: the oldest waiting ticket goes on when what it wants is free. Whose
// lock is free is gone, and its ticket is removed by the next who looks at all of them; that is who
// comes next, the others look at the one before them. Blocking calls; no event loop.
#pragma once

#include <QList>
#include <QString>

#include "engine/contract/result.h"
#include "remote/values/message.h"

namespace trainyard {

// The processors and GPUs that jobs on this computer may use, by the system's numbers.
struct Machine {
  QList<int> processors;
  QList<int> gpus;
};
Machine thisMachine();

struct Wanted {
  int processors = 1;
  int gpus = 0;
};

// What a job was given.
struct Allocation {
  QList<int> processors;
  QList<int> gpus;
};

class LocalJobQueue {
 public:
  LocalJobQueue(QString folder, Machine machine);

  // Takes a ticket at the end of the queue; it is this process's, and after exec that of the
  // program which follows.
  Result<void> enter(Wanted wanted);
  struct Look {
    bool admitted = false;
    Allocation turn;
    Message reason;  // "waiting for 2 of 4 processors (1 free); 1 before it in the queue"
    int ahead = 0;   // runs that wait before this one
  };
  // Whether it is this ticket's turn now; then what it was given is taken.
  Result<Look> look();
  // Whether the run that waited before this one, at the last look, still does: then this one's turn
  // has not come. Costs the same however many wait.
  bool isBehind() const;

 private:
  struct Ticket;
  Result<QList<Ticket>> tickets();
  Result<void> write(const Ticket& ticket);

  QString m_folder;
  Machine m_machine;
  QString m_mine;    // file name of this process's ticket
  QString m_before;  // that of the one before it, as of the last look; empty: none waits before it
};

}  // namespace trainyard
