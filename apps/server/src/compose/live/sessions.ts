import type { Clock } from '#core/clock.ts'
import type { Config } from '#core/config.ts'
import type { Db } from '#core/db.ts'
import { openDevices, type Devices } from '#core/devices/devices.ts'
import type { Ids } from '#core/ids.ts'
import type { Log } from '#core/log.ts'
import { createSessions, type Sessions } from '#core/session.ts'
import { standingOf, standingsOf } from '#modules/account/find.ts'

type SessionsAround = { db: Db; clock: Clock; ids: Ids }

export function sessionsOf({ db, clock, ids }: SessionsAround): Sessions {
  return createSessions({
    db,
    clock,
    ids,
    standingOf: (id) => standingOf(db, id),
    standingsOf: (memberIds) => standingsOf(db, memberIds),
  })
}

/** In production TLS ends here or at the proxy; a browser then never sends the mark of a device in the open. */
export function devicesOf(
  around: SessionsAround & {
    config: Pick<Config, 'production' | 'tls'>
    log: Pick<Log, 'info' | 'warn' | 'error'>
  },
): Devices {
  const { production, tls } = around.config
  return openDevices({ ...around, isSecure: production || tls !== null })
}
