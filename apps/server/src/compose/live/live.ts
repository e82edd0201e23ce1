import type { Clock } from '#core/clock.ts'
import type { Config } from '#core/config.ts'
import type { Db } from '#core/db.ts'
import type { Ids } from '#core/ids.ts'
import { openLive, type Live, type LiveDeps } from '#core/live/live.ts'
import { openRelay } from '#core/live/relay.ts'
import { openGuests, type Guests } from '#modules/chat/guests.ts'

type LiveAround = {
  config: Pick<Config, 'redisUrl' | 'socketOrigins' | 'trustedProxies' | 'rateLimitFactor'>
  db: Db
  clock: Clock
  ids: Ids
} & Pick<LiveDeps, 'sessions' | 'limiter' | 'switches' | 'log'>

/** The open pages of members and guests, told that something has changed; and how guests are known. */
export function composeLive({
  config,
  db,
  clock,
  ids,
  ...around
}: LiveAround): Live & { guests: Guests } {
  const guests = openGuests({ db, clock, ids })
  const live = openLive({
    ...around,
    findGuest: guests.read,
    origins: config.socketOrigins,
    trustedProxies: config.trustedProxies,
    factor: config.rateLimitFactor,
    relay: config.redisUrl === null ? null : openRelay(config.redisUrl, around.log),
  })
  return { ...live, guests }
}
