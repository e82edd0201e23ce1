import { dayMs, minuteMs } from '@kapao/contract/times'
import { openKnownNetworks } from '#core/limits/addresses/known-networks.ts'
import { createLine } from '#core/lines/line.ts'
import type { ContextWith, Capability } from '#context/app-context.ts'
import { openPuzzles } from './puzzle.ts'
import { otpRoutes } from './routes.ts'
import { sendCode, type OtpDeps } from './send.ts'
import { readHour, watchHour } from './spending/alarm.ts'
import { serveGauges } from './spending/gauges.ts'
import { scaleSmsLimits } from './spending/budgets.ts'
import { forgetOldCodes, verifyCode } from './verify.ts'

export type Otp = Capability & {
  sendCode: (wanted: Parameters<typeof sendCode>[1]) => ReturnType<typeof sendCode>
  verifyCode: (attempt: Parameters<typeof verifyCode>[1]) => ReturnType<typeof verifyCode>
}

/**
 * Slots are database connections, most of which other calls need, so a network gets one. A refusal takes a few
 * milliseconds, so even a long queue is a short wait.
 */
const strangersLine = {
  atOnceMax: 4,
  ownerAtOnceMax: 1,
  waitingMax: 400,
  ownerWaitingMax: 20,
  waitMs: 5_000,
}
const devicesLine = {
  atOnceMax: 2,
  ownerAtOnceMax: 1,
  waitingMax: 50,
  ownerWaitingMax: 3,
  waitMs: 2_000,
}

/** One-time codes by SMS, with the limits that protect the day's messages. */
export function openOtp(
  context: ContextWith<
    'db' | 'clock' | 'ids' | 'log' | 'outside' | 'readSettings' | 'metrics',
    'rateLimitFactor' | 'variant'
  >,
): Otp {
  const { config, db, clock, log, metrics, outside, readSettings } = context
  const deps: OtpDeps = {
    ...context,
    sms: outside.sms,
    readSettings: async () => scaleSmsLimits(await readSettings(), config.rateLimitFactor),
    puzzles: openPuzzles(context),
    networkIsKnown: openKnownNetworks(context).has,
    lines: { strangers: createLine(strangersLine), devices: createLine(devicesLine) },
  }
  if (metrics) serveGauges({ log, registry: metrics.registry }, () => readHour(context))
  return {
    sendCode: (wanted) => sendCode(deps, wanted),
    verifyCode: (attempt) => verifyCode(deps, attempt),
    registerCalls: (api) => otpRoutes(api, { ...deps, variant: config.variant }),
    jobs: [
      { name: 'otp.forgetOld', everyMs: dayMs, run: () => forgetOldCodes({ db, clock }) },
      { name: 'otp.watchHour', everyMs: minuteMs, run: () => watchHour(context) },
    ],
  }
}
