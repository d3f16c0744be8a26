// SPDX-License-Identifier: GPL-3.0-or-later
// Messages about ssh, hosts and the programs run there.
#include "engine/contract/message_tables.h"

namespace trainyard {
namespace {

constexpr MessageTemplate kLoginTemplates[] = {
    // Failed logins. {why} is one of the messages below.
    {"host.unreachable", "'{host}' could not be reached: {why}", ErrorKind::unreachable},
    {"host.refused", "'{host}' cannot be used: {why}", ErrorKind::needs_person},
    {"host.needs_person",
     "'{host}' cannot be logged in to again automatically: {why}; connect again",
     ErrorKind::needs_person},
    {"host.no_shell",
     "{what} was not run: the account's login shell there exited with code {exit_code} and said: "
     "{said}; correct its startup files, or ask the site",
     ErrorKind::no_answer},
    {"host.password_expired",
     "the password of the account on '{host}' has expired: the server accepted it, but requires a "
     "new one before it runs anything ({said}); disconnect and connect again to choose one",
     ErrorKind::no_answer},
    {"cancelled", "stopped before it was finished", ErrorKind::cancelled},
    {"keychain.failed",
     "the keychain of this computer did not do it: {said}; the login itself is not affected",
     ErrorKind::environment},
    // Why a host is not reached.
    {"login.no_connection",
     "no connection to {addresses}, port {port}: {problem}; check host name, port and network",
     ErrorKind::no_answer},
    {"login.name_late", "resolving {address} timed out; check the network"},
    {"login.name_unknown", "could not resolve host {address}; check its spelling and the network"},
    {"login.no_greeting",
     "the server at this port did not identify itself as an ssh server: {said}"},
    {"login.cut_off",
     "the connection was closed before the server said anything ({said}); a VPN that is not "
     "connected, a firewall or too many connections at once do that, and so does a wrong port"},
    {"login.late", "timed out"},
    {"login.stopped", "the login was stopped"},
    {"login.disconnected", "it was disconnected; connect again"},
    {"login.ended", "the server closed the connection: {said}"},
    {"login.session_ended", "the session was closed on this side"},
    {"login.session_lost", "the connection was lost: {said}"},
    {"login.session_gone", "the connection was lost"},
    {"login.forbidden_there", "the host forbids it"},
    {"login.no_connection_there", "the host cannot connect"},
    {"login.no_room_there", "the host has no resources for another channel"},
    {"login.silent", "it has not answered for {seconds} s"},
    {"login.no_exit_code", "the host ended the session of {what} without an exit code"},
    // Why a person must act.
    {"login.key_forgotten", "its host key is no longer known"},
    {"login.needs_passphrase", "the passphrase of {file} is required"},
    {"login.batch_mode",
     "{what}, but the ssh configuration has BatchMode yes, so there are no prompts; remove "
     "BatchMode for this host, or use a key that needs no prompt"},
    {"login.left_out", "{why}; note that {left_out}"},
    {"login.key_revoked",
     "the host key of {address}, port {port} is marked as revoked ({type} {fingerprint}; {file}, "
     "line {line}): it was stolen or withdrawn; ask the host's administrators"},
    {"login.key_changed",
     "the host key of {address}, port {port} has changed: either the host was reinstalled, or "
     "someone is intercepting the connection; known: {known_type} {known} ({file}, line {line}); "
     "received: {type} {fingerprint}; if its administrators confirm the new key: ssh-keygen -R "
     "'{name}' -f '{file}', then connect again"},
    {"login.key_other_type",
     "{address}, port {port} presents a host key of a different type than the known one: either "
     "the host was reinstalled, or someone is intercepting the connection; known: {known_type} "
     "{known} ({file}, line {line}); received: {type} {fingerprint}; if its administrators "
     "confirm the new key: ssh-keygen -R '{name}' -f '{file}', then connect again"},
    {"login.key_not_trusted",
     "the host key {fingerprint} of {address}, port {port} was not trusted"},
    {"login.key_unknown",
     "the host key of {address}, port {port} is not known ({type} {fingerprint}), and the ssh "
     "configuration has StrictHostKeyChecking yes; add the key to known_hosts"},
    {"login.key_of_authority",
     "the host key of {address}, port {port} is not known ({type} {fingerprint}), and the ssh "
     "configuration has StrictHostKeyChecking yes; host certificates, for which {file}, line "
     "{line} has an authority, are not checked here: add the key itself to known_hosts"},
    {"login.option", "{option} of the ssh configuration cannot be used; remove or correct it"},
    {"login.bastion", "at the bastion '{bastion}' on the way: {why}"},
    {"login.bastion_forbids",
     "the bastion '{bastion}' forbids forwarding to {address}, port {port}; ask its "
     "administrators about AllowTcpForwarding and PermitOpen, or use another host in ProxyJump"},
    {"login.behind_bastion",
     "the bastion '{bastion}' cannot connect to {address}, port {port} ({said}); check HostName "
     "and Port, and that this is the right host in ProxyJump"},
    {"login.proxy_missing",
     "the shell for ProxyCommand ({command}) could not be started; check SHELL"},
    {"login.proxy_ended",
     "its ProxyCommand ({command}) exited with code {exit_code} and said: {said}; run it by hand "
     "to see what is wrong"},
    {"login.passphrase_wrong", "the passphrase of {file} was wrong {tries} times"},
    {"login.no_passphrase", "no passphrase was given for {file}"},
    {"login.too_many_keys",
     "{user}@{address}, port {port}, allowed only some of the keys to be tried; set the right one "
     "with IdentityFile and IdentitiesOnly yes in the ssh configuration"},
    {"login.second_proof",
     "{user}@{address}, port {port}, accepted the first authentication but requires a second one "
     "that is not supported here ({methods}); ask the site how to log in with a key, a password "
     "or a code"},
    {"login.not_allowed",
     "{user}@{address}, port {port}, accepts: {methods}; the ssh configuration allows none of "
     "these, only: {allowed}; see PreferredAuthentications, PubkeyAuthentication, "
     "PasswordAuthentication and KbdInteractiveAuthentication there"},
    {"login.no_key_method",
     "{user}@{address}, port {port}, does not accept keys, only: {methods}; ask the site how to "
     "log in with a key or a certificate"},
    {"login.again", "its last login was interactive, and the connection is gone: {why}"},
    {"login.needs_answer", "it asks for a password or a code"},
    {"login.not_answered", "a prompt of {address}, port {port}, was not answered"},
    {"login.not_changed",
     "the password of {host} has expired and was not changed: {said}; connect again to choose a "
     "new one"},
    {"login.too_slow",
     "it closed the connection after waiting {seconds} s for an answer; connect again and answer "
     "sooner"},
    {"login.too_many_prompts", "it asked {count} questions at once; this is not a login"},
    {"login.too_many_tries",
     "{user}@{address}, port {port}, allows no further attempts; connect again with the right "
     "password or code"},
    {"login.wrong_answers",
     "{user}@{address}, port {port}, did not accept the answer; connect again with the right "
     "password or code ({methods})"},
    {"login.nothing_to_try",
     "{user}@{address}, port {port}, refused the login; it accepts: {methods}; there was no agent "
     "and no identity file to try: check IdentityFile in the ssh configuration"},
    {"login.denied",
     "{user}@{address}, port {port}, refused the login; it accepts: {methods}; tried: {tried}; "
     "check User and IdentityFile in the ssh configuration, and that the key is in the account's "
     "authorized_keys"},
    {"login.certificate",
     "{user}@{address}, port {port}, refused the login; it accepts: {methods}; {why}"},
    {"login.certificate_said",
     "{user}@{address}, port {port}, refused the login; it accepts: {methods}; {why}; the site "
     "says: {said}"},
    {"certificate.expired",
     "the certificate of {certificate} expired at {time}; renew it as the site describes, then "
     "connect again"},
    {"certificate.not_yet",
     "the certificate of {certificate} is not valid before {time}; check the clock of this "
     "computer, or ask the site"},
    {"certificate.of_host",
     "the certificate of {certificate} is for a host, not for a user; ask the site for a user "
     "certificate"},
    {"certificate.other_names",
     "the certificate of {certificate} is for {names}, not for {account}; correct User in the ssh "
     "configuration, or ask the site for another certificate"},
    {"login.tried_key", "{what}"},
    {"login.tried_locked", "{what} (locked by a passphrase)"},
    {"login.tried_unreadable", "{what} (cannot be read as a private key)"},
    {"login.tried_exposed", "{what} (readable by others: run chmod 600 on it)"},
    {"login.tried_agent", "the keys of the agent at {what}"},
    {"login.tried_silent_agent", "the agent at {what} (no answer)"},
    {"login.tried_more", "{before}, {next}"},
    {"login.no_session",
     "it does not open a session for a command; ask its administrators about MaxSessions"},
    {"login.no_commands", "it does not run commands over ssh ({said})"},
    {"login.no_terminal", "it gives programs no terminal ({said})"},
    // Known hosts.
    {"known_hosts.unreadable",
     "{path} could not be read ({problem}), so no host key can be checked; make it readable",
     ErrorKind::environment},
    {"known_hosts.binary",
     "{path} is a binary list of revoked keys, which is not supported; set RevokedHostKeys to a "
     "list with one public key per line",
     ErrorKind::environment},
    {"known_hosts.line", "{path}, line {line}, is not a host key and was skipped"},
    {"known_hosts.authority",
     "{path}, line {line}, has a certificate authority for this host: host certificates are not "
     "checked here, only the host's own key"},
    {"known_hosts.not_written", "could not append to {path}: {problem}", ErrorKind::environment},
    // The ssh configuration.
    {"ssh.config", "the ssh configuration cannot be used: {why}", ErrorKind::needs_person},
    {"ssh_config.unreadable",
     "{path} cannot be read: {problem}; correct the path, or add the target again with the right "
     "file"},
    {"ssh_config.value", "{path}, line {line}, has no valid value for {keyword}"},
    {"ssh_config.include", "{path}, line {line}, includes files more than {levels} levels deep"},
    {"ssh_config.port", "it has '{value}' as the port for '{host}'"},
    {"ssh_config.user_name",
     "it has a user for '{host}' that is not allowed on a command line: {user}"},
    {"ssh_config.too_many", "more than {files} files are included, the last one is {path}"},
    {"ssh_config.too_long", "{path} has more than {bytes} bytes"},
    {"ssh_config.jump",
     "{path}, line {line}: '{value}' is not a list of hosts for ProxyJump; write HOST, "
     "USER@HOST:PORT or ssh://USER@HOST:PORT, separated by commas"},
    {"ssh_config.loop",
     "'{host}' is reached through itself; write ProxyJump none for the host that is reached "
     "directly"},
    {"ssh_config.hops", "there are more than {hops} hosts on the way to '{host}'"},
    {"ssh_config.fdpass",
     "{path}, line {line}: ProxyUseFdpass is not supported; use a ProxyCommand that transfers the "
     "data itself, such as one with ssh -W"},
    {"ssh_config.canonical_left_out",
     "{path}, line {line}: host names are not canonicalized here; give the full name"},
    {"ssh_config.strict",
     "it has '{value}' as StrictHostKeyChecking for '{host}'; write ask, yes or accept-new"},
    {"ssh_config.host_name", "'{host}' is not a host name"},
    {"ssh_config.match_left_out",
     "{path}, line {line}: 'Match {condition}' is not evaluated, and its block is ignored"},
    {"ssh_config.command_left_out",
     "{path}, line {line}: {keyword} is not run; host keys are read only from files"},
    {"ssh_config.word_left_out",
     "{path}, line {line}: {keyword} is not supported here, and the host is reached without it"},
    {"ssh_config.list_left_out", "'{keyword} {list}' changes a default list and is ignored"},
    {"ssh_config.never_strict",
     "'StrictHostKeyChecking {value}' is treated as accept-new: a changed host key is still "
     "refused"},
    // What is learnt of a cluster.
    {"program.lacks_script", "this program's script for clusters is missing; reinstall it",
     ErrorKind::environment},
    {"host.flood",
     "'{program}' prints more there than any cluster has to say; look at what it prints",
     ErrorKind::environment},
    {"host.no_answer",
     "the login node accepted commands but answered nothing; the login shell's startup files "
     "there (~/.bashrc, ~/.profile) must not read standard input",
     ErrorKind::environment},
    {"host.other_answer",
     "the login node could not be queried: {said}; log in by hand and check the startup files of "
     "the login shell",
     ErrorKind::environment},
    {"host.no_rsync",
     "rsync, which transfers files, was not found on {host}; ask the site to install it, or add "
     "its folder to PATH in your login shell's startup files",
     ErrorKind::environment},
    {"host.no_scheduler",
     "neither Slurm nor PBS was found on {host}: sinfo and qstat are not in the PATH of a login "
     "shell; choose a login node of the cluster, or load the scheduler in your login shell's "
     "startup files",
     ErrorKind::environment},
    {"host.slurm_silent", "{host}: {why}"},
    {"scheduler.silent", "{host}: {why}"},
    {"target.base_readonly",
     "the base folder {path} on {host} is not writable ({problem}); {advice}",
     ErrorKind::environment},
    {"target.untrusted",
     "another account could replace what your jobs execute: {why}; choose a base folder that only "
     "you may write, with folders above it that only you or root may write",
     ErrorKind::environment},
    {"trust.owner", "{path} belongs to the account {name}"},
    {"trust.group", "{path} may be written by the group {name} (chmod g-w closes it)"},
    {"trust.all", "{path} may be written by every account (chmod o-w closes it)"},
    {"trust.circle", "{path} is a link that leads in a circle"},
    {"target.choose_base", "choose another base folder"},
    {"target.free_base", "free some space there, or choose another base folder"},
    {"target.own_base", "choose a base folder of your own"},
    {"target.base_unseen",
     "the check job left nothing in the base folder: its node does not see {path} or cannot write "
     "to it; choose a base folder that all nodes share ({why})",
     ErrorKind::environment},
    {"target.base_unseen_by",
     "the check job left nothing in the base folder: node {node} does not see {path} or cannot "
     "write to it; choose a base folder that all nodes share ({why})",
     ErrorKind::environment},
    {"target.scheduler", "{scheduler} {version} on cluster {cluster}, {partitions} partitions"},
    {"target.no_partition", "The scheduler shows you no partition; ask the site for access"},
    {"target.no_accounting",
     "the cluster has no accounting: how a job ended is known from the run itself, and from "
     "the scheduler only for a few minutes"},
    {"target.never_requeues",
     "jobs are not requeued here: resume a run that was preempted or reached its time limit with "
     "`yard resume`"},
    {"target.no_forward",
     "the site forbids port forwarding: curves are read from their file and shown a few seconds "
     "late"},
    {"target.no_helper",
     "our helper does not run on the login node, so each update of a run takes a shell command: "
     "{why}"},
    {"helper.silent", "it ended or did not answer (exit code {exit_code})"},
    {"helper.said", "{said}"},
    {"helper.few_programs", "the server allows too few programs at once"},
    {"target.space", "only {gib} GiB are free in the base folder; checkpoints may not fit"},
    {"target.node_sees_no_base",
     "node {node} does not see the base folder; choose one that all nodes share"},
    {"target.base_unwritable", "node {node} cannot write to the base folder; choose another one"},
    {"target.base_seen", "node {node} can read and write the base folder"},
    {"target.node", "node {node}: C library {glibc}, kernel {kernel}, {gpus}, {modules}"},
    {"node.gpus", "{gpus}, driver {driver}"},
    {"node.no_gpus", "no GPU visible to nvidia-smi"},
    {"node.modules", "modules"},
    {"node.no_modules", "no modules"},
    {"target.unreachable",
     "no port of node {node} can be reached from the login node: curves are read from their file "
     "and shown a few seconds late"},
    // The list of targets.
    {"target.name",
     "a target name consists of a-z, 0-9, '.', '_' and '-', starts with a letter or digit, and is "
     "not `here`: {name}"},
    {"target.base",
     "{name} is not an absolute path on the target; give a folder of your own, such as "
     "/scratch/you/trainyard"},
    {"target.host",
     "{name} is not a host; give an alias from your ssh configuration, a host name, or "
     "USER@HOST:PORT"},
    {"target.exists", "target {name} already exists; remove it first or choose another name"},
    {"target.unknown",
     "no target {name}; `yard targets` lists them, and `yard targets add {name} --host HOST` adds "
     "a "
     "cluster that you reach with `ssh HOST`"},
    {"targets.unreadable", "{path} could not be read: {problem}"},
    {"targets.damaged",
     "{path} is damaged at byte {byte} ({problem}); correct it, or remove it and add the targets "
     "again"},
    {"targets.entry", "{path}: {why}"},
    // Programs and files, here and on hosts. {what} is one of the first.
    {"program.here", "'{program}'"},
    {"program.on_host", "'{program}' on '{host}'"},
    {"program.file_work", "the file operation on {path} on '{host}'"},
    {"login.shell", "a login shell on '{host}'"},
    {"program.missing", "{what} could not be started: {why}", ErrorKind::environment},
    {"program.no_folder", "cannot change to the folder {folder}"},
    {"program.not_there", "it does not exist or is not executable"},
    {"program.deadline", "{what} timed out and was stopped", ErrorKind::deadline},
    {"program.output_limit", "{what} printed more than {bytes} bytes", ErrorKind::environment},
    {"program.too_long", "{what} has a command line of more than {bytes} bytes"},
    {"stream.broken", "the program on this computer that the command was connected to is gone",
     ErrorKind::no_answer},
    {"forward.refused", "the host forbids forwarding to {address}, port {port}",
     ErrorKind::no_answer},
    {"forward.unreachable",
     "nothing is listening at {address}, port {port}, as seen from the host ({said})",
     ErrorKind::no_answer},
    {"forward.no_port", "no port of this computer could be opened", ErrorKind::environment},
    {"forward.port_taken",
     "port {port} of this computer could not be opened ({problem}); choose another one with "
     "--local, or omit it",
     ErrorKind::environment},
    // Shells and commands of a person.
    {"terminal.here",
     "target here is this computer, where a shell needs no connection; `yard shell here` starts "
     "one"},
    {"terminal.no_queue",
     "target {target} has no queue to ask for nodes, GPUs or time; leave those options out"},
    {"terminal.no_program", "'{program}' could not be started: {problem}", ErrorKind::environment},
    // Files of a target that belong to no run.
    {"files.missing", "{path} does not exist there; the nearest folder that does is {folder}",
     ErrorKind::not_found},
    {"code.missing",
     "{path} is not there: the run was sent no code, or its folder has been removed",
     ErrorKind::not_found},
    {"files.closed", "{path} may not be read by this account", ErrorKind::environment},
    {"files.is_folder", "{path} is a folder; `yard ls` lists it, `yard fetch` fetches it"},
    {"files.no_file",
     "{path} is no file with content, such as a device or a pipe; only files are read"},
    {"clean.age", "'{text}' is not an age; write a number of days or hours, as in 30d or 12h"},
    {"files.no_place",
     "'{text}' is not a path on a target; write TARGET:PATH, as in leonardo:results/log.txt"},
    // Tunnels.
    {"tunnel.port", "'{text}' is not a port; write PORT or NODE:PORT, with a port from 1 to 65535"},
    {"tunnel.no_node", "target {target} also needs a node: write NODE:{port}"},
    {"tunnel.not_running", "{run} is not running, so there is nothing to connect to"},
    {"tunnel.nothing_announced",
     "{run} has not printed where Jupyter or TensorBoard is listening; give the port"},
    {"tunnel.unknown", "no tunnel {id}; `yard tunnels` lists them"},
    {"tunnel.too_many", "{limit} tunnels are open; close one with `yard tunnel close ID`"},
    {"tunnel.here", "port {port} is on this computer and needs no tunnel to another port"},
    {"tunnel.relay",
     "port {port} of {node} can be reached neither from the login node ({login}) nor through the "
     "job ({job})",
     ErrorKind::no_answer},
    {"tunnel.older_relay",
     "its yard-agent is an older version without this; a run submitted now has it"},
    {"tunnel.no_relay",
     "port {port} of {node} cannot be reached from the login node ({login}), and no step of its "
     "job can be used for it",
     ErrorKind::no_answer},
    {"tunnel.ended",
     "{run} ended before it could be reached ({why}); `yard logs {run}` shows its output",
     ErrorKind::environment},
    {"path.refused", "{path} is not an absolute path that may be used here",
     ErrorKind::environment},
    {"file.unreadable", "{path} could not be read: {problem}", ErrorKind::environment},
    {"file.no_answer",
     "{path} does not answer: its file system hangs, as one does whose server is gone; check it "
     "with `df`, then try again",
     ErrorKind::environment},
    {"file.not_written", "{path} could not be written: {problem}", ErrorKind::environment},
    {"folder.exists", "{path} already exists", ErrorKind::exists},
    {"folder.not_made",
     "{path} could not be created: {problem}; check its parent's permissions and the free space",
     ErrorKind::environment},
    {"folder.not_removed", "{path} could not be removed: {problem}", ErrorKind::environment},
    {"folder.of_others", "{path} belongs to another user; remove it"},
    {"folder.open_to_others", "{path} can be entered by others; run chmod 700 on it"},
};

}  // namespace

std::span<const MessageTemplate> login_messages() { return kLoginTemplates; }

}  // namespace trainyard
