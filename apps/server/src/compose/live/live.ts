import type { Config } from '#core/config.ts'
import { openLive, type Live, type LiveDeps } from '#core/live/live.ts'
import { openRelay } from '#core/live/relay.ts'

type LiveAround = {
  config: Pick<Config, 'redisUrl' | 'socketOrigins' | 'trustedProxies'>
} & Pick<LiveDeps, 'sessions' | 'limiter' | 'switches' | 'log'>

/** The open pages of members, told that something has changed. */
export function composeLive({ config, ...around }: LiveAround): Live {
  return openLive({
    ...around,
    origins: config.socketOrigins,
    trustedProxies: config.trustedProxies,
    relay: config.redisUrl === null ? null : openRelay(config.redisUrl, around.log),
    // Guests come with the chat, which signs their ids and will read them here.
    findGuest: async () => null,
  })
}
