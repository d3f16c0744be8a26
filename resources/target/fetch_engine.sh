# shellcheck shell=sh
# PROGRAM FOLDER WHO: runs fetch_engine.py, whose text is PROGRAM, with the first Python of this login that has a pip which can fetch
# for another Python than its own; the list is on stdin. Says "no_pip" where there is none.
set -u
echo # ends what start files may have printed
program=$1 folder=$2 who=$3 found=
for name in python3 python3.14 python3.13 python3.12 python3.11 python3.10 python3.9 python3.8 python; do
  python=$(command -v "$name") || continue
  version=$(timeout 30 "$python" -c 'import pip; print(pip.__version__)' </dev/null 2>/dev/null) || continue
  major=${version%%.*} minor=${version#*.} minor=${minor%%[!0-9]*}
  case $major$minor in *[!0-9]*) continue ;; esac
  if [ "$major" -gt 19 ] || { [ "$major" -eq 19 ] && [ "${minor:-0}" -ge 2 ]; }; then
    exec "$python" -B -c "$program" "$folder" "$who"
  fi
  found="${found:+$found, }$python has pip $version"
done
printf '{"error": "torch.no_pip", "found": "%s"}\n' "$(printf %s "${found:-nothing}" | tr -d '\\"\n')"
