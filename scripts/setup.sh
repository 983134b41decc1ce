# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by ./heddle and ./test: installs the packages and builds what is missing, and costs a few milliseconds when
# nothing is. `root` is the repository. Everything it leaves behind is under build/:
#   .packages-KINDS  the list that was found installed; valid while newer than dpkg's own record
#   .built-TARGET    touched when a build starts and put in place when it succeeded: anything newer means build again
#   build.log        what apt-get, cmake and the compiler said last

say() { printf 'heddle: %s\n' "$*" >&2; }
fail() { say "$@"; exit 3; }

show_log_and_fail() {
  tail -n 25 "$root/build/build.log" >&2
  say "$1; the whole log is $root/build/build.log"
  exit 4
}

# wanted_packages KIND...: sets `packages`.
wanted_packages() {
  packages=""
  local kind name
  while read -r kind name; do
    if [[ " $* " == *" $kind "* ]]; then packages+=" $name"; fi
  done < "$root/scripts/packages"
}

packages_known() {  # KIND...
  local kinds="$*"
  local stamp="$root/build/.packages-${kinds// /-}"
  wanted_packages "$@"
  [[ -f $stamp && ! /var/lib/dpkg/status -nt $stamp && $(< "$stamp") == "$packages" ]]
}

missing_packages() {  # prints those of `packages` that are not installed
  local name
  for name in $packages; do
    [[ $(dpkg-query -W -f='${Status}' "$name" 2> /dev/null) == "install ok installed" ]] || printf ' %s' "$name"
  done
}

install_packages() {  # KIND...
  if packages_known "$@"; then return; fi
  local kinds="$*" missing="" as_root=()
  if command -v dpkg-query > /dev/null; then missing=$(missing_packages); fi  # elsewhere cmake will say what it does not find
  if [[ -n $missing ]]; then
    if [[ $EUID -ne 0 ]]; then
      command -v sudo > /dev/null || fail "needs the Debian packages$missing; as root: apt-get install$missing"
      as_root=(sudo)
    fi
    say "installing$missing (a few minutes at most, log: build/build.log)"
    { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update &&
      "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing; } \
      >> "$root/build/build.log" 2>&1 || [[ -z $(missing_packages) ]] ||
      show_log_and_fail "could not install the Debian packages$missing"
  fi
  printf '%s\n' "$packages" > "$root/build/.packages-${kinds// /-}"
}

up_to_date() {  # TARGET
  local stamp="$root/build/.built-$1" places=() place
  [[ -f $stamp && -x $root/build/tools/heddle ]] || return 1
  for place in src tools include runtime cmake CMakeLists.txt CMakePresets.json; do
    if [[ -e $root/$place ]]; then places+=("$root/$place"); fi
  done
  [[ -z $(find "${places[@]}" -newer "$stamp" -not -name '*.md' -print -quit) ]] || return 1
  [[ $1 != all || -z $(find "$root/tests" \( -name '*.cpp' -o -name '*.h' -o -name CMakeLists.txt \) -newer "$stamp" -print -quit) ]]
}

build() {  # TARGET
  local stamp="$root/build/.built-$1"
  if [[ -z ${HOME:-} ]]; then export CCACHE_DIR="$root/build/.ccache"; fi
  if [[ -f $root/build/CMakeCache.txt ]] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$root/build/CMakeCache.txt"; then
    rm -rf "$root/build/CMakeCache.txt" "$root/build/CMakeFiles"  # the repository was moved here
  fi
  local what="building (about six minutes on two cores"
  if [[ $1 == all ]]; then what="building (about eight minutes on two cores"; fi  # with all tests
  if [[ -f $stamp ]]; then what="rebuilding what changed ("; else what+=", "; fi
  say "${what}log: build/build.log)"
  touch "$stamp.new"
  { (cd "$root" && cmake --preset release) && cmake --build "$root/build" --target "$1"; } >> "$root/build/build.log" 2>&1 ||
    show_log_and_fail "the build failed"
  if [[ $1 == all ]]; then cp -p "$stamp.new" "$root/build/.built-heddle_tool"; fi
  mv "$stamp.new" "$stamp"
}

# set_up TARGET KIND...: one at a time; who waited finds the work done.
set_up() {
  local target=$1
  shift
  if packages_known "$@" && up_to_date "$target"; then return; fi
  if ! { mkdir -p "$root/build" && touch "$root/build/.lock"; } 2> /dev/null; then
    if up_to_date "$target"; then return; fi
    fail "something has to be built, but $root/build cannot be written"
  fi
  exec 9> "$root/build/.lock"
  flock 9
  if ! packages_known "$@" || ! up_to_date "$target"; then
    : > "$root/build/build.log"
    install_packages "$@"
    up_to_date "$target" || build "$target"
  fi
  exec 9>&-
}
