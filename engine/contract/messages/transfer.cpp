// SPDX-License-Identifier: GPL-3.0-or-later
// Messages about transfers of code, data, engine and results.
#include "engine/contract/message_tables.h"

namespace trainyard {
namespace {

constexpr MessageTemplate kTransferTemplates[] = {
    // rsync. {said} is its own message.
    {"rsync.missing", "rsync cannot be run on this computer; install it", ErrorKind::environment},
    {"rsync.other",
     "the rsync on this computer is openrsync, which lacks features that transfers need; install "
     "rsync 3.1 or newer and put it first in PATH",
     ErrorKind::environment},
    {"rsync.old",
     "rsync {version} on this computer is too old; install rsync 3.1 or newer and put it first in "
     "PATH",
     ErrorKind::environment},
    {"rsync.missing_there",
     "{what}: rsync was not found on the target; install it there or load its module in the login "
     "shell's profile (rsync: {said})",
     ErrorKind::environment},
    {"rsync.no_understanding",
     "{what}: the two rsync versions are incompatible, or the login shell prints text; the target "
     "needs rsync 3.1 or newer and a login shell that prints nothing (rsync: {said})",
     ErrorKind::environment},
    {"rsync.file_failed", "{what}: a file could not be read or written (rsync: {said})",
     ErrorKind::environment},
    {"rsync.failed", "{what}: rsync exited with code {exit_code} (rsync: {said})",
     ErrorKind::environment},
    {"transfer.disk_full",
     "{what}: disk full or quota exceeded at {destination}; free some space there, the files "
     "transferred so far are kept (rsync: {said})",
     ErrorKind::environment},
    {"transfer.disk_full_here",
     "{what}: disk full at {destination} on this computer; free some space, the files transferred "
     "so far are kept (rsync: {said})",
     ErrorKind::environment},
    {"transfer.link_owner",
     "{what}: rsync does not follow a link that belongs to another user; give the real folder "
     "instead (readlink -f {far}) (rsync: {said})",
     ErrorKind::environment},
    {"transfer.no_source", "{what}: {source} does not exist on the target (rsync: {said})",
     ErrorKind::environment},
    {"transfer.refused",
     "{what}: permission denied on the target; check who may write to {destination} (rsync: "
     "{said})",
     ErrorKind::environment},
    {"transfer.too_many_deletions",
     "{what}: more files would have been deleted than the preview showed, so deleting stopped "
     "there; check the preview again (rsync: {said})",
     ErrorKind::environment},
    {"transfer.incomplete",
     "{what}: some files were not sent, because they are not readable or changed during the "
     "transfer (rsync: {said})",
     ErrorKind::environment},
    {"transfer.link",
     "{what}: the connection broke {tries} times and did not come back; the files transferred so "
     "far are kept, try again ({why})",
     ErrorKind::pending},
    {"transfer.damaged", "{what}: {path} did not arrive intact: {said}", ErrorKind::environment},
    {"transfer.not_placed", "{what}: {path} could not be moved into place: {said}",
     ErrorKind::environment},
    {"transfer.not_linked", "{path} could not be linked to the same data: {said}",
     ErrorKind::environment},
    // Fetching.
    {"fetch.nothing", "{path} does not exist on the target (yet)", ErrorKind::environment},
    {"fetch.unsafe", "{path} on the target is not a file, folder or link; nothing was fetched",
     ErrorKind::environment},
    {"fetch.too_many_files",
     "the folder on the target has more than {limit} files; fetch part of it with rsync",
     ErrorKind::environment},
    {"fetch.too_large",
     "{path} needs {size}, but only {free} are free in {folder}; free some space",
     ErrorKind::environment},
    {"fetch.more_than_announced", "the target sends more than it announced; nothing was fetched",
     ErrorKind::environment},
    {"fetch.unreadable", "{path} cannot be read completely: {problem}", ErrorKind::environment},
    {"fetch.not_placed",
     "the fetched files could not be moved to {path} ({problem}); they are in {staging}",
     ErrorKind::environment},
    // The code of a run.
    {"code.git", "code.source: git cannot read the repository {path}: {said}"},
    {"code.unreadable", "code.source: {path} cannot be read completely: {said}",
     ErrorKind::environment},
    {"code.links_out",
     "code.source: {links} lead out of the code folder, so on {target} they lead nowhere; put the "
     "files into the folder, or name them in the experiment"},
    {"code.empty",
     "code.source: {path} has no files to send; git ignores all of them, or code.exclude leaves "
     "none"},
    {"code.exclude", "code.exclude: rsync does not accept {patterns}: {said}; correct the pattern"},
    {"code.too_large",
     "code.source: {path} has {said} to send, more than 2 GiB; choose a smaller folder in "
     "code.source, or exclude data with .gitignore or code.exclude"},
    // Data.
    {"data.unreadable", "{path} is not sent: {why}"},
    {"data.not_read", "it cannot be read: {problem}"},
    {"data.absent", "it does not exist"},
    {"data.circle", "it is a link to a folder that contains it; remove it"},
    {"data.dangling", "it is a broken link; remove it"},
    {"data.special", "it is not a regular file; pipes, sockets and devices are not sent"},
    {"data.changing", "it changed while it was being read; try again when it is complete"},
    {"data.empty_folder", "it has no files"},
    // The engine. {why} is one of those with a reason.
    {"engine.incompatible", "the engine does not run on this target: {why}",
     ErrorKind::environment},
    {"engine.old_kernel", "its kernel is {kernel}, but our programs need Linux 3.2 or newer"},
    {"engine.old_driver",
     "the GPU driver on {node} is {driver}, but the engine (CUDA 13) needs {least} or newer: ask "
     "the site, or use a command with the site's own Python"},
    {"engine.unsuited_gpus",
     "the engine has no kernels for its GPUs ({gpu}); it supports compute capability 7.5 to 12: "
     "choose another partition, or set resources.gpus_per_node: 0"},
    {"engine.colon",
     "the base folder {path} contains a colon, which the loader uses as a separator; choose "
     "another"},
    {"engine.other_machine",
     "it is {system} on {machine}, but our programs are built for Linux on x86_64"},
    {"engine.not_for_aarch64",
     "it is aarch64, and the engine exists for x86_64 only; programs and job scripts run there"},
    {"engine.no_space",
     "the engine needs {size} in {path}, but only {free} are free; free some space or choose "
     "another base folder",
     ErrorKind::environment},
    {"engine.missing", "{path} is missing; build or install the complete program",
     ErrorKind::environment},
    {"engine.no_torch",
     "the engine on this computer needs torch, which is not installed with this program; install "
     "`trainyard[engine]`",
     ErrorKind::environment},
    {"engine.here",
     "this computer takes torch from its own Python environment; install `trainyard[engine]`"},
    {"engine.no_library",
     "{file}, which {program} needs, was not found on this computer; build or install the "
     "complete program",
     ErrorKind::environment},
    {"engine.not_staged", "{path} could not be written: {problem}", ErrorKind::environment},
    // Torch that is fetched from a package index, on a target or here.
    {"torch.list_damaged", "{path} is damaged ({problem}); install this program again",
     ErrorKind::environment},
    {"torch.no_pip", "no Python there has pip 19.2 or newer ({found})", ErrorKind::environment},
    {"torch.no_index", "pip gets nothing from a package index there: {said}",
     ErrorKind::environment},
    {"torch.wrong_hash",
     "{file}, fetched into {path}, is not the one that this program was made with: its SHA-256 "
     "should be {expected} and is {found}; nothing was installed. Ask who keeps the package index, "
     "or send torch from this computer: `yard engine install TARGET --from-here`",
     ErrorKind::environment},
    {"torch.no_space",
     "fetching torch into {path} takes {needed}, but only {free} are free; free some space, or "
     "choose another base folder",
     ErrorKind::environment},
    {"torch.disk_full",
     "the disk or the quota of {path} became full while torch was being fetched; free some space "
     "and repeat it: what has arrived is kept",
     ErrorKind::environment},
    {"torch.ended",
     "fetching torch into {path} ended with exit code {code} ({said}); repeat it: what has arrived "
     "is kept",
     ErrorKind::environment},
    {"torch.nowhere",
     "torch is not on the target and cannot be fetched, neither there ({there}) nor on this "
     "computer ({here}); install `trainyard[engine]` here, or connect this computer to a package "
     "index",
     ErrorKind::environment},
    {"torch.not_here",
     "torch is not on this computer and cannot be fetched ({here}); install `trainyard[engine]`, "
     "or "
     "connect this computer to a package index",
     ErrorKind::environment},
    {"elf.unreadable", "{path} cannot be read: {problem}", ErrorKind::environment},
    {"elf.damaged", "{path} is not a program or library for x86-64, or is damaged",
     ErrorKind::environment},
    // Mirrors.
    {"mirror.refused", "{path} cannot be used as a mirror: {why}"},
    {"mirror.empty", "{path} has no files to mirror; an empty folder would delete everything"},
    {"mirror.no_path",
     "give a folder on the target as an absolute path or starting with ~/, without .. and line "
     "breaks"},
    {"mirror.in_mirror", "the source {source} is itself inside a mirror ({name} has the marker)"},
    {"mirror.not_utf8", "its real path is not UTF-8"},
    {"mirror.unseen", "it cannot be accessed or created: {name}"},
    {"mirror.link", "it is a link; give the folder itself"},
    {"mirror.no_folder", "{name} is not a folder"},
    {"mirror.closed", "{name} cannot be entered"},
    {"mirror.short_path", "its real path {name} has fewer than three parts"},
    {"mirror.home", "it is the home folder or contains it"},
    {"mirror.storage_root", "it is the root of a storage area"},
    {"mirror.in_source", "it is inside the source"},
    {"mirror.holds_source", "it contains the source"},
    {"mirror.changing", "it is a different folder each time it is checked"},
    {"mirror.mount_point", "it is a mount point"},
    {"mirror.unlisted", "its contents cannot be listed"},
    {"mirror.not_ours", "it has files but no {name}, so it was not created as a mirror"},
};

}  // namespace

std::span<const MessageTemplate> transfer_messages() { return kTransferTemplates; }

}  // namespace trainyard
