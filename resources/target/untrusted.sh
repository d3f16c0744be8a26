# untrusted PATH...: prints what is wrong with the first part of these absolute paths, links followed, that another account owns or
# may write: whoever could write a folder on the way could replace what is executed below it. Succeeds where there is one. A folder
# with the sticky bit may be open, since there nobody moves what another owns; so may what belongs to a group of this account alone.
# shellcheck disable=SC3043
untrusted() {
  local me own_group path rest part name facts links mode group target
  me=$(id -u)
  own_group=-
  if [ "$(id -gn)" = "$(id -un)" ]; then
    own_group=$(id -g)
    case $(getent group "$own_group" | cut -d : -f 4) in '' | "$(id -un)") ;; *) own_group=- ;; esac
  fi
  for path in "$@"; do
    rest=${path#/} part= links=0
    while [ -n "$rest" ]; do
      name=${rest%%/*}
      case $rest in */*) rest=${rest#*/} ;; *) rest= ;; esac
      case $name in '' | .) continue ;; ..) part=${part%/*} && continue ;; esac
      facts=$(LC_ALL=C stat -c '%u %g %a %F' -- "$part/$name" 2>/dev/null) || break
      part=$part/$name
      case ${facts%% *} in 0 | "$me") ;; *)
        printf 'belongs to the account %s: %s\n' "$(stat -c %U -- "$part")" "$part" && return
        ;;
      esac
      facts=${facts#* } group=${facts%% *} facts=${facts#* } mode=${facts%% *}
      case $facts in
        *'symbolic link')
          links=$((links + 1)) target=$(readlink -- "$part")
          if [ "$links" -gt 40 ]; then printf 'is a link in a circle: %s\n' "$part" && return; fi
          case $target in /*) part= ;; *) part=${part%/*} ;; esac
          rest=${target#/}/$rest
          continue
          ;;
        *directory) case $mode in [1357]???) continue ;; esac ;;
      esac
      case $mode in *[2367])
        printf 'may be written by every account: %s\n' "$part" && return
        ;;
      *[2367]?)
        if [ "$group" != "$own_group" ] || case $(LC_ALL=C ls -ld -- "$part") in ??????????+*) ;; *) false ;; esac; then
          printf 'may be written by the group %s: %s\n' "$(stat -c %G -- "$part")" "$part" && return
        fi
        ;;
      esac
    done
  done
  return 1
}
