#!/bin/sh
# What `npm start` runs: `onde start`, and the same again whenever anything ends it but the operator. A shell waits in a
# megabyte, where a second Node takes 45. See docs/decisions/017-who-watches-whom.md.

# A start that ends again sooner than this has not put the radio on the air for good [W130].
SOON_SECONDS=15
GIVE_UP_AFTER=5

root=$(cd -- "$(dirname -- "$0")/../.." && pwd) || exit 1
# An update is being installed while this folder is there and kept fresh (scripts/install-lock.cjs).
installing=$root/.onde-install.lock

# glibc gives each thread an arena and keeps what was freed in it; and a large piece that was freed once has it keep all
# that are as large (docs/decisions/089-what-is-freed-goes-back.md).
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-1}" MALLOC_MMAP_THRESHOLD_="${MALLOC_MMAP_THRESHOLD_:-1048576}"

# A thread that asks a network disk waits as long as that does not answer; music, pages and database need some besides
# (src/station/folder/station-disk.ts).
export UV_THREADPOOL_SIZE="${UV_THREADPOOL_SIZE:-12}"

# From the first file on; broadcast sets it for its children all the same (src/platform/process/compile-cache.ts).
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-$root/node_modules/.cache/onde}"

has_terminal=
for descriptor in 0 1 2; do [ -t "$descriptor" ] && has_terminal=1; done

# A shell gives what runs beside it an empty input; broadcast looks at this one for a terminal. It may be closed.
if (exec 3<&0) 2>/dev/null; then exec 3<&0; else exec 3</dev/null; fi

onde=
is_stopping=
was_called=

# onde decides what a signal means. Here it only matters that a start that it ends is not followed by another.
pass_on() {
  was_called=1
  [ "$1" = HUP ] && [ -z "$has_terminal" ] || is_stopping=1
  [ -z "$onde" ] || kill -s "$1" "$onde" 2>/dev/null
}
for signal in TERM INT HUP; do trap "pass_on $signal" "$signal"; done

# By a clock that nobody sets, where there is one.
seconds_now() {
  if read -r uptime _ 2>/dev/null </proc/uptime; then echo "${uptime%%.*}"; else date +%s; fi
}

# Waits for a process through all signals that come meanwhile; its exit code, as shells give it, is in `code`.
wait_for() {
  while :; do
    was_called=
    wait "$1"
    code=$?
    [ -n "$was_called" ] && kill -0 "$1" 2>/dev/null || return 0
    [ -z "$2" ] || return 0
  done
}

# Waits while an install has taken away what a start needs, however long that takes; one that was killed counts no more.
await_install() {
  node=$root/node_modules/.bin/node
  while [ ! -x "$node" ] && [ -z "$is_stopping" ] && [ -n "$(find "$installing" -prune -mmin -2 2>/dev/null)" ]; do
    sleep 1 &
    wait_for $! once
  done
  [ -z "$is_stopping" ] || exit 0
  [ -x "$node" ] && return
  node=node
  [ -d "$root/node_modules/commander" ] && return
  echo 'Onde is not installed here yet.' >&2
  echo 'Run once: npm run build' >&2
  exit 1
}

ends=0
code=
while :; do
  ended_by=$code
  await_install
  code=$ended_by
  began=$(seconds_now)
  ONDE_ENDED_BY=$code "$node" "$root/src/cli/onde.ts" start "$@" <&3 3<&- &
  onde=$!
  [ -z "$is_stopping" ] || kill -s TERM "$onde"
  wait_for "$onde"
  onde=
  # 0 and 1 are onde's own words: it was asked to stop, or has told the operator what is wrong.
  [ -z "$is_stopping" ] && [ "$code" -gt 1 ] || exit "$code"

  [ $(($(seconds_now) - began)) -lt $SOON_SECONDS ] || ends=0
  ends=$((ends + 1))
  # At once after the first end, for people listen; then after 1, 2 and 4 seconds.
  seconds=$((ends > 1 ? 1 << (ends - 2) : 0))
  # Files of the program are missing, as in the midst of an update: that takes as long as it takes, as in deploy/systemd.
  [ "$code" -ne 203 ] || ends=0 seconds=10
  if [ $ends -ge $GIVE_UP_AFTER ]; then
    [ "$code" -gt 128 ] && how=SIG$(kill -l "$code") || how="exit code $code"
    echo "Onde ended $ends times in a row, each time within $SOON_SECONDS seconds of its start, the last time by $how." >&2
    echo 'Look at the lines above for the reason, and at `journalctl -k` for a machine without memory. Mend that, then start Onde again; where nothing says why, please report it.' >&2
    exit "$code"
  fi
  if [ $seconds -gt 0 ]; then
    sleep $seconds &
    pause=$!
    ended_by=$code
    wait_for $pause once
    code=$ended_by
    if [ -n "$is_stopping" ]; then
      kill "$pause" 2>/dev/null
      exit 0
    fi
  fi
done
