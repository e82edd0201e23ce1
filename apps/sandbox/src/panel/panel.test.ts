import { expect, test } from 'vitest'
import { openSandbox, requestWithHeaders } from '../testing/open-sandbox.ts'

const form = 'application/x-www-form-urlencoded'

async function openPanel() {
  const sandbox = await openSandbox()
  const post = (call: string, fields: Record<string, string>, headers?: Record<string, string>) =>
    requestWithHeaders(`${sandbox.url}/panel/${call}`, {
      method: 'POST',
      headers: { 'content-type': form, ...(headers ?? { origin: sandbox.url }) },
      body: new URLSearchParams(fields).toString(),
    })
  return { ...sandbox, post, page: async () => (await fetch(sandbox.url)).text() }
}

test('OP-C11 the page shows messages with their code, and markup in them stays text', async () => {
  const { page, requestOtp, inbox, url } = await openPanel()
  await requestOtp('0812345678')
  await fetch(`${url}/sms`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('sandbox-key:sandbox-secret')}` },
    body: new URLSearchParams({
      msisdn: '0899999999',
      sender: `"'<b>`,
      message: '<script>alert(1)</script> & </li>',
    }),
  })
  const text = await page()
  const code = (await inbox())[1]!.code!
  expect(text).toContain(`<span data-code>${code}</span>`)
  expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &lt;/li&gt;')
  expect(text).toContain('&quot;&#39;&lt;b&gt;')
  expect(text).not.toContain('<script>alert')
})

test('bodies, headers and paths sent by callers stay text in the journal', async () => {
  const { page, url } = await openPanel()
  await fetch(`${url}/x?q=<img onerror=1>`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-note': '<i>' },
    body: '{"a":"</pre><script>"}',
  })
  const text = await page()
  expect(text).toContain('x-note: &lt;i&gt;')
  expect(text).toContain('&lt;/pre&gt;&lt;script&gt;')
  expect(text).not.toMatch(/<script>|<img|<i>/)
})

test('the page may run only what the sandbox serves, and the files are there', async () => {
  const { url } = await openPanel()
  const reply = await fetch(url)
  const policy = reply.headers.get('content-security-policy')!
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe')
  const text = await reply.text()
  expect(text).not.toMatch(/ style=| on[a-z]+=/)
  for (const [, path] of text.matchAll(/(?:href|src)="(\/panel\/[^"]+)"/g)) {
    expect((await fetch(url + path)).status).toBe(200)
  }
})

test.each([
  ['a foreign page', { origin: 'https://evil.test' }],
  ['a page without a name', { origin: 'null' }],
  ['a browser that says so', { 'sec-fetch-site': 'cross-site' }],
  ['another port of this machine', { 'sec-fetch-site': 'same-site' }],
  ['nobody knows who', {}],
])('a post from %s changes nothing', async (_who, headers) => {
  const { post, requestOtp, inbox } = await openPanel()
  await requestOtp('0812345678')
  expect((await post('sms.clear', {}, headers as Record<string, string>)).status).toBe(403)
  expect(await inbox()).toHaveLength(1)
})

test('a foreign name that resolves to this machine is refused', async () => {
  const { url } = await openPanel()
  const reply = await requestWithHeaders(url, { headers: { host: 'evil.test' } })
  expect(reply).toMatchObject({ status: 403 })
  expect(reply.text).not.toContain('inbox')
  const byAddress = await requestWithHeaders(url, { headers: { host: '192.168.1.5:8090' } })
  expect(byAddress.status).toBe(200)
})

test('its forms do what the control plane does and lead back to their section', async () => {
  const { post, control, page } = await openPanel()
  const added = await post('faults.add', {
    operation: 'sms.request',
    kind: 'drip',
    count: '',
    delayMs: '70',
  })
  expect(added).toMatchObject({ status: 303, location: '/#faults' })
  const { rules } = (await control('GET', '/faults')).body as {
    rules: { id: string; delayMs: number }[]
  }
  expect(rules).toMatchObject([{ kind: 'drip', delayMs: 70 }])
  expect(await page()).toContain('<strong>drip</strong> on <code>sms.request</code>')

  await post('faults.remove', { id: rules[0]!.id }, { 'sec-fetch-site': 'same-origin' })
  expect((await control('GET', '/faults')).body).toMatchObject({ rules: [] })

  await post('clock.move', { stop: 'true' })
  await post('clock.move', { byMs: '-60000' })
  expect((await control('GET', '/clock')).body).toMatchObject({ offsetMs: -60_000, stopped: true })
  expect(await page()).toContain('1 min behind real time.')
  expect(await post('reset', {})).toMatchObject({ status: 303, location: '/' })
})

test('a form that cannot be done says why and keeps what was filled in', async () => {
  const { post, control } = await openPanel()
  const reply = await post('faults.add', {
    operation: 'sms.send',
    kind: 'drip',
    count: '0',
    seed: '9"',
  })
  expect(reply.status).toBe(400)
  expect(reply.text).toContain('role="alert"')
  expect(reply.text).toContain('count: Too small')
  expect(reply.text).toMatch(/<option value="drip"\s+selected>/)
  expect(reply.text).toContain('value="9&quot;"')
  expect((await control('GET', '/faults')).body).toMatchObject({ rules: [] })
})

test('reading calls are not offered as forms', async () => {
  const { post } = await openPanel()
  expect((await post('sms.inbox', {})).status).toBe(404)
})
