// SPDX-License-Identifier: GPL-3.0-or-later
// What is said about code, data, engine and results on their way.
#include "engine/contract/messages/tables.h"

namespace trainyard {
namespace {

constexpr MessageTemplate kTransferTemplates[] = {
    // rsync. {said} is its own word for it.
    {"rsync.missing", "rsync cannot be run on this computer; install it", ErrorKind::environment},
    {"rsync.other",
     "the rsync of this computer is openrsync, which lacks what transfers need; install rsync 3.1 "
     "or newer and put it first in PATH",
     ErrorKind::environment},
    {"rsync.old",
     "rsync {version} on this computer is too old; install rsync 3.1 or newer and put it first in "
     "PATH",
     ErrorKind::environment},
    {"rsync.missing_there",
     "{what}: rsync is not found on the target; install it there or load its module in the login "
     "shell's profile (rsync: {said})",
     ErrorKind::environment},
    {"rsync.no_understanding",
     "{what}: the two rsyncs do not understand each other; the target needs rsync 3.1 or newer and "
     "a login shell that prints nothing (rsync: {said})",
     ErrorKind::environment},
    {"rsync.file_failed", "{what}: a file could not be read or written (rsync: {said})",
     ErrorKind::environment},
    {"rsync.failed", "{what}: rsync ended with {exit_code} (rsync: {said})",
     ErrorKind::environment},
    {"transfer.disk_full",
     "{what}: the disk or quota is full at {destination}; free some space there, what arrived is "
     "kept (rsync: {said})",
     ErrorKind::environment},
    {"transfer.disk_full_here",
     "{what}: the disk is full at {destination} on this computer; free some space, what arrived is "
     "kept (rsync: {said})",
     ErrorKind::environment},
    {"transfer.link_owner",
     "{what}: rsync follows no link that belongs to another user; name the real folder instead "
     "(readlink -f {far}) (rsync: {said})",
     ErrorKind::environment},
    {"transfer.no_source", "{what}: there is no {source} on the target (rsync: {said})",
     ErrorKind::environment},
    {"transfer.refused",
     "{what}: the target does not allow it; check who may write to {destination} (rsync: {said})",
     ErrorKind::environment},
    {"transfer.too_many_deletions",
     "{what}: more would have been deleted than the preview showed; nothing more was, look at the "
     "preview again (rsync: {said})",
     ErrorKind::environment},
    {"transfer.incomplete",
     "{what}: some files were not sent, because they cannot be read or changed meanwhile (rsync: "
     "{said})",
     ErrorKind::environment},
    {"transfer.link",
     "{what}: the connection broke {tries} times and did not come back; what arrived is kept, try "
     "again ({why})",
     ErrorKind::pending},
    {"transfer.damaged", "{what}: {path} did not arrive whole: {said}", ErrorKind::environment},
    {"transfer.not_placed", "{what}: {path} could not be put in its place: {said}",
     ErrorKind::environment},
    {"transfer.not_linked", "{path} could not be linked to the same data: {said}",
     ErrorKind::environment},
    // Fetching.
    {"fetch.nothing", "there is no {path} on the target (yet)", ErrorKind::environment},
    {"fetch.unsafe", "the target's {path} is neither file, folder nor link; nothing was taken over",
     ErrorKind::environment},
    {"fetch.too_many_files",
     "the target's folder holds more than {limit} files; fetch a part of it with rsync",
     ErrorKind::environment},
    {"fetch.too_large", "{path} takes {size}, and {free} are free in {folder}; make room",
     ErrorKind::environment},
    {"fetch.more_than_announced",
     "the target sends more than it had announced; nothing was taken over", ErrorKind::environment},
    {"fetch.unreadable", "{path} cannot be read whole: {problem}", ErrorKind::environment},
    {"fetch.not_placed",
     "what was fetched could not be put into {path} ({problem}); it is in {staging}",
     ErrorKind::environment},
    // The code of a run.
    {"code.git", "code.source: {path} is a git repository that git does not read: {said}"},
    {"code.unreadable", "code.source: {path} cannot be read whole: {said}", ErrorKind::environment},
    {"code.empty",
     "code.source: {path} holds no file that would travel; git ignores all of them, or "
     "code.exclude "
     "leaves none"},
    {"code.exclude", "code.exclude: rsync does not take {patterns}: {said}; correct the pattern"},
    {"code.too_large",
     "code.source: {path} holds {said} that would travel, more than 2 GiB; name less in "
     "code.source, or let .gitignore or code.exclude leave data out"},
    // Data.
    {"data.unreadable", "{path} does not travel: {why}"},
    {"data.not_read", "it cannot be read: {problem}"},
    {"data.absent", "it is not there"},
    {"data.circle", "it is a link to a folder that holds it; take it out"},
    {"data.dangling", "it leads to nothing that can be read; take it out"},
    {"data.special", "it is no file; pipes, sockets and devices do not travel"},
    {"data.changing", "it changed while it was read; try again when it is finished"},
    {"data.empty_folder", "it holds no file"},
    // The engine. {why} is one of those with a reason.
    {"engine.incompatible", "the engine does not run on this target: {why}",
     ErrorKind::environment},
    {"engine.old_kernel", "its kernel is {kernel}; our programs need Linux 3.2 or newer"},
    {"engine.old_driver",
     "the GPU driver on {node} is {driver}; the engine (CUDA 13) needs {least} or newer: ask the "
     "site, or use a command with the site's own Python"},
    {"engine.unsuited_gpus",
     "its GPUs ({gpu}) are of no generation that the engine has kernels for (compute capability "
     "7.5 "
     "to 12); choose another partition, or resources.gpus_per_node: 0"},
    {"engine.colon",
     "the base folder {path} holds a colon, which separates folders for the loader; choose "
     "another"},
    {"engine.other_machine",
     "it is {system} on {machine}; our programs are built for Linux on x86_64"},
    {"engine.no_space",
     "the engine needs {size} in {path}, where {free} are free; free some space or choose another "
     "base folder",
     ErrorKind::environment},
    {"engine.missing", "{path} is not there; build or install the whole program",
     ErrorKind::environment},
    {"engine.no_library",
     "{file}, which {program} needs, is nowhere on this computer; build or install the whole "
     "program",
     ErrorKind::environment},
    {"engine.not_staged", "{path} could not be written: {problem}", ErrorKind::environment},
    {"elf.unreadable", "{path} cannot be read: {problem}", ErrorKind::environment},
    {"elf.damaged", "{path} is no program or library for x86-64, or is damaged",
     ErrorKind::environment},
    // Mirrors.
    {"mirror.refused", "{path} is not mirrored into: {why}"},
    {"mirror.empty", "{path} has no files to mirror; an empty folder would delete all"},
    {"mirror.no_path",
     "name a folder of the target by its whole path, or from ~/ on, without .. and line breaks"},
    {"mirror.in_mirror", "the source {source} is in a mirror itself ({name} carries the marker)"},
    {"mirror.not_utf8", "its real path is no UTF-8"},
    {"mirror.unseen", "it cannot be looked at or made: {name}"},
    {"mirror.link", "it is a link; name the folder itself"},
    {"mirror.no_folder", "{name} is no folder"},
    {"mirror.closed", "{name} may not be entered"},
    {"mirror.short_path", "its real path {name} has less than three parts"},
    {"mirror.home", "it is the home folder or holds it"},
    {"mirror.storage_root", "it is the root of a storage space"},
    {"mirror.in_source", "it is in the source"},
    {"mirror.holds_source", "it holds the source"},
    {"mirror.changing", "it is not the same folder each time it is looked at"},
    {"mirror.mount_point", "it is a mount point"},
    {"mirror.unlisted", "its content may not be listed"},
    {"mirror.not_ours", "it holds files and no {name}, so it is not ours"},
};

}  // namespace

std::span<const MessageTemplate> transfer_messages() { return kTransferTemplates; }

}  // namespace trainyard
