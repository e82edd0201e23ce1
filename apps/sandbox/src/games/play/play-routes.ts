import { readFileSync } from 'node:fs'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ActorWorld } from '../../actor.ts'
import { operation } from '../../operation.ts'
import { markupOf } from '../../panel/html.ts'
import type { Html } from '../../panel/html.ts'
import type { Family } from '../families/family.ts'
import type { Provider } from '../provider/provider.ts'
import { closedPage, signInPage, tablePage } from './play-page.ts'
import { bet, settle } from './round.ts'
import { languageOf } from './texts.ts'

const symbols = ['bowl', 'chili', 'leaf', 'lime', 'star'].map((name) => `${name}.svg`)
const scripts = ['play', 'slot', 'ball', 'numbers'].map((name) => `${name}.js`)
const files = [...symbols, ...scripts, 'play.css', 'stages.css']
const types = { svg: 'image/svg+xml', js: 'text/javascript; charset=utf-8', css: 'text/css' }

// Operators embed games in a frame of their own page, so framing is not restricted.
const guardHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; " +
    "form-action 'self'; base-uri 'none'; frame-ancestors *",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}

export function serveGameFiles({ app }: ActorWorld): void {
  for (const name of files) {
    const bytes = readFileSync(new URL(`files/${name}`, import.meta.url))
    const type = types[name.split('.')[1] as keyof typeof types]
    app.get(`/games/files/${name}`, async (_request, reply) =>
      reply.header('x-content-type-options', 'nosniff').type(type).send(bytes),
    )
  }
}

/** The provider's own site: where launch links lead, where members sign in, and the tables. */
export function playRoutes(stage: ActorWorld, provider: Provider, family: Family): void {
  const root = `/games/${provider.code}`
  const toTable = (reply: FastifyReply, table: string) =>
    reply.headers(guardHeaders).redirect(`${root}/table/${table}`, 303)

  const paths = new Set([`${root}/play`, root + family.entrance.path])
  for (const path of paths) {
    stage.app.get(path, async (request, reply) => {
      const token = tokenOf(request, family.entrance.token)
      const table = token === undefined ? null : provider.tables.enter(token)
      if (table !== null) return toTable(reply, table)
      const mayStillSignIn = token === undefined && family.hasPasswords
      return mayStillSignIn
        ? send(reply, signInPage(visitOf(request, provider)))
        : send(reply.code(410), closedPage(visitOf(request, provider)))
    })
  }
  if (family.hasPasswords) {
    stage.app.post(`${root}/login`, async (request, reply) => {
      const { username, password } = credentialsOf(request)
      const account = provider.find(username)
      if (account && password !== '' && account.password === password) {
        return toTable(reply, provider.tables.sit(username))
      }
      return send(reply.code(401), signInPage(visitOf(request, provider), { username }))
    })
  }
  stage.app.get(`${root}/table/:table`, async (request, reply) => {
    const { table } = request.params as { table: string }
    const account = provider.find(provider.tables.whoSits(table) ?? '')
    const visit = visitOf(request, provider)
    return account
      ? send(reply, tablePage(visit, account))
      : send(reply.code(410), closedPage(visit))
  })
  tableCalls(stage, provider)
}

function tableCalls(stage: ActorWorld, provider: Provider): void {
  const call = (verb: string, summary: string) =>
    ({
      name: `games.${provider.code}.${verb}`,
      method: 'POST',
      path: `/games/${provider.code}/table/:table/${verb}`,
      summary,
    }) as const
  operation(stage, call('bet', 'Play: place a stake'), (received) => bet(provider, received))
  operation(stage, call('settle', 'Play: end the round'), (received) => settle(provider, received))
}

function tokenOf({ params, query }: FastifyRequest, name: string): string | undefined {
  return { ...(query as object), ...(params as object) }[name as never]
}

function visitOf(request: FastifyRequest, provider: Provider) {
  return { provider, language: languageOf(request.headers['accept-language']) }
}

function credentialsOf({ body }: FastifyRequest): { username: string; password: string } {
  const fields = new URLSearchParams(Buffer.isBuffer(body) ? body.toString() : '')
  return { username: fields.get('username') ?? '', password: fields.get('password') ?? '' }
}

function send(reply: FastifyReply, page: Html): FastifyReply {
  return reply.headers(guardHeaders).type('text/html; charset=utf-8').send(markupOf(page))
}
