import { spawn, type ChildProcess } from 'node:child_process'
import type { Environment } from '../secrets.ts'
import type { Log } from '../telemetry/log.ts'

/** Where systemd is notified, and how long it waits for a sign of life. */
export type SupervisorPlace = { socket: string; watchdogMs: number }

/** As systemd says it to the processes that it watches; null for any other. */
export function supervisorOf(env: Environment): SupervisorPlace | null {
  const { NOTIFY_SOCKET: socket, WATCHDOG_USEC: watchdog } = env
  return socket ? { socket, watchdogMs: (Number(watchdog) || Infinity) / 1_000 } : null
}

/** How a supervisor that watches this process is notified. */
export type Supervisor = {
  /** Calls may be sent to it. */
  reportReady: () => void
  reportStopping: () => void
}

/**
 * Node has no datagrams of Unix, and this program is wherever there is a systemd to receive them. A stop signals all
 * processes of a unit; this one ends when its input does.
 */
const passOn = 'trap "" TERM; while read -r state; do systemd-notify "$state"; done'
/** A start that waits for its database may take as long as it likes, if it still answers. */
const startMayTakeMs = 30_000
const beatEveryMs = 5_000
/** Beats that may be missed before the supervisor acts, for a machine that is busy. */
const beatsWithin = 3

/**
 * Reports to systemd where it runs this process (NOTIFY_SOCKET): that it is ready, that it stops, and, from the event
 * loop itself, that it lives. A frozen process goes silent, and is started again.
 */
export function openSupervisor(at: SupervisorPlace | null, log: Pick<Log, 'warn'>): Supervisor {
  if (at === null) return { reportReady: () => undefined, reportStopping: () => undefined }
  let helper: ChildProcess | null = null
  let isStarting = true

  const startHelper = (): ChildProcess => {
    const started = spawn('/bin/sh', ['-c', passOn], {
      env: { NOTIFY_SOCKET: at.socket, PATH: '/usr/bin:/bin' },
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    const forget = (error: unknown): void => {
      if (helper === started) helper = null
      log.warn({ err: error }, 'systemd was not notified; the next notice tries again')
    }
    started.once('error', forget).once('exit', () => forget(new Error('its helper ended')))
    started.stdin?.on('error', () => undefined)
    started.unref()
    return started
  }
  const tell = (state: string): void => {
    helper ??= startHelper()
    helper.stdin?.write(`${state}\n`)
  }
  const beat = (): void =>
    tell(isStarting ? `EXTEND_TIMEOUT_USEC=${startMayTakeMs * 1_000}` : 'WATCHDOG=1')
  setInterval(beat, Math.min(beatEveryMs, at.watchdogMs / beatsWithin)).unref()
  beat()
  return {
    reportReady: () => {
      isStarting = false
      tell('READY=1')
    },
    reportStopping: () => tell('STOPPING=1'),
  }
}
