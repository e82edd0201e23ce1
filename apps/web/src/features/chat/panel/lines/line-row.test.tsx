import { PassThrough } from 'node:stream'
import { languages, type Language } from '@kapao/contract/limits'
import { renderToPipeableStream } from 'react-dom/server'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { CallFault } from '#core/calls/fault.ts'
import { I18nProvider, startI18n } from '#core/i18n.tsx'
import { ChatProvider } from '../../chat-context.tsx'
import type { Chat } from '../../engine/chat.ts'
import type { ChatLine } from '../../story/line.ts'
import { chatTexts } from '../../text/chat-text.ts'
import { loadMemberText, loadPublicText, loadVisitorText } from '#text/packs.ts'
import { LineRow } from './line-row.tsx'

const packs = { loadPublicText, loadVisitorText, loadMemberText }
const chat = { previewOf: () => null } as unknown as Chat

// The browser objects that the lines read: the origin of the page, and a page without settings from the server.
beforeAll(() => {
  vi.stubGlobal('location', { origin: 'https://kapao.example' })
  vi.stubGlobal('document', { getElementById: () => null })
})
afterAll(() => vi.unstubAllGlobals())

async function render(message: object, language: Language, part: Partial<ChatLine> = {}) {
  const line = {
    key: 'a',
    seq: 1,
    sender: 'other',
    message,
    createdAt: '2026-11-21T05:00:00.000Z',
    sessionId: 's1',
    own: null,
    ...part,
  } as ChatLine
  const i18n = await startI18n(language, packs, { remember: () => {} })
  return new Promise<string>((resolve, reject) => {
    const out = new PassThrough()
    let html = ''
    out.on('data', (piece: Buffer) => (html += piece.toString()))
    out.on('end', () => resolve(html))
    const { pipe } = renderToPipeableStream(
      <I18nProvider i18n={i18n}>
        <ChatProvider chat={chat}>
          <LineRow line={line} isFirstOfGroup isLast isTimed isSeen={false} />
        </ChatProvider>
      </I18nProvider>,
      { onAllReady: () => pipe(out), onError: reject },
    )
  })
}

describe.each(languages)('in %s', (language) => {
  test('CHAT-14 an unknown kind of message is shown as such', async () => {
    const html = await render({ message_type: 'hologram', payload: { x: 1 } }, language)
    expect(html).toContain((await chatTexts.load(language)).unknown)
  })

  test('HOUSE-114 a guest whom a person has blocked reads that, and until when, and nothing of a limit', async () => {
    const againAtMs = Date.parse('2026-11-29T05:00:00.000Z')
    const refused = { status: 403, code: 'CHAT_BLOCKED', message: 'CHAT_BLOCKED', againAtMs }
    const own = {
      id: 'd1',
      status: 'failed',
      isWaiting: false,
      progress: 0,
      createdAt: null,
      fault: new CallFault('refused', refused),
    } as unknown as ChatLine['own']
    const message = { message_type: 'text', payload: { message: 'a' } }
    const html = await render(message, language, { sender: 'customer', own, createdAt: null })
    const { CHAT_BLOCKED } = (await chatTexts.load(language)).refusals
    expect(html).toContain(CHAT_BLOCKED(againAtMs))
    expect(CHAT_BLOCKED(againAtMs)).toContain('29/11/2026')
  })

  test('a message beyond the rate limit asks to wait, and says how to go on', async () => {
    const tooMany = { status: 429, code: 'REQUEST_LIMIT', message: 'Rate limit exceeded' }
    const own = {
      id: 'd1',
      status: 'failed',
      isWaiting: false,
      progress: 0,
      createdAt: null,
      fault: new CallFault('refused', tooMany),
    } as unknown as ChatLine['own']
    const message = { message_type: 'text', payload: { message: 'a' } }
    const part = { sender: 'customer', own, createdAt: null } as Partial<ChatLine>
    const html = await render(message, language, part)
    const text = await chatTexts.load(language)
    const { refusals } = await loadPublicText(language)
    for (const words of [text.delivery.failed, refusals.REQUEST_LIMIT, text.again, text.remove])
      expect(html).toContain(words)
    expect(html).not.toContain(tooMany.message)
  })

  test('CHAT-10 CHAT-50 SCREEN-75 a picture, a video and a file, from our servers only; what lies elsewhere is a link', async () => {
    const media = (payload: object) =>
      render(
        { message_type: 'media', payload: { name: 'a', filePath: '/files/a', ...payload } },
        language,
      )
    expect(await media({ fileType: 'image' })).toContain('src="https://kapao.example/files/a"')
    expect(await media({ fileType: 'video' })).toMatch(
      /<video[^>]* src="https:\/\/kapao.example\/files\/a"/,
    )
    expect(await media({ fileType: 'file' })).toContain('href="https://kapao.example/files/a"')
    const given = { fileType: 'image', url: 'https://kapao.example/b.png' }
    expect(await media(given)).toContain('src="https://kapao.example/b.png"')
    for (const fileType of ['image', 'video', 'file']) {
      const elsewhere = { fileType, url: 'https://evil.example/b.png', filePath: '' }
      const html = await media(elsewhere)
      expect(html).toContain('<a class')
      expect(html).toContain('href="https://evil.example/b.png"')
      expect(html).not.toMatch(/<(?:img|video)|src=/)
    }
  })
})

test('SEC-05 links out of the chat open a window without an opener or a referrer', async () => {
  const web = { type: 'web', title: 'a', payload: 'https://kapao.example/x' }
  const call = { type: 'call', title: 'b', payload: '021234567' }
  const html = [
    await render({ message_type: 'buttons', payload: { message: '', buttons: [web, call] } }, 'en'),
    await render({ message_type: 'text', payload: { message: 'https://kapao.example/y' } }, 'en'),
    await render(
      { message_type: 'media', payload: { fileType: 'file', filePath: '/files/a', name: 'a' } },
      'en',
    ),
  ].join('')
  const links = html.match(/<a [^>]*>/g) ?? []
  expect(links).toHaveLength(4)
  for (const link of links.filter((one) => !one.includes('href="tel:'))) {
    expect(link).toMatch(/href="https:\/\/kapao\.example\//)
    expect(link).toMatch(/target="_blank"/)
    expect(link).toMatch(/rel="noopener noreferrer/)
  }
})

test('S43 nothing in a message can run, whatever its kind', async () => {
  const bad = 'javascript:alert(1)//"><img src=x onerror=alert(1)>'
  const buttons = ['web', 'call', 'postback', bad].map((type) => ({
    title: bad,
    type,
    payload: bad,
  }))
  const messages = [
    { message_type: 'text', payload: { message: bad } },
    { message_type: 'buttons', payload: { message: bad, buttons } },
    { message_type: 'quick_replies', payload: { message: bad, buttons } },
    { message_type: 'postback', payload: { title: bad, message: bad } },
    { message_type: 'generic', payloads: [{ image_url: bad, title: bad, subtitle: bad, buttons }] },
    ...['image', 'video', 'file'].map((fileType) => ({
      message_type: 'media',
      payload: { message: bad, url: bad, fileType, filePath: bad, name: bad },
    })),
  ]
  for (const message of messages) {
    const html = await render(message, 'en')
    expect(html, JSON.stringify(message)).not.toMatch(
      /(?:href|src)="(?!https:\/\/kapao\.example\/)/,
    )
    expect(html).not.toMatch(/<img[^>]*onerror|<script|\sstyle=/)
  }
})
