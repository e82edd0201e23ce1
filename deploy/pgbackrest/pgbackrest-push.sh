#!/bin/sh
# Patroni's archive_command: `pgbackrest archive-push`, which refuses a segment of which another version is archived.
# There are two of the segment in which a timeline ended by the death of its primary: what that machine had written,
# which its Patroni archives before pg_rewind, and what the standbys had received. A standby that becomes the primary
# later would offer its own forever, and nothing after it would be archived. Nobody needs it: the next timeline begins
# with a copy of this segment under its own name. Any other difference is a fault, and stays refused.
set -u

path=$1
pgbackrest --stanza=kapao archive-push "$path"
status=$?
[ "$status" -eq 45 ] || exit "$status"

segment=${path##*/}
timeline=$((0x$(echo "$segment" | cut -c1-8)))
log=$((0x$(echo "$segment" | cut -c9-16)))
part=$((0x$(echo "$segment" | cut -c17-24)))
# A line for each timeline that ended: its number, and where, as 0/61B0518.
cat "${path%/*}"/*.history 2> /dev/null | while read -r ended at _; do
  [ "$ended" = "$timeline" ] || continue
  [ $((0x${at%/*})) -eq "$log" ] && [ $((0x${at#*/} >> 24)) -eq "$part" ] && exit 9
done
[ $? -eq 9 ] || exit "$status"
echo "$segment: timeline $timeline ended in it, and another version of it is archived" >&2
