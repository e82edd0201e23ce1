/** A refusal as the server answers it: the status, and what its body says besides. */
export type Refusal = {
  status: number
  refused: { code: string } & Record<string, unknown>
  headers?: Record<string, string>
}

export function refuse(code: string, more: Record<string, unknown> = {}, status = 409): Refusal {
  return { status, refused: { code, message: code, ...more } }
}

/** The same, until so many seconds have passed. */
export function refuseFor(code: string, seconds: number): Refusal {
  return { ...refuse(code, {}, 429), headers: { 'retry-after': `${seconds}` } }
}

/** What was sent to a call, with its key if it had one. */
export type SentCall = { name: string; input: Record<string, unknown>; key: string | null }

/** An answer that a test gives when it wants to. */
export function later<T>(): { answer: Promise<T>; give: (value: T) => void } {
  const { promise, resolve } = Promise.withResolvers<T>()
  return { answer: promise, give: resolve }
}

type Answer = (input: never) => unknown

/** A server that knows the answers of one test by the names of the calls; what it was asked besides is unexpected. */
export function startServed(answers: Readonly<Record<string, Answer | undefined>>) {
  const sent: SentCall[] = []
  const unexpected: string[] = []

  async function answer(address: string, init: RequestInit = {}): Promise<Response> {
    const [path = '', query = ''] = address.split('?')
    const asked = `${init.method ?? 'GET'} ${path}`
    const found = findAnswer(answers, asked)
    if (!found) {
      unexpected.push(asked)
      return respond(404, { code: 'NO_DATA', message: 'not found' })
    }
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as object) : {}
    const input = {
      ...found.parameters,
      ...Object.fromEntries(new URLSearchParams(query)),
      ...body,
    }
    sent.push({ name: found.name, input, key: new Headers(init.headers).get('idempotency-key') })
    const given = await found.answer(input as never)
    return isRefusal(given)
      ? respond(given.status, given.refused, given.headers)
      : respond(200, given)
  }
  return { answer, sent, unexpected }
}

function findAnswer(answers: Readonly<Record<string, Answer | undefined>>, asked: string) {
  for (const [name, answer] of Object.entries(answers)) {
    const words = [...name.matchAll(/\{(\w+)\}/g)].map(([, word]) => word!)
    const match = new RegExp(`^${name.replaceAll(/\{\w+\}/g, '([^/]+)')}$`).exec(asked)
    if (!match || !answer) continue
    const parameters = words.map((word, place) => [word, decodeURIComponent(match[place + 1]!)])
    return { name, answer, parameters: Object.fromEntries(parameters) as Record<string, string> }
  }
  return null
}

function isRefusal(given: unknown): given is Refusal {
  return typeof given === 'object' && given !== null && 'refused' in given
}

function respond(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  const all = { 'content-type': 'application/json', ...headers }
  return new Response(JSON.stringify(body), { status, headers: all })
}
