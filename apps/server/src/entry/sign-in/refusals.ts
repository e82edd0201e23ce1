import type { SignInReason } from '@kapao/contract/console/reasons'
import type { ConsoleRefusalCode } from '@kapao/contract/console/refusals'
import { recordAudit } from '#core/audit/audit-store.ts'
import type { Clock } from '#core/clock.ts'
import { ConsoleRefused } from '#core/console/refuse.ts'
import type { Db } from '#core/db/db.ts'
import type { Counter } from '#core/limits/rate-limit.ts'
import type { Log } from '#core/telemetry/log.ts'

/** One caller's refusals fill no more of the audit trail than this; the log has the rest. */
const recordedFigure = { burst: 60, perMinute: 60 }
/** Passwords that are tried of one name, from wherever. */
const namedFigure = { burst: 5, perMinute: 1 }

export type Caller = { address: string; requestId: string }

export type Refusals = {
  /** Records a refused sign-in, of a name if one is known, and throws; the refusal never says which part was wrong. */
  refuse: (caller: Caller, about: Refusal) => Promise<never>
  /** Counts a password that is tried of a name, whether there is such an operator or not. */
  countName: (name: string) => Promise<void>
}

export type Refusal = {
  code?: ConsoleRefusalCode
  /** For the audit trail. */
  why: SignInReason
  name?: string | null
  /** What its operator calls the passkey. */
  label?: string
  /** The caller holds a credential that they should not have. */
  isAlarm?: boolean
}

type Deps = {
  db: Db
  clock: Clock
  log: Pick<Log, 'warn' | 'error'>
  counter: Counter
  factor: number
}

export function openRefusing({ db, clock, log, counter, factor }: Deps): Refusals {
  const isFree = async (
    key: string,
    { burst, perMinute }: typeof recordedFigure,
  ): Promise<boolean> => {
    const figure = { burst: burst * factor, perMinute: perMinute * factor }
    return (await counter.take(`console:${key}`, figure)) === 0
  }
  return {
    refuse: async ({ address, requestId }, about) => {
      const { code = 'SIGN_IN_FAILED', why, name = null, label, isAlarm = false } = about
      if (isAlarm)
        log.error({ operator: name, address, why }, 'a sign-in to the console is alarming')
      if (isAlarm || (await isFree('noted', recordedFigure)))
        await recordAudit(db, {
          at: clock.now(),
          actor: 'system:console',
          requestId,
          action: 'operators.refused',
          subject: name ?? 'unknown',
          after: { why, address, ...(label === undefined ? {} : { label }) },
        })
      else log.warn({ address, why }, 'a sign-in to the console was refused')
      throw new ConsoleRefused(code)
    },
    countName: async (name) => {
      if (!(await isFree(`name ${name}`, namedFigure))) throw new ConsoleRefused('REQUEST_LIMIT')
    },
  }
}
