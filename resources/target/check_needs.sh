# shellcheck shell=bash
# shellcheck disable=SC2088  # ~ as it was typed
# SPDX-License-Identifier: GPL-3.0-or-later
# Reads zero-terminated pairs of kind and value, and prints a line for each: its number and what is
# wrong, or ok.
conda_base() {
  local base place
  base=$(conda info --base 2>/dev/null)
  for place in ~/miniforge3 ~/miniconda3 ~/mambaforge ~/anaconda3 /opt/conda; do
    if [[ -z $base && -f $place/etc/profile.d/conda.sh ]]; then base=$place; fi
  done
  printf '%s' "$base"
}
has_conda() {
  local base place
  if [[ $1 == */* ]]; then
    [[ -d $1/conda-meta ]] && echo ok || echo missing
    return
  fi
  base=$(conda_base)
  if [[ -z $base ]]; then echo no_conda; return; fi
  if [[ $1 == base || -d $base/envs/$1 ]]; then echo ok; return; fi
  while read -r place; do
    if [[ ${place##*/} == "$1" ]]; then echo ok; return; fi
  done 2>/dev/null <~/.conda/environments.txt
  echo missing
}
look() {
  case $1 in
    variable) [[ -n ${!2+x} ]] && echo ok || echo missing; return ;;
    name) type -P -- "$2" >/dev/null && echo ok || echo missing; return ;;
    conda) has_conda "$2"; return ;;
    venv) [[ -f $2/bin/activate ]] && echo ok || echo missing; return ;;
  esac
  if [[ ! -e $2 ]]; then echo missing
  elif [[ $1 != anything && ! -f $2 ]]; then echo not_a_file
  elif [[ ! -r $2 ]]; then echo unreadable
  elif [[ $1 == file && ! -s $2 ]]; then echo empty
  elif [[ $1 == program && ! -x $2 ]]; then echo not_executable
  else echo ok
  fi
}
printf '\ntrainyard home %s\n' "$HOME"
number=0
while IFS= read -r -d '' kind && IFS= read -r -d '' value; do
  case $value in '~' | '~/'*) value=$HOME${value#'~'} ;; esac
  printf '\ntrainyard %s %s\n' "$number" "$(look "$kind" "$value")"
  number=$((number + 1))
done
printf '\ntrainyard end %s\n' "$number"
