# SPDX-License-Identifier: GPL-3.0-or-later
"""The login node: sshd on its own port, with keys, a client configuration and known hosts of its own."""

import os
import pathlib
import shutil
import subprocess

import bastion
import network
import strict
from layout import ClusterError, write_file


def write(layout):
    folder = layout.root / "ssh"
    for key in ("host_key", "client_key", *(["authority"] if layout.is_bastion else [])):
        make_key(folder / key, f"{key} of the practice cluster")
    client = (folder / "client_key.pub").read_text()
    host_type, host_key, *_ = (folder / "host_key.pub").read_text().split()
    write_file(folder / "authorized_keys", client)
    doors = [layout.ports[name] for name in ("ssh", "bastion") if name in layout.ports]
    write_file(folder / "known_hosts", "".join(f"[127.0.0.1]:{port} {host_type} {host_key}\n" for port in doors))
    write_file(folder / "sshd_config", sshd_config(layout))
    write_file(layout.ssh_config, client_config(layout))
    start_file = layout.home / ".profile"
    if layout.is_strict:
        strict.write(layout)
    if layout.is_bastion:
        bastion.write(layout)
    if not start_file.exists():
        write_file(start_file, "# Start file of logins and of jobs.\n", 0o644)


def make_key(path, comment):
    if path.exists() and path.with_name(path.name + ".pub").exists():
        return
    path.unlink(missing_ok=True)
    subprocess.run(
        ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", comment, "-f", str(path)],
        check=True,
        stdin=subprocess.DEVNULL,
    )


def sshd_config(layout):
    folder = layout.root / "ssh"
    lines = [
        *site_lines(layout),  # of each keyword the first counts
        f"Port {layout.ports['ssh']}",
        "ListenAddress 127.0.0.1",
        f"HostKey {folder}/host_key",
        f"AuthorizedKeysFile {folder}/authorized_keys",
        f"PidFile {layout.root}/pid/sshd.own",
        "StrictModes no",
        "UsePAM no",
        "PasswordAuthentication no",
        "KbdInteractiveAuthentication no",
        "PermitRootLogin prohibit-password",
        f"AllowUsers {layout.user}",
        "PrintMotd no",
        "Subsystem sftp /usr/lib/openssh/sftp-server",
        "MaxStartups 50",
        f"SetEnv {environment(layout)}",
    ]
    return "\n".join(lines) + "\n"


def site_lines(layout):
    if layout.is_strict:
        return strict.sshd_lines(layout)
    return bastion.sshd_lines(layout) if layout.is_bastion else []


def environment(layout):
    """What a login gets: a home other than the laptop's, and the way to this Slurm."""
    extra = strict.login_environment(layout) if layout.is_strict else ""
    return f"HOME={layout.home} SLURM_CONF={layout.slurm_conf} TRAINYARD_PRACTICE={layout.root}{extra}"


def client_config(layout):
    folder = layout.root / "ssh"
    return (
        "\n".join(
            [
                *(
                    bastion.client_lines(layout)
                    if layout.is_bastion
                    else [f"Host {layout.alias}", f"  Port {layout.ports['ssh']}", "  BatchMode yes"]
                ),
                "  HostName 127.0.0.1",
                f"  User {layout.user}",
                f"  IdentityFile {folder}/client_key",
                "  IdentitiesOnly yes",
                f"  UserKnownHostsFile {folder}/known_hosts",
                "  GlobalKnownHostsFile /dev/null",
                "  StrictHostKeyChecking yes",
            ]
        )
        + "\n"
    )


def sshd_program():
    program = shutil.which("sshd", path="/usr/sbin:/usr/local/sbin:/sbin")
    if program is None:
        raise ClusterError("sshd is not installed (package openssh-server)")
    if os.getuid() == 0:
        # Where sshd locks its unprivileged half in; Debian's service makes it at boot, and it is never written to.
        pathlib.Path("/run/sshd").mkdir(mode=0o755, exist_ok=True)
    return program


def sshd_command(layout):
    return network.inside(layout, sshd_program(), "-D", "-e", "-f", layout.root / "ssh" / "sshd_config")
