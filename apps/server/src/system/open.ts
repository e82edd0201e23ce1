import { join } from 'node:path'
import { readActive } from '@kapao/contract/lookup'
import { markChatRead, sendMessage, uploadChatImage, uploadChatVideo } from '@kapao/contract/chat'
import { isRead, type EndpointShape } from '@kapao/contract/endpoint'
import { refreshGames } from '@kapao/contract/games'
import { endDevice, endOtherDevices, login, logout } from '@kapao/contract/session'
import { dayMs, hourMs } from '@kapao/contract/times'
import { freeBytesAt } from '#core/uploads/bounds/free-space.ts'
import { forgetWritten } from '#core/written/written.ts'
import { createJobs, type Job, type Jobs } from '#core/jobs/jobs.ts'
import { createReadLine } from '#core/lines/read-line.ts'
import type { Log } from '#core/telemetry/log.ts'
import type { Metrics } from '#core/telemetry/metrics.ts'
import type { Traces } from '#core/telemetry/traces.ts'
import type { Api, BridgeDeps } from '#core/calls/route.ts'
import { inRecovery, type RestoreWatch } from '#core/restore/restore.ts'
import { sweepJobs } from '#core/jobs/sweep/sweeper.ts'
import { openSettings } from '#settings/read.ts'
import type { Capability } from '#context/app-context.ts'
import { buildApp, type BuiltApp } from './build-app.ts'
import { compose } from './compose.ts'
import { serveLastKnown, pageContent } from './page-content.ts'
import {
  openIdleParts,
  openProcessParts,
  type ProcessParts,
  type ProcessInput,
} from './process-parts.ts'
import { sealsAsText } from '#desk/watch/ledger.ts'

export type SystemContext = Omit<ProcessInput, 'readSettings'> & {
  log: Log
  metrics: Metrics
  traces?: Pick<Traces, 'note'> | undefined
  /** Folder of the built page; tests bring their own. */
  distDir?: string
  isClockRight?: () => Promise<boolean>
}

/** What every process consists of, whatever it serves. */
export type ProcessSystem = {
  /** What it may do without, beside its database. */
  parts: Record<string, () => Promise<unknown>>
  /** Open sockets of pages in this process. */
  sockets: () => number
  restores: RestoreWatch
  close: () => Promise<void>
}

export type System = BuiltApp & ProcessSystem & { jobs: Jobs }

const builtPage = join(import.meta.dirname, '../../../web/dist')

/** Resolves when everything is open and its listeners are connected. */
export async function openSystem(around: SystemContext): Promise<System> {
  const { config, db, clock } = around
  const settings = await openSettings(around)
  const parts = openProcessParts({ ...around, readSettings: settings.read })
  const { capabilities, chat, review, pictures } = compose(parts)
  await parts.sessions.listen()
  parts.live.connect()
  parts.buckets?.connect()
  const talks = await chat.listen()
  const acts = await review.listen()
  const app = await buildApp({
    http: around,
    bridge: bridgeOf(parts),
    page: {
      distDir: around.distDir ?? builtPage,
      readPicture: pictures.readPicture,
      loadContent: serveLastKnown(async () =>
        pageContent(config, await settings.read(), await parts.restores.isClosed()),
      ),
    },
    registerCalls: (api) => registerCalls(api, capabilities),
    clock,
    webhooks: capabilities.flatMap((one) => one.webhooks ?? []),
    live: parts.live,
    files: {
      links: parts.uploads.links,
      folders: capabilities.flatMap((one) => one.folders ?? []),
    },
    sealsAsText: sealsAsText({ db }),
  })
  const { isClosed } = parts.restores
  const jobs = createJobs({ ...around, isClosed }, jobsOf(parts, capabilities))
  return {
    ...app,
    jobs,
    sockets: () => parts.live.open,
    parts: {
      'its latest books': () => refuseClosed(parts.restores),
      'space for uploaded files': () => refuseShort(config),
      ...(parts.buckets && { Redis: parts.buckets.ask }),
      ...(parts.uploads.askBucket && { 'the bucket of uploaded files': parts.uploads.askBucket }),
    },
    restores: parts.restores,
    close: async () => {
      await jobs.stop()
      await parts.uploads.close()
      await parts.live.close()
      parts.buckets?.close()
      await talks.stop()
      await acts.stop()
      await parts.sessions.close()
      await settings.close()
    },
  }
}

type Disk = { dataDir: string; uploadsFreeBytesMin: number }

async function refuseShort({ dataDir, uploadsFreeBytesMin }: Disk): Promise<void> {
  if ((await freeBytesAt(dataDir)) < uploadsFreeBytesMin) throw new Error('the disk is almost full')
}

async function refuseClosed({ isClosed }: RestoreWatch): Promise<void> {
  if (await isClosed()) throw new Error(inRecovery)
}

/** The calls that a server of this build answers; this opens no connection. */
export function servedCalls(): EndpointShape[] {
  const parts = openIdleParts()
  const api: Api = { addRoute: () => undefined, deps: bridgeOf(parts), served: [] }
  registerCalls(api, compose(parts).capabilities)
  return api.served
}

function registerCalls(api: Api, capabilities: readonly Capability[]): void {
  for (const one of capabilities) one.registerCalls?.(api)
}

/** Besides what only reads: coming, going, talking to us, and looking at games, which no provider is asked for meanwhile. */
const whenClosed: readonly string[] = [
  refreshGames.path,
  login.path,
  logout.path,
  endDevice.path,
  endOtherDevices.path,
  sendMessage.path,
  uploadChatImage.path,
  uploadChatVideo.path,
  markChatRead.path,
]

/** The parts between HTTP and the handlers of calls. */
function bridgeOf(parts: ProcessParts): BridgeDeps {
  const { sessions, devices, limiter, switches, restores, context } = parts
  return {
    freeBytesMin: context.config.uploadsFreeBytesMin,
    isClosed: restores.isClosed,
    answersWhenClosed: (endpoint) => isRead(endpoint) || whenClosed.includes(endpoint.path),
    sessions,
    devices,
    limiter,
    switches,
    readLine: createReadLine(),
    answersWhenGone: ({ path }) => path === readActive.path,
  }
}

function jobsOf({ context, sessions, devices }: ProcessParts, all: readonly Capability[]): Job[] {
  const { clock, log, metrics } = context
  const openWork = all.flatMap((one) => one.openWork ?? [])
  return [
    { name: 'sessions.forgetOld', everyMs: dayMs, run: sessions.forgetOld },
    {
      name: 'written.forgetOld',
      everyMs: hourMs,
      run: () => forgetWritten(context.db, clock.now()),
    },
    { name: 'devices.forgetOld', everyMs: dayMs, run: devices.forgetOld },
    ...all.flatMap((one) => one.jobs ?? []),
    ...sweepJobs({ clock, log, figures: metrics?.sweep }, openWork),
  ]
}
