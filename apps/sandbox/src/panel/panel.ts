import { readFileSync } from 'node:fs'
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Impossible } from '../call.ts'
import type { Actor, ControlCall, World } from '../actor.ts'
import { hostIsAddress, isOwnForm } from '../control/loopback.ts'
import { runControlCall } from '../control/run-control-call.ts'
import { markupOf } from './html.ts'
import { panelPage, type Failure } from './page.ts'

type Panel = { world: World; actors: Actor[]; calls: ControlCall[] }

const files = {
  'tokens.css': 'text/css; charset=utf-8',
  'layout.css': 'text/css; charset=utf-8',
  'parts.css': 'text/css; charset=utf-8',
  'games.css': 'text/css; charset=utf-8',
  'panel.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
}

// Referrer-Policy may not be no-referrer: browsers would then post our own forms with `Origin: null`.
const guardHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; " +
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

/** The page for people: it shows the world, and its forms run the same control calls as tests. */
export async function servePanel(
  app: FastifyInstance,
  { world, actors, calls }: Panel,
): Promise<void> {
  await app.register(formbody)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(guardHeaders)
    if (!hostIsAddress(request)) {
      return reply.code(403).type('text/plain').send('Open the panel by localhost or by address.')
    }
  })

  const sendPage = (reply: FastifyReply, failure?: Failure) =>
    reply
      .code(failure ? 400 : 200)
      .type('text/html; charset=utf-8')
      .send(markupOf(panelPage(world, actors, failure)))

  app.get('/', async (_request, reply) => sendPage(reply))
  serveFiles(app)

  for (const call of calls.filter(({ method }) => method !== 'GET')) {
    app.post(`/panel/${call.name}`, async (request, reply) => {
      if (!isOwnForm(request)) {
        return reply.code(403).type('text/plain').send('Only the panel itself may post here.')
      }
      const fields = filledFields(request.body)
      let result: unknown
      try {
        result = await runControlCall(call, fields)
      } catch (error) {
        if (!(error instanceof Impossible)) throw error
        return sendPage(reply, { call: call.name, problem: error.message, fields })
      }
      return reply.redirect(pageOf(result) ?? sectionOf(call), 303)
    })
  }
}

function serveFiles(app: FastifyInstance): void {
  for (const [name, type] of Object.entries(files)) {
    const bytes = readFileSync(new URL(`files/${name}`, import.meta.url))
    app.get(`/panel/${name}`, async (_request, reply) => reply.type(type).send(bytes))
  }
}

/** Some calls answer with a page of the sandbox, such as a game's table; the form then redirects there. */
function pageOf(result: unknown): string | null {
  const path = (result as { path?: unknown } | undefined)?.path
  return typeof path === 'string' && path.startsWith('/games/') ? path : null
}

function sectionOf({ name }: ControlCall): string {
  const [part, verb] = name.split('.')
  return verb === undefined ? '/' : `/#${part}`
}

/** An empty field of a form means "not given". */
function filledFields(body: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body ?? {}).filter(([, value]) => value !== ''))
}
