# Packs a root file system from Debian packages that are installed on this machine: bash, jq, Python, GNU's usual programs and what
# they need. Nothing is fetched. Arguments: the archive to make.
set -euo pipefail

archive=$1
wanted=(base-files bash coreutils grep sed jq python3 libcap2-bin)

declare -A known=()
queue=("${wanted[@]}")
while ((${#queue[@]})); do
    package=${queue[0]}
    queue=("${queue[@]:1}")
    [ -n "${known[$package]:-}" ] && continue
    needs=$(dpkg-query -W -f '${db:Status-Status}|${Pre-Depends}, ${Depends}\n' "$package" 2>/dev/null | sed -n 's/^installed|//p') || needs=
    if [ -z "$needs" ]; then
        # Of alternatives and virtual packages one is enough; what was asked for by name must be there.
        [[ " ${wanted[*]} " == *" $package "* ]] && { echo "the package $package is not installed" >&2; exit 1; }
        continue
    fi
    known[$package]=1
    # The first of alternatives, without versions.
    read -ra more <<<"$(tr '\n,' '  ' <<<"$needs" | sed 's/([^)]*)//g; s/|[^ ]* *[^ ]*//g; s/:any//g')"
    queue+=("${more[@]}")
done

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
for package in "${!known[@]}"; do
    dpkg -L "$package"
done |
    grep -Ev '^/(\.$|var/|usr/share/(doc|man|locale|info|lintian|perl|debconf|bash-completion))' |
    # The folders at the top that are links into /usr, as the files must not hide them.
    sed -E 's,^/(bin|sbin|lib|lib32|lib64)/,/usr/\1/,; s,^/,,' | sed '/^$/d' | sort -u |
    tar -C / --no-recursion --ignore-failed-read -T - -cf - 2>/dev/null | tar -C "$root" -xf -

mkdir -p "$root/usr/local/bin" "$root/tmp" "$root/etc" "$root/proc" "$root/sys" "$root/dev"
chmod 1777 "$root/tmp"
printf 'root:x:0:0::/root:/bin/bash\nnobody:x:65534:65534::/nonexistent:/bin/false\n' >"$root/etc/passwd"
printf 'root:x:0:\nnogroup:x:65534:\n' >"$root/etc/group"
printf '#!/bin/sh\nexit 0\n' >"$root/usr/local/bin/apk"
chmod 755 "$root/usr/local/bin/apk"
ln -s /usr/bin/python3 "$root/usr/local/bin/python"
[ -e "$root/bin/sh" ] || ln -s bash "$root/usr/bin/sh"
tar -C "$root" -cf "$archive" .
