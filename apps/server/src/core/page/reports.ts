import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { minuteMs } from '@kapao/contract/times'
import { counterOf } from '../calls/caller.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../telemetry/log.ts'
import type { RateLimiter } from '../limits/rate-limit.ts'

/** Where browsers report violations of the page's policy. */
export const reportsPath = '/csp-reports'
/** The policy's name for this endpoint, and the header that gives its address. */
export const reportsGroup = 'page'
export const reportingEndpoints = `${reportsGroup}="${reportsPath}"`

const bodyBytes = 16 * 1024
/** Anyone may send reports, so neither one body nor all together may fill the log. */
const reportsOfBodyMax = 5
const linesAMinuteMax = 30

type ReportsDeps = { clock: Clock; log: Pick<Log, 'warn'>; limiter: RateLimiter }

/** The two forms that browsers send: one report under a name, or a list of the newer kind. */
const older = z.object({
  'csp-report': z.object({
    'effective-directive': z.string().optional(),
    'violated-directive': z.string().optional(),
    'blocked-uri': z.string().optional(),
  }),
})
const newer = z.array(
  z.object({
    type: z.string(),
    body: z.object({
      effectiveDirective: z.string().optional(),
      blockedURL: z.string().optional(),
    }),
  }),
)

export type BlockedResource = { directive: string; blocked: string }

/** S44: logs violations by directive and origin only; an address could hold a code or a name. */
export async function serveReports(
  app: FastifyInstance,
  { clock, log, limiter }: ReportsDeps,
): Promise<void> {
  let minute = 0
  let lines = 0
  const mayWrite = (): boolean => {
    const now = Math.floor(clock.now().getTime() / minuteMs)
    if (now !== minute) [minute, lines] = [now, 0]
    lines += 1
    return lines <= linesAMinuteMax
  }
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addHook('onRequest', async ({ ip: address }, reply) => {
      await counterOf(limiter, reply)('report', { memberId: null, address })
    })
    for (const type of ['application/csp-report', 'application/reports+json'])
      scope.addContentTypeParser<string>(
        type,
        { parseAs: 'string', bodyLimit: bodyBytes },
        (_request, text, done) => done(null, text),
      )
    scope.post(reportsPath, (request, reply) => {
      for (const stopped of readReports(request.body))
        if (mayWrite()) log.warn(stopped, 'the policy of the page blocked a resource')
      return reply.code(204).send()
    })
  })
}

export function readReports(text: unknown): BlockedResource[] {
  if (typeof text !== 'string') return []
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return []
  }
  const one = older.safeParse(body)
  if (one.success) {
    const report = one.data['csp-report']
    const directive = report['effective-directive'] ?? report['violated-directive']
    return [stoppedOf(directive, report['blocked-uri'])]
  }
  const many = newer.safeParse(body)
  if (!many.success) return []
  return many.data
    .filter(({ type }) => type === 'csp-violation')
    .slice(0, reportsOfBodyMax)
    .map(({ body }) => stoppedOf(body.effectiveDirective, body.blockedURL))
}

const directiveForm = /^[a-z-]{1,40}/
const wordForm = /^[a-z-]{1,30}$/
const hostLengthMax = 100

function stoppedOf(directive = '', blocked = ''): BlockedResource {
  const origin = blocked.length > 2_000 ? undefined : URL.parse(blocked)?.origin
  const isKnown = origin !== undefined && origin !== 'null' && origin.length <= hostLengthMax
  return {
    directive: directiveForm.exec(directive)?.[0] ?? 'unknown',
    // `inline`, `eval` and `data` are keywords, not addresses.
    blocked: isKnown ? origin : wordForm.test(blocked) ? blocked : 'unknown',
  }
}
