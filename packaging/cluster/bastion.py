# SPDX-License-Identifier: GPL-3.0-or-later
"""What the site behind a bastion host has: a login that asks for a code, certificates that expire, no way to the nodes, and jobs
that name their account. Its partitions and classes of service are Leonardo's.
"""

import base64
import hashlib
import hmac
import pathlib
import secrets
import shlex
import subprocess
import sys

import gate
import network
from daemons import Daemon
from layout import write_file

WRAPPER_LIBRARY = "libpam_wrapper.so"

JOB_RULES = """-- Every job says who pays for it, also where the user has a default account.
function slurm_job_submit(job, partitions, user)
  if job.account == nil then
    slurm.log_user("no job without a budget here: name one of yours with --account (sacctmgr show associations user=$USER lists them)")
    return slurm.ERROR
  end
  return slurm.SUCCESS
end

function slurm_job_modify(change, job, partitions, user)
  return slurm.SUCCESS
end
"""

# A code is good for one login, and counted on from the last one that was taken.
SECOND_FACTOR = """auth required pam_oath.so usersfile={folder}/codes window=20
account required pam_permit.so
session required pam_permit.so
"""


def gate_alias(layout):
    return f"{layout.alias}-gate"


def code_program(layout):
    return layout.root / "bin" / "code"


def certificate_program(layout):
    return layout.root / "bin" / "renew-certificate"


def folder(layout):
    return layout.root / "ssh"


def write(layout):
    ssh = folder(layout)
    codes = ssh / "codes"
    if not codes.exists():
        write_file(codes, f"HOTP\t{layout.user}\t-\t{secrets.token_hex(20)}\n")
    (ssh / "pam").mkdir(exist_ok=True)
    for service, text in (("sshd", SECOND_FACTOR.format(folder=ssh)), ("other", "auth required pam_deny.so\n")):
        write_file(ssh / "pam" / service, text)
    python, here = shlex.quote(sys.executable), shlex.quote(__file__)
    write_file(
        code_program(layout), f'#!/bin/sh\n# The next code of the bastion.\nexec {python} -B {here} "{codes}"\n', 0o755
    )
    write_file(certificate_program(layout), renewal(layout), 0o755)
    write_file(ssh / "bastion_config", bastion_config(layout))
    write_file(
        ssh / "banner",
        f"Practice site. Certificates are valid for 15 minutes; a new one: {certificate_program(layout)}\n",
        0o644,
    )
    write_file(layout.root / "slurm" / "job_submit.lua", JOB_RULES, 0o644)
    if not (ssh / "client_key-cert.pub").exists():
        subprocess.run([certificate_program(layout)], check=True, capture_output=True)


def renewal(layout):
    """What stands in for the site's `step ssh login`."""
    ssh = folder(layout)
    return f"""#!/bin/sh
# A new certificate for the login node: for 15 minutes, or as long as is said ({certificate_program(layout).name} 12h).
ssh-keygen -q -s "{ssh}/authority" -I "{layout.user} of the practice site" -n "{layout.user}" -V "-1m:+${{1:-15m}}" "{ssh}/client_key.pub" || exit
ssh-keygen -L -f "{ssh}/client_key-cert.pub" | sed -n 's/^ *Valid: /certificate valid /p'
"""


def bastion_config(layout):
    ssh = folder(layout)
    lines = [
        f"HostKey {ssh}/host_key",
        f"AuthorizedKeysFile {ssh}/authorized_keys",
        "PidFile none",
        "StrictModes no",
        "UsePAM yes",
        "PasswordAuthentication no",
        "KbdInteractiveAuthentication yes",
        "AuthenticationMethods publickey,keyboard-interactive",
        "PermitRootLogin yes",
        f"AllowUsers {layout.user}",
        "PrintMotd no",
        "UseDNS no",
        "AllowStreamLocalForwarding no",
        "PermitTTY no",
        f"PermitOpen 127.0.0.1:{layout.ports['ssh']}",
        'ForceCommand echo "This is the bastion: it only leads to the login node."; exit 1',
    ]
    return "\n".join(lines) + "\n"


def daemon(layout, sshd):
    """The bastion. libpam_wrapper gives it a PAM configuration of its own, which would otherwise need root."""
    command = network.inside(layout, sshd, "-i", "-e", "-f", folder(layout) / "bastion_config")
    return Daemon(
        layout,
        "bastion",
        [sys.executable, "-B", gate.__file__, layout.ports["bastion"], *command],
        {"LD_PRELOAD": WRAPPER_LIBRARY, "PAM_WRAPPER": "1", "PAM_WRAPPER_SERVICE_DIR": str(folder(layout) / "pam")},
    )


def sshd_lines(layout):
    """The login node: certificates alone, and no way on."""
    return [
        "AuthorizedKeysFile none",
        f"TrustedUserCAKeys {folder(layout)}/authority.pub",
        "PermitOpen none",
        f"Banner {folder(layout)}/banner",
    ]


def client_lines(layout):
    """The way through the bastion, as lines of the ssh configuration."""
    ssh = folder(layout)
    return [
        f"Host {gate_alias(layout)}",
        f"  Port {layout.ports['bastion']}",
        f"Host {layout.alias}",
        f"  Port {layout.ports['ssh']}",
        f"  ProxyJump {gate_alias(layout)}",
        f"  CertificateFile {ssh}/client_key-cert.pub",
        f"Host {layout.alias} {gate_alias(layout)}",
    ]


def slurm_lines():
    return ["JobSubmitPlugins=lua", "AccountingStorageEnforce=associations,limits,qos", "EnforcePartLimits=ALL"]


def status_lines(layout):
    """What a person needs for the login."""
    return {
        "code": f"{code_program(layout)} (good for one login)",
        "renewal": f"{certificate_program(layout)} (certificates are valid for 15 minutes)",
        "network": "its own; only the bastion leads in"
        if network.can_be_made()
        else "this machine's: here only root may make another, so the login node can be reached past the bastion, too",
    }


def next_code(codes):
    """RFC 4226; pam_oath writes the number of the last code that it took behind the key."""
    _, _, _, key, *used = pathlib.Path(codes).read_text().split()
    counter = int(used[0]) + 1 if used else 0
    digest = hmac.digest(base64.b16decode(key.upper()), counter.to_bytes(8, "big"), hashlib.sha1)
    start = digest[-1] & 15
    return f"{(int.from_bytes(digest[start : start + 4], 'big') & 0x7FFFFFFF) % 10**6:06}"


if __name__ == "__main__":
    print(next_code(sys.argv[1]))
