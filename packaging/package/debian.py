# SPDX-License-Identifier: GPL-3.0-or-later
"""The .deb: the staged folder below /usr, for Debian 12 and later and Ubuntu 24.04 and later."""

import gzip
import os
import shutil
import subprocess

import archives
from sbom import ROOT, version

CONTROL = """\
Package: trainyard
Version: {version}
Architecture: amd64
Section: science
Priority: optional
Maintainer: The Trainyard authors <trainyard@localhost.localdomain>
Installed-Size: {kilobytes}
Depends: libc6 (>= 2.28)
Recommends: git, openssh-client
Suggests: python3-pip
Description: train models on Slurm clusters over ssh, and follow them
 Trainyard submits training runs to Slurm clusters over ssh and follows
 them: job scripts as they are, programs of any kind, and language models
 with its own trainer. It has a window and a command line.
"""
COPYRIGHT = """\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: trainyard

Files: *
Copyright: The Trainyard authors
License: GPL-3+
 On Debian systems the text of the GNU General Public License, version 3,
 is in /usr/share/common-licenses/GPL-3.
Comment:
 The licences of the libraries in /usr/lib/trainyard/lib are in
 /usr/lib/trainyard/licenses, by the Debian packages they come from.
"""
CHANGES = """\
trainyard ({version}) unstable; urgency=medium

  * See /usr/share/doc/trainyard/CHANGELOG.md.gz.

 -- The Trainyard authors <trainyard@localhost.localdomain>  Tue, 01 Jan 1980 00:00:00 +0000
"""
# Each with its reason: lintian's errors that a package which brings its libraries has.
OVERRIDES = """\
# One package for several releases, whose Qt, ICU and yaml-cpp have different names.
trainyard: embedded-library *
trainyard: custom-library-search-path *
# yard-agent and yard-search run on clusters with an older C library, launchers before it is known which one is used.
trainyard: statically-linked-binary *
trainyard: unstripped-static-library *
# The project has no mail address.
trainyard: bogus-mail-host *
trainyard: bogus-mail-host-in-debian-changelog *
# The loader is a program as well.
trainyard: shared-library-is-executable *ld-linux*
# The licences of what is inside, in full, as their own packages have them.
trainyard: extra-license-file *
trainyard: copyright-not-using-common-license-for-gpl *
"""


def compressed(text):
    return gzip.compress(text, compresslevel=9, mtime=0)


def add_documents(root):
    documents = root / "usr/share/doc/trainyard"
    documents.mkdir(parents=True)
    (documents / "copyright").write_text(COPYRIGHT)
    (documents / "changelog.gz").write_bytes(compressed(CHANGES.format(version=version()).encode()))
    (documents / "CHANGELOG.md.gz").write_bytes(compressed((ROOT / "CHANGELOG.md").read_bytes()))
    overrides = root / "usr/share/lintian/overrides/trainyard"
    overrides.parent.mkdir(parents=True)
    overrides.write_text(OVERRIDES)
    for page in (root / "usr/share/man/man1").glob("*.1"):
        page.with_suffix(".1.gz").write_bytes(compressed(page.read_bytes()))
        page.unlink()
    completions = root / "usr/share/zsh/site-functions"
    completions.rename(completions.with_name("vendor-completions"))


def write(prefix, folder):
    root = folder / "deb"
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(prefix, root / "usr", symlinks=True)
    add_documents(root)
    files = archives.files_of(root)
    kilobytes = sum(-(-path.lstat().st_size // 1024) for path in files)
    (root / "DEBIAN").mkdir()
    (root / "DEBIAN/control").write_text(CONTROL.format(version=version(), kilobytes=kilobytes))
    archives.set_dates(root)
    target = folder / f"trainyard_{version()}_amd64.deb"
    subprocess.run(
        ["dpkg-deb", "--build", "--root-owner-group", "-Zxz", "--threads-max=2", root, target],
        check=True,
        stdout=subprocess.DEVNULL,
        env={**os.environ, "SOURCE_DATE_EPOCH": str(archives.SECONDS)},
    )
    shutil.rmtree(root)
    return target
