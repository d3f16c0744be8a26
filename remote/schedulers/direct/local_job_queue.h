// SPDX-License-Identifier: GPL-3.0-or-later
// The queue of runs on this computer for CPU cores and GPUs, without a daemon. Each waiting or
// running job holds a ticket: a file in <data>/queue/tickets, locked (flock) as long as any process
// of the job lives, since the lock is inherited across fork and exec. Strictly first come, first
// served: the oldest waiting ticket proceeds when what it requests is free. A ticket whose lock is
// free belongs to a dead job, and is removed by the next process that checks all of them; that is
// the one at the front, the others check only the one before them. Calls block; no event loop is
// needed.
#pragma once

#include <QList>
#include <QString>

#include "engine/contract/result.h"
#include "remote/values/message.h"

namespace trainyard {

// The CPU cores and GPUs that jobs on this computer may use, by the system's numbers.
struct Machine {
  QList<int> processors;
  QList<int> gpus;
};
Machine thisMachine();

struct Wanted {
  int processors = 1;
  int gpus = 0;
};

// The resources allocated to a job.
struct Allocation {
  QList<int> processors;
  QList<int> gpus;
};

class LocalJobQueue {
 public:
  LocalJobQueue(QString folder, Machine machine);

  // Takes a ticket at the end of the queue; it belongs to this process and, after exec, to the
  // program that replaces it.
  Result<void> enter(Wanted wanted);
  struct Look {
    bool admitted = false;
    Allocation turn;
    Message reason;  // "waiting for 2 of 4 processors (1 free); 1 before it in the queue"
    int ahead = 0;   // runs waiting before this one
  };
  // Checks whether it is this ticket's turn now; if so, the resources are allocated.
  Result<Look> look();
  // Whether the run that was before this one at the last look is still waiting, so that it is not
  // this one's turn. The cost does not depend on the length of the queue.
  bool isBehind() const;

 private:
  struct Ticket;
  Result<QList<Ticket>> tickets();
  Result<void> write(const Ticket& ticket);

  QString m_folder;
  Machine m_machine;
  QString m_mine;    // file name of this process's ticket
  QString m_before;  // that of the one before it, as of the last look; empty: none
};

}  // namespace trainyard
