// @vitest-environment jsdom
import { later, refuse } from '@kapao/ui/testing/served.ts'
import { describe, expect, test, vi } from 'vitest'
import { readDraft } from '#core/page/draft.ts'
import { openPart, type Answers } from '../../../../testing/open-part.tsx'
import { Composer } from './composer.tsx'

const call = 'POST /api/console/talks/answer'
const around: Answers = {
  'POST /api/console/talks/typing': () => ({}) as never,
  'GET /api/console/talks/{talk}': () => refuse('NOT_FOUND', {}, 404),
  'GET /api/console/inbox/{box}': () => refuse('NOT_FOUND', {}, 404),
  'GET /api/console/work/counts': () => ({ kinds: [] }),
}

async function open(answer: NonNullable<Answers[typeof call]>) {
  const opened = await openPart(<Composer talk="T1" language="th" />, {
    answers: { ...around, [call]: answer },
  })
  const field = opened.screen.getByRole('textbox') as HTMLTextAreaElement
  const send = opened.screen.getByRole('button', { name: 'Send' })
  return { ...opened, field, send, sentWords: () => opened.sentTo(call) }
}

describe('SECOND-15 an answer to a customer', () => {
  test('that is empty or blank cannot be sent', async () => {
    const { user, field, send, sentWords } = await open(() => ({}) as never)
    expect(send.hasAttribute('disabled')).toBe(true)
    await user.type(field, '   {Enter}')
    expect(send.hasAttribute('disabled')).toBe(true)
    expect(sentWords()).toEqual([])
  })

  test('is sent once, trimmed, however often it is pressed; then field and draft are empty', async () => {
    const { answer, give } = later<never>()
    const { user, field, send, sent, sentWords } = await open(() => answer)
    await user.type(field, ' hello ')
    await user.click(send)
    await user.click(send)
    await user.type(field, '{Enter}')
    expect(sentWords()).toEqual([{ talk: 'T1', text: 'hello' }])
    expect(sent.find(({ name }) => name === call)!.key).toMatch(/^[\w-]{16,}$/)
    expect(field.value.trim()).toBe('hello')
    give({} as never)
    await vi.waitFor(() => expect(field.value).toBe(''))
    expect(readDraft('answer T1')).toBe('')
  })

  test('that is refused stays, with its reason', async () => {
    const { user, field, send, screen } = await open(() => refuse('NO_RIGHT', {}, 403))
    await user.type(field, 'hello')
    await user.click(send)
    expect(await screen.findByText('Your roles do not allow this.')).toBeTruthy()
    expect(field.value).toBe('hello')
    expect(readDraft('answer T1')).toBe('hello')
  })
})

/** An upload of the browser that ends when the test says so. */
class HeldUpload extends EventTarget {
  static readonly waiting: HeldUpload[] = []
  readonly upload = new EventTarget()
  readonly status = 200
  readonly responseText = '{}'
  timeout = 0
  open = vi.fn()
  setRequestHeader = vi.fn()
  abort = vi.fn()
  send = () => void HeldUpload.waiting.push(this)
}

const picture = (name: string) => new File(['x'], name, { type: 'image/png' })

test('SECOND-15 with several files: they are sent one after the other, and the words once, after the last', async () => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => '', revokeObjectURL: vi.fn() }))
  const { user, screen, field, send, sentWords } = await open(() => ({}) as never)
  vi.stubGlobal('XMLHttpRequest', HeldUpload)
  await user.type(field, 'both slips')
  await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, [
    picture('one.png'),
    picture('two.png'),
  ])
  await user.click(send)
  for (const uploads of [1, 2]) {
    await vi.waitFor(() => expect(HeldUpload.waiting).toHaveLength(uploads))
    expect(sentWords()).toEqual([])
    HeldUpload.waiting.at(-1)!.dispatchEvent(new Event('load'))
  }
  await vi.waitFor(() => expect(sentWords()).toEqual([{ talk: 'T1', text: 'both slips' }]))
  await vi.waitFor(() => expect(field.value).toBe(''))
  expect(sentWords()).toHaveLength(1)
  expect(screen.queryByText('one.png')).toBe(null)
})

test('a sixth file is refused by its name, and five wait', async () => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => '', revokeObjectURL: vi.fn() }))
  const { user, screen } = await open(() => ({}) as never)
  const six = [1, 2, 3, 4, 5, 6].map((no) => picture(`${no}.png`))
  await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, six)
  await screen.findByText('6.png: At most 5 files can wait here.', { exact: false })
  expect(screen.getAllByRole('listitem')).toHaveLength(5)
})
