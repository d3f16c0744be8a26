// SPDX-License-Identifier: GPL-3.0-or-later
// What is said about ssh, hosts and the programs that are run there.
#include "engine/contract/messages/tables.h"

namespace trainyard {
namespace {

constexpr MessageTemplate kLoginTemplates[] = {
    // The ends of a login. {why} is one of the sentences below.
    {"host.unreachable", "'{host}' could not be reached: {why}", ErrorKind::unreachable},
    {"host.refused", "'{host}' cannot be used: {why}", ErrorKind::needs_person},
    {"host.needs_person", "'{host}' cannot be logged in to again by itself: {why}; connect again",
     ErrorKind::needs_person},
    {"host.no_shell",
     "{what} was not run: the account's login shell there ended with code {exit_code} and said: "
     "{said}; correct its start files, or ask the site",
     ErrorKind::no_answer},
    {"host.password_expired",
     "the password of the account on '{host}' has expired: the server took it and wants a new one "
     "before it runs anything ({said}); log in once with `ssh {host}`, choose a new password "
     "there, then connect again",
     ErrorKind::no_answer},
    {"cancelled", "stopped before it was done", ErrorKind::cancelled},
    // Why a host is not reached.
    {"login.no_connection",
     "no connection to {addresses}, port {port}: {problem}; check host name, port and network",
     ErrorKind::no_answer},
    {"login.name_late", "the name {address} was not found in time; check the network"},
    {"login.name_unknown", "no host {address} is known; check its spelling and the network"},
    {"login.no_greeting", "the server at this port did not greet as ssh does: {said}"},
    {"login.late", "it did not answer in time"},
    {"login.stopped", "the login was stopped"},
    {"login.disconnected", "it was disconnected; connect again"},
    {"login.ended", "the server ended the login: {said}"},
    {"login.session_ended", "the session was ended here"},
    {"login.session_lost", "the connection was lost: {said}"},
    {"login.session_gone", "the connection was lost"},
    {"login.forbidden_there", "the host forbids it"},
    {"login.no_connection_there", "the host gets no connection"},
    {"login.no_room_there", "the host has no room for one more"},
    {"login.silent", "it has not answered for {seconds} s"},
    {"login.no_exit_code", "{what} ended with the host's end of the session, without an exit code"},
    // Why a person must act.
    {"login.key_forgotten", "its host key is not known any more"},
    {"login.needs_passphrase", "the passphrase of {file} is needed"},
    {"login.batch_mode",
     "{what}, and the ssh configuration says BatchMode yes, so nobody is asked; take BatchMode out "
     "for this host, or log in with a key that needs nobody"},
    {"login.left_out", "{why}; note that {left_out}"},
    {"login.key_revoked",
     "the host key of {address}, port {port} is marked as revoked ({type} {fingerprint}; {file}, "
     "line {line}): it was stolen or withdrawn; ask the host's administrators"},
    {"login.key_changed",
     "the host key of {address}, port {port} has changed: either the host was set up again, or "
     "somebody stands between you and it; known: {known_type} {known} ({file}, line {line}); "
     "shown: {type} {fingerprint}; if its administrators confirm the new key: ssh-keygen -R "
     "'{name}' -f '{file}', then connect again"},
    {"login.key_other_type",
     "{address}, port {port} shows a host key of another type than the known one: either the host "
     "was set up again, or somebody stands between you and it; known: {known_type} {known} "
     "({file}, "
     "line {line}); shown: {type} {fingerprint}; if its administrators confirm the new key: "
     "ssh-keygen -R '{name}' -f '{file}', then connect again"},
    {"login.key_not_trusted",
     "the host key {fingerprint} of {address}, port {port} was not trusted"},
    {"login.key_unknown",
     "the host key of {address}, port {port} is not known ({type} {fingerprint}), and the ssh "
     "configuration says StrictHostKeyChecking yes; add the key to known_hosts"},
    {"login.key_of_authority",
     "the host key of {address}, port {port} is not known ({type} {fingerprint}), and the ssh "
     "configuration says StrictHostKeyChecking yes; certificates of hosts, as {file}, line {line} "
     "names an authority for, are not checked here: add the key itself to known_hosts"},
    {"login.option", "{option} of the ssh configuration cannot be used; remove or correct it"},
    {"login.bastion", "at the bastion '{bastion}' on the way: {why}"},
    {"login.bastion_forbids",
     "the bastion '{bastion}' forbids forwarding to {address}, port {port}; ask its "
     "administrators about AllowTcpForwarding and PermitOpen, or name another host in ProxyJump"},
    {"login.behind_bastion",
     "the bastion '{bastion}' gets no connection to {address}, port {port} ({said}); "
     "check HostName and Port, and that this is the right host in ProxyJump"},
    {"login.proxy_missing",
     "the shell for ProxyCommand ({command}) could not be started; check SHELL"},
    {"login.proxy_ended",
     "its ProxyCommand ({command}) ended with code {exit_code} and said: {said}; run it by hand to "
     "see what it lacks"},
    {"login.passphrase_wrong", "the passphrase of {file} was wrong {tries} times"},
    {"login.no_passphrase", "no passphrase was given for {file}"},
    {"login.too_many_keys",
     "{user}@{address}, port {port}, let only some of the keys be tried; name the right one with "
     "IdentityFile and IdentitiesOnly yes in the ssh configuration"},
    {"login.second_proof",
     "{user}@{address}, port {port}, took the first proof and wants another, which cannot be "
     "given "
     "here ({methods}); ask the site how to log in with a key, a password or a code"},
    {"login.not_allowed",
     "{user}@{address}, port {port}, takes: {methods}; of these the ssh configuration allows none, "
     "only: {allowed}; see PreferredAuthentications, PubkeyAuthentication, PasswordAuthentication "
     "and KbdInteractiveAuthentication there"},
    {"login.no_key_method",
     "{user}@{address}, port {port}, takes no keys, only: {methods}; ask the site how to log in "
     "with a key or a certificate"},
    {"login.again", "a person answered for its last login, and the connection is gone: {why}"},
    {"login.needs_answer", "it asks for a password or a code"},
    {"login.not_answered", "what {address}, port {port}, asked was not answered"},
    {"login.too_slow",
     "it ended the connection after {seconds} s in which it waited for an answer; connect again "
     "and "
     "answer sooner"},
    {"login.too_many_prompts", "it asked {count} questions at once; that is no login"},
    {"login.too_many_tries",
     "{user}@{address}, port {port}, let nothing more be tried; connect again with the right "
     "password or code"},
    {"login.wrong_answers",
     "{user}@{address}, port {port}, did not take what was answered; connect again with the right "
     "password or code ({methods})"},
    {"login.nothing_to_try",
     "{user}@{address}, port {port}, refused the login; it takes: {methods}; no agent and no "
     "identity file was there to try: check IdentityFile in the ssh configuration"},
    {"login.denied",
     "{user}@{address}, port {port}, refused the login; it takes: {methods}; tried: {tried}; check "
     "User and IdentityFile in the ssh configuration, and that the key is in the account's "
     "authorized_keys"},
    {"login.certificate",
     "{user}@{address}, port {port}, refused the login; it takes: {methods}; {why}"},
    {"certificate.expired",
     "the certificate of {certificate} expired at {time}; renew it as the site describes, then "
     "connect again"},
    {"certificate.not_yet",
     "the certificate of {certificate} counts only from {time} on; check the clock of this "
     "computer, or ask the site"},
    {"certificate.of_host",
     "the certificate of {certificate} proves a host and no account; ask the site for one of a "
     "user"},
    {"certificate.other_names",
     "the certificate of {certificate} is for {names} and not for {account}; correct User in the "
     "ssh configuration, or ask the site for another certificate"},
    {"login.tried_key", "{what}"},
    {"login.tried_locked", "{what} (locked by a passphrase)"},
    {"login.tried_unreadable", "{what} (cannot be read as a private key)"},
    {"login.tried_exposed", "{what} (others may read it: run chmod 600 on it)"},
    {"login.tried_agent", "the keys of the agent at {what}"},
    {"login.tried_silent_agent", "the agent at {what} (it does not answer)"},
    {"login.tried_more", "{before}, {next}"},
    {"login.no_session",
     "it opens no session for a command; ask its administrators about MaxSessions"},
    {"login.no_commands", "it runs no commands over ssh ({said})"},
    // Known hosts.
    {"known_hosts.unreadable",
     "{path} could not be read ({problem}), so no host key can be checked; make it readable",
     ErrorKind::environment},
    {"known_hosts.binary",
     "{path} is a binary list of revoked keys, which is not read here; name a list with one public "
     "key a line in RevokedHostKeys",
     ErrorKind::environment},
    {"known_hosts.line", "{path}, line {line}, is no host key and was skipped"},
    {"known_hosts.authority",
     "{path}, line {line}, names a certificate authority for this host: certificates of hosts are "
     "not checked here, the host's own key is"},
    {"known_hosts.not_written", "{path} could not be added to: {problem}", ErrorKind::environment},
    // The ssh configuration.
    {"ssh.config", "the ssh configuration cannot be used: {why}", ErrorKind::needs_person},
    {"ssh_config.unreadable",
     "{path} cannot be read: {problem}; correct the path, or add the target again with the file "
     "that you have"},
    {"ssh_config.value", "{path}, line {line}, has no readable value for {keyword}"},
    {"ssh_config.include", "{path}, line {line}, includes files more than {levels} levels deep"},
    {"ssh_config.port", "for '{host}' it gives '{value}' as port"},
    {"ssh_config.user_name", "for '{host}' it gives a user that no command line may hold: {user}"},
    {"ssh_config.too_many", "more than {files} files are included, the last one is {path}"},
    {"ssh_config.too_long", "{path} has more than {bytes} bytes"},
    {"ssh_config.jump",
     "{path}, line {line}: '{value}' is no list of hosts for ProxyJump; write HOST, "
     "USER@HOST:PORT or ssh://USER@HOST:PORT, with commas between"},
    {"ssh_config.loop",
     "'{host}' is reached by way of itself; write ProxyJump none for the host that is reached "
     "directly"},
    {"ssh_config.hops", "more than {hops} hosts stand on the way to '{host}'"},
    {"ssh_config.fdpass",
     "{path}, line {line}: ProxyUseFdpass is not supported; write a ProxyCommand that carries the "
     "bytes itself, such as one with ssh -W"},
    {"ssh_config.canonical_left_out",
     "{path}, line {line}: names of hosts are not made canonical here; give the whole name"},
    {"ssh_config.strict",
     "for '{host}' it gives '{value}' as StrictHostKeyChecking; write ask, yes or accept-new"},
    {"ssh_config.host_name", "'{host}' is no host name"},
    {"ssh_config.match_left_out",
     "{path}, line {line}: 'Match {condition}' is not evaluated, and what stands below it is left "
     "out"},
    {"ssh_config.command_left_out",
     "{path}, line {line}: {keyword} is not run; keys of hosts are read from files only"},
    {"ssh_config.word_left_out",
     "{path}, line {line}: {keyword} is not used here, and the host is reached without it"},
    {"ssh_config.list_left_out", "'{keyword} {list}' changes a default list and is left out"},
    {"ssh_config.never_strict",
     "'StrictHostKeyChecking {value}' is taken as accept-new: a host key that has changed is "
     "refused all the same"},
    // What is learnt of a cluster.
    {"program.lacks_script", "this program lacks its script for clusters; install it again",
     ErrorKind::environment},
    {"host.no_answer",
     "the login node took commands and answered nothing; a start file of the login shell there "
     "(~/.bashrc, ~/.profile) must not read its input",
     ErrorKind::environment},
    {"host.other_answer",
     "the login node could not be asked what it has: {said}; log in by hand and look at the start "
     "files of the login shell",
     ErrorKind::environment},
    {"host.no_rsync",
     "there is no rsync on {host}, by which files travel; ask the site to install it, or add its "
     "folder to PATH in your login shell's files",
     ErrorKind::environment},
    {"host.no_slurm",
     "there is no Slurm on {host}: sinfo is not in the PATH of a login shell; choose a login node "
     "of the cluster, or load Slurm in your login shell's files",
     ErrorKind::environment},
    {"host.slurm_silent", "{host}: {why}"},
    {"scheduler.silent", "{host}: {why}"},
    {"target.base_readonly",
     "the base folder {path} cannot be written on {host} ({problem}); {advice}",
     ErrorKind::environment},
    {"target.choose_base", "choose another base folder"},
    {"target.free_base", "free some space there, or choose another base folder"},
    {"target.own_base", "choose a folder of your own as base folder"},
    {"target.base_unseen",
     "the check job left nothing in the base folder: its node does not see {path} or may not write "
     "there; choose a base folder that all nodes share ({why})",
     ErrorKind::environment},
    {"target.base_unseen_by",
     "the check job left nothing in the base folder: node {node} does not see {path} or may not "
     "write there; choose a base folder that all nodes share ({why})",
     ErrorKind::environment},
    {"target.slurm", "Slurm {version} on cluster {cluster}, {partitions} partitions"},
    {"target.no_partition", "Slurm shows no partition to you; ask the site for access"},
    {"target.no_accounting",
     "the cluster keeps no accounting: how a job ended is known from the run itself, and from "
     "Slurm "
     "only for some minutes"},
    {"target.never_requeues",
     "jobs are not requeued here: a run that was preempted or reached its time limit is resumed "
     "with `yard resume`"},
    {"target.no_forward",
     "the site forbids forwarded ports: curves are read from their file and shown some seconds "
     "late"},
    {"target.no_helper",
     "our helper does not run on the login node, so runs are followed by a shell command each "
     "time: "
     "{why}"},
    {"helper.silent", "it ended or did not answer (exit code {exit_code})"},
    {"helper.said", "{said}"},
    {"helper.few_programs", "the server allows too few programs at once"},
    {"target.space", "{gib} GiB are left in the base folder; checkpoints may not fit"},
    {"target.node_sees_no_base",
     "node {node} does not see the base folder; choose one that all nodes share"},
    {"target.base_unwritable", "node {node} cannot write the base folder; choose another one"},
    {"target.base_seen", "node {node} sees and writes the base folder"},
    {"target.node", "node {node}: C library {glibc}, kernel {kernel}, {gpus}, {modules}"},
    {"node.gpus", "{gpus}, driver {driver}"},
    {"node.no_gpus", "no GPU that nvidia-smi shows"},
    {"node.modules", "modules"},
    {"node.no_modules", "no modules"},
    {"target.unreachable",
     "no port of node {node} can be reached from the login node: curves are read from their file "
     "and shown some seconds late"},
    // The list of targets.
    {"target.name",
     "a target's name has a-z, 0-9, '.', '_' and '-', begins with a letter or digit, and is not "
     "`here`: {name}"},
    {"target.base",
     "{name} is no absolute folder on the target; give one of your own, such as "
     "/scratch/you/trainyard"},
    {"target.host",
     "{name} is no host; give an alias of your ssh configuration, a host name, or "
     "USER@HOST:PORT"},
    {"target.exists", "there is a target {name} already; remove it first or choose another name"},
    {"target.unknown", "there is no target {name}; `yard targets` lists them"},
    {"targets.unreadable", "{path} could not be read: {problem}"},
    {"targets.damaged",
     "{path} is damaged at byte {byte} ({problem}); correct it, or remove it and add the targets "
     "again"},
    {"targets.entry", "{path}: {why}"},
    // Programs and files, here and on hosts. {what} is one of the first.
    {"program.here", "'{program}'"},
    {"program.on_host", "'{program}' on '{host}'"},
    {"program.file_work", "the work on {path} on '{host}'"},
    {"login.shell", "a login shell on '{host}'"},
    {"program.missing", "{what} could not be started: {why}", ErrorKind::environment},
    {"program.no_folder", "the folder {folder} cannot be entered"},
    {"program.not_there", "it is not there, or not executable"},
    {"program.deadline", "{what} did not end in time and was stopped", ErrorKind::deadline},
    {"program.output_limit", "{what} printed more than {bytes} bytes", ErrorKind::environment},
    {"program.too_long", "{what} has a command line of more than {bytes} bytes"},
    {"stream.broken", "the program of this computer that the command was joined to has gone",
     ErrorKind::no_answer},
    {"forward.refused", "the host forbids forwarding to {address}, port {port}",
     ErrorKind::no_answer},
    {"forward.unreachable",
     "nothing answers at {address}, port {port}, as seen from the host ({said})",
     ErrorKind::no_answer},
    {"forward.no_port", "no port of this computer could be opened", ErrorKind::environment},
    {"forward.port_taken",
     "port {port} of this computer could not be opened ({problem}); choose another one with "
     "--local, or leave it out",
     ErrorKind::environment},
    // Tunnels.
    {"tunnel.port", "'{text}' names no port; write PORT or NODE:PORT, with a port of 1 to 65535"},
    {"tunnel.no_node", "on the target {target} a node is needed too: write NODE:{port}"},
    {"tunnel.not_running", "{run} is not running, so nothing of it can be reached"},
    {"tunnel.nothing_announced",
     "{run} has not said in its output where Jupyter or TensorBoard listens; name the port"},
    {"tunnel.unknown", "there is no tunnel {id}; `yard tunnels` lists them"},
    {"tunnel.too_many", "{limit} tunnels are open; close one with `yard tunnel close ID`"},
    {"tunnel.here", "port {port} is this computer's own and needs no tunnel to another port"},
    {"tunnel.relay",
     "port {port} of {node} is reached neither from the login node ({login}) nor through the job "
     "({job})",
     ErrorKind::no_answer},
    {"tunnel.older_relay", "its yard-agent is of an older version; a run submitted now has this"},
    {"tunnel.no_relay",
     "port {port} of {node} is not reached from the login node ({login}), and no step of its job "
     "can do it",
     ErrorKind::no_answer},
    {"tunnel.ended",
     "{run} ended before it could be reached ({why}); `yard logs {run}` shows its output",
     ErrorKind::environment},
    {"path.refused", "{path} is no absolute path that may be used here", ErrorKind::environment},
    {"file.unreadable", "{path} could not be read: {problem}", ErrorKind::environment},
    {"file.not_written", "{path} could not be written: {problem}", ErrorKind::environment},
    {"folder.exists", "{path} exists already", ErrorKind::exists},
    {"folder.not_made",
     "{path} could not be made: {problem}; check its parent's permissions and the free space",
     ErrorKind::environment},
    {"folder.not_removed", "{path} could not be removed: {problem}", ErrorKind::environment},
    {"folder.of_others", "{path} belongs to somebody else; remove it"},
    {"folder.open_to_others", "{path} may be entered by others; run chmod 700 on it"},
};

}  // namespace

std::span<const MessageTemplate> login_messages() { return kLoginTemplates; }

}  // namespace trainyard
