import type { CrashPoint } from '#core/jobs/failpoint.ts'
import type { Clock } from '#core/clock.ts'
import type { Config } from './config.ts'
import type { Outside } from './outside.ts'
import type { Db } from '#core/db/db.ts'
import type { Reads } from '#core/db/reads/reads.ts'
import type { FindOperation } from '#core/calls/idempotency.ts'
import type { Ids } from '#core/ids.ts'
import type { Job } from '#core/jobs/jobs.ts'
import type { PushTo } from '#core/live/push.ts'
import type { Log } from '#core/telemetry/log.ts'
import type { Metrics } from '#core/telemetry/metrics.ts'
import type { Api } from '#core/calls/route.ts'
import type { ConsoleApi } from '#core/console/route.ts'
import type { OpenWork } from '#core/jobs/sweep/open-work.ts'
import type { ServedFolder } from '#core/calls/serve-files.ts'
import type { Webhook } from '#core/webhooks/serve.ts'
import type { Settings } from '#settings/registry.ts'

/** The context of a running process; each capability is opened with the parts that it names. */
export type AppContext = {
  config: Config
  db: Db
  clock: Clock
  ids: Ids
  log: Pick<Log, 'info' | 'warn' | 'error'>
  metrics?: Metrics
  /** A standby, for what may be old. */
  reads?: Reads | undefined
  readSettings: () => Promise<Settings>
  /** The clients of all outside systems, opened once. */
  outside: Outside
  push: PushTo
  /** Whether a push would reach an open page of this member. */
  mayReach: (memberId: string) => boolean
  /** Whether Kapao is in recovery after a restore: nothing may be paid, played or credited. */
  isClosed: () => Promise<boolean>
  /** A crash point for tests; does nothing in production. */
  failpoint: (step: CrashPoint) => Promise<void>
  /** When an outside system is queried again while the member waits; tests wait less. */
  askAgainAfterMs?: readonly number[]
  /** How long the calls about a forgotten password take; tests wait less. */
  forgottenAnswerAfterMs?: number
  /** What a password's hash costs; tests that are not about hashes pay less. */
  passwordHashCost?: { memoryCost: number; timeCost: number; parallelism: number }
}

/** Some parts of the context, and some settings of the process. */
export type ContextWith<
  Part extends Exclude<keyof AppContext, 'config'>,
  Setting extends keyof Config = never,
> = Pick<AppContext, Part> &
  ([Setting] extends [never] ? unknown : { config: Pick<Config, Setting> })

/** The parts that a capability contributes to the server. */
export type Capability = {
  registerCalls?: (api: Api) => void
  /** What operators may see and decide of it at the console, which is another process. */
  registerConsole?: (api: ConsoleApi) => void
  jobs?: readonly Job[]
  /** How its operations report the outcome of their idempotency keys. */
  operations?: readonly FindOperation[]
  /** Operations that a crashed process or a late answer may leave open. */
  openWork?: readonly OpenWork[]
  webhooks?: readonly Webhook[]
  /** Uploaded files that it serves. */
  folders?: readonly ServedFolder[]
}
