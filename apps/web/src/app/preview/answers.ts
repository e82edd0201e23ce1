import type { DraftAnswer } from './message.ts'

let answers: readonly DraftAnswer[] = []
let open = 0

/** From now on a call finds its answer here, and nothing else; nothing leaves the frame. */
export function answerCalls(): void {
  Object.assign(globalThis, { fetch: answerCall })
}

async function answerCall(address: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  open += 1
  try {
    return answerTo(init?.method ?? 'GET', address)
  } finally {
    open -= 1
  }
}

export function answerFrom(given: readonly DraftAnswer[]): void {
  answers = given
}

export function areAllAnswered(): boolean {
  return open === 0
}

const noData = { status: 404, body: { code: 'NO_DATA', message: 'NO_DATA' } }

function answerTo(method: string, address: RequestInfo | URL): Response {
  const path = address instanceof Request ? address.url : String(address)
  const known = answers.find((one) => one.method === method && one.path === path)
  const { status, body } = known ?? noData
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  return new Response(JSON.stringify(body), { status, headers })
}
