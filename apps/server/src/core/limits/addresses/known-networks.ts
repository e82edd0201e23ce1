import { dayMs, minuteMs } from '@kapao/contract/times'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/db.ts'
import type { Log } from '../../telemetry/log.ts'
import { listLoginAddresses } from './known-networks-store.ts'
import { networkAround } from './networks.ts'

const rereadEveryMs = 10 * minuteMs
/** One member proves nothing about a network: one account could make any number of networks known. */
const membersMin = 3
const networksOfMemberMax = 5
const loginsMax = 500_000

type Deps = { db: Db; clock: Clock; log: Pick<Log, 'warn'> }

export type KnownNetworks = { has: (address: string) => Promise<boolean> }

/**
 * Networks (/24, /48) from which at least three members logged in: of each member the last five networks, and only
 * logins that are a day old. Kept in memory, so that a check costs nothing under load; unreadable data counts as
 * unknown.
 */
export function openKnownNetworks({ db, clock, log }: Deps): KnownNetworks {
  let kept: { networks: Promise<ReadonlySet<string>>; readAtMs: number } | null = null
  const read = (): Promise<ReadonlySet<string>> => {
    const nowMs = clock.now().getTime()
    if (kept && nowMs - kept.readAtMs < rereadEveryMs) return kept.networks
    const before = kept?.networks ?? null
    const fresh = findNetworks(db, new Date(nowMs - dayMs)).catch((error: unknown) => {
      log.warn({ err: error }, 'the networks of earlier logins could not be read')
      return before ?? new Set<string>()
    })
    kept = { networks: fresh, readAtMs: nowMs }
    return fresh
  }
  return { has: async (address) => (await read()).has(around(address)) }
}

const around = (address: string) => networkAround(address, { v4: 24, v6: 48 })

async function findNetworks(db: Db, before: Date): Promise<ReadonlySet<string>> {
  const logins = await listLoginAddresses(db, {
    before,
    eachMax: networksOfMemberMax,
    max: loginsMax,
  })
  const members = new Map<string, Set<string>>()
  for (const { memberId, address } of logins) {
    const network = around(address)
    const there = members.get(network) ?? new Set()
    members.set(network, there.add(memberId))
  }
  return new Set([...members].filter(([, { size }]) => size >= membersMin).map(([one]) => one))
}
