import { consoleMark } from '../../../../packages/contract/src/console/limits.ts'
import { sessionCookie } from '../../../../apps/server/src/core/console/bridge.ts'

/** An operator of the demo at the console. Each has a network of their own. */
export type Operator = (name: string, body?: unknown) => Promise<number>

/** Calls as the console's own page makes them; resolves with the status once the whole answer has arrived. */
export async function signIn(console: string, who: string, from: string): Promise<Operator> {
  const send = (name: string, body?: unknown, cookie?: string): Promise<Response> => {
    const [method = 'GET', path = '/'] = name.split(' ')
    return fetch(console + path, {
      method,
      headers: {
        ...(method === 'POST' && { 'x-client': consoleMark, origin: new URL(console).origin }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        'sec-fetch-site': 'same-origin',
        'x-forwarded-for': from,
        ...(cookie && { cookie }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }
  const answer = await send('POST /api/console/sign-in/demo', { name: who })
  const [token] =
    new RegExp(`${sessionCookie}=[^;]+`).exec(answer.headers.get('set-cookie') ?? '') ?? []
  if (token === undefined) throw new Error(`${who} cannot sign in: ${await answer.text()}`)
  return async (name, body) => {
    const response = await send(name, body, token)
    await response.arrayBuffer()
    return response.status
  }
}
