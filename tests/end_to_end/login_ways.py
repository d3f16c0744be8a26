# SPDX-License-Identifier: GPL-3.0-or-later
"""The sixteen ways in which sites let people in, each as real sshd with PAM and an ssh configuration that leads there."""

import contextlib
import dataclasses
import os
import pathlib
import subprocess

from pam_sshd import PamSshd
from sandbox import wait_until

UNIX = "auth required pam_unix.so nodelay\n"
PASSWORDS = "PasswordAuthentication yes"
QUESTIONS = "KbdInteractiveAuthentication yes"
FIRST, SECOND, PHRASE = b"correct horse battery", b"another staple 94", b"a phrase of words"


@dataclasses.dataclass
class Way:
    name: str
    alias: str
    config: pathlib.Path
    servers: list  # those passed by, in order
    answers: list  # what a person types, in turn
    is_refused: bool = False
    then: object = None  # makes right what a login was refused for: its answers

    @property
    def is_kept(self):
        """Only a session that somebody typed a password or code for: others are renewed in silence, with a key that is unlocked."""
        return any(answer != PHRASE for answer in self.answers)


def with_key(options="", auth=UNIX, phrase=b"", **more):
    return PamSshd(auth, options, passphrase=phrase.decode(), **more)


def with_password(options, auth=UNIX, **more):
    return PamSshd(auth, options, password=FIRST.decode(), **more)


def says(prompts, options=QUESTIONS, **more):
    return PamSshd(PamSshd.asking(*prompts), options, **more)


def way(name, server, answers, **more):
    return Way(name, server.alias, server.config, [server], answers, **more)


def agent_with(stack, server, keys):
    """An agent that has these keys; the configuration uses it."""
    socket = server.folder / "agent"
    process = subprocess.Popen(["ssh-agent", "-D", "-a", socket], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    stack.callback(process.wait)
    stack.callback(process.kill)
    environment = dict(os.environ, SSH_AUTH_SOCK=str(socket))

    # The socket's file is there a moment before the agent listens; 2: no agent was reached.
    def listens():
        return subprocess.run(["ssh-add", "-l"], env=environment, check=False, capture_output=True).returncode != 2

    wait_until(listens, 30, "the agent")
    for key in keys:
        subprocess.run(["ssh-add", "-q", key], env=environment, check=True, capture_output=True)
    server.config.write_text(server.config.read_text().replace("IdentityAgent none", f"IdentityAgent {socket}"))


def agent(stack):
    server = stack.enter_context(with_key())
    agent_with(stack, server, [server.folder / "key"])
    server.config.write_text(server.config.read_text().replace("/key\n", "/none\n"))
    return way("agent", server, [])


def key(stack):
    return way("key", stack.enter_context(with_key()), [])


def key_with_passphrase(stack):
    return way("key with passphrase", stack.enter_context(with_key(phrase=PHRASE)), [PHRASE])


def password(stack):
    return way("password", stack.enter_context(with_password(PASSWORDS)), [FIRST])


def one_round(stack):
    return way("keyboard-interactive, 1 round", stack.enter_context(says(["Code:=1234"])), [b"1234"])


def three_rounds(stack):
    server = stack.enter_context(says(["Site_password:=a", "Code:=b", "+Project:=c"]))
    return way("keyboard-interactive, 3 rounds", server, [b"a", b"b", b"c"])


def key_then_code(stack):
    server = says(["Code:=1234"], f"{QUESTIONS}\nAuthenticationMethods publickey,keyboard-interactive", passphrase="")
    return way("key, then code", stack.enter_context(server), [b"1234"])


def password_then_code(stack):
    # Two modules of PAM in one conversation, as sites have them.
    auth = "auth required pam_unix.so nodelay\n" + PamSshd.asking("Code:=1234")
    server = with_password(QUESTIONS, auth)
    return way("password, then code", stack.enter_context(server), [FIRST, b"1234"])


def wrong_then_right(stack):
    return way("wrong, then right", stack.enter_context(with_password(PASSWORDS)), [SECOND, FIRST])


def expired_password(stack):
    server = with_password(QUESTIONS, expired=True)
    return way("expired password", stack.enter_context(server), [FIRST, FIRST, SECOND, SECOND])


def agent_with_many_keys(stack):
    """More than a server takes; the right one is the last, and the configuration names it."""
    server = stack.enter_context(with_key("MaxAuthTries 3"))
    others = [server.folder / f"other{i}" for i in range(8)]
    for other in others:
        PamSshd.tool("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", other)
    agent_with(stack, server, [*others, server.folder / "key"])
    return way("agent with too many keys", server, [])


def sign(server, validity):
    PamSshd.tool(
        "ssh-keygen", "-q", "-s", server.folder / "authority", "-I", "ada", "-n", "ada", "-V", validity,
        server.folder / "key.pub",
    )  # fmt: skip


def certificate(stack):
    server = PamSshd(UNIX, "")
    PamSshd.tool("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", server.folder / "authority")
    settings = server.folder / "sshd_config"
    settings.write_text(f"TrustedUserCAKeys {server.folder}/authority.pub\n{settings.read_text()}")
    sign(server, "-2h:-1h")

    def renew():
        sign(server, "-1h:+1h")
        return []

    return way("certificate, expired and renewed", stack.enter_context(server), [], is_refused=True, then=renew)


def behind(name, servers, answers):
    """Each server is the bastion of the next one."""
    text, before = "", None
    for server in servers:
        text += server.config.read_text() + (f"  ProxyJump {before.alias}\n" if before else "")
        before = server
    config = servers[0].folder / "way"
    config.write_text(text)
    return Way(name, servers[-1].alias, config, servers, answers)


def bastion(stack):
    options = f"{QUESTIONS}\nAuthenticationMethods publickey,keyboard-interactive"
    gate = stack.enter_context(says(["Code_of_the_gate:=1234"], options, passphrase=""))
    return behind("bastion with its own second factor", [gate, stack.enter_context(with_key())], [b"1234"])


def two_bastions(stack):
    gate = stack.enter_context(says(["Code_of_the_gate:=1234"]))
    door = stack.enter_context(with_password(PASSWORDS))
    return behind("two bastions", [gate, door, stack.enter_context(with_key(phrase=PHRASE))], [b"1234", FIRST, PHRASE])


def match_and_include(stack):
    """What leads there is in a file of its own, for those hosts only that a condition names."""
    server = stack.enter_context(with_key(phrase=PHRASE))
    included = server.folder / "of_the_site"
    lines = server.config.read_text().splitlines()[1:]
    included.write_text("\n".join([f"Match originalhost {server.alias},none", *lines, ""]))
    server.config.write_text(
        f"Host other\n  User nobody\n  Port 1\nHost {server.alias}\n  IdentitiesOnly yes\n  Include {included}\n"
        "Match all\n  User late\n"
    )
    return way("Match and Include", server, [PHRASE])


def refused(stack):
    server = with_password(PASSWORDS)
    wrong = [b"one wrong", b"two wrong", b"three wrong"]
    return way("refused", stack.enter_context(server), wrong, is_refused=True, then=lambda: [FIRST])


WAYS = (
    agent, key, key_with_passphrase, password, one_round, three_rounds, key_then_code, password_then_code, wrong_then_right,
    expired_password, agent_with_many_keys, certificate, bastion, two_bastions, match_and_include, refused,
)  # fmt: skip


@contextlib.contextmanager
def arranged(make):
    with contextlib.ExitStack() as stack:
        yield make(stack)
