// @vitest-environment jsdom
import { pictureProblems } from '@kapao/contract/console/problems'
import type { ValueProblem } from '@kapao/contract/console/setting-calls'
import { fireEvent } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { openPart, type Answers } from '../../../testing/open-part.tsx'
import { text as english } from '#text/en/all.ts'
import { FieldEditor } from '../field-editor.tsx'
import { FormContext } from '../field-props.ts'
import { fields as words } from '../text/en.ts'
import { FieldsTextContext } from '../text/fields-text.ts'
import { fields as lao } from '../text/la.ts'
import { fields as thai } from '../text/th.ts'
import type { Json } from '../values.ts'
import type { HousePicture } from './use-add-picture.ts'

const { edit, picture: text } = words
const { desk } = english
const list = 'GET /api/console/pictures/list'

const pictureOf = (letter: string, codes: string[] = []): HousePicture => ({
  address: `/pictures/${letter.repeat(43)}.webp`,
  width: 800,
  height: 400,
  bytes: 20_480,
  codes,
  by: 'operator:rin',
  at: '2026-11-21T05:00:00.000Z',
})

/** Sends nothing; the test answers. */
class HeldUpload extends EventTarget {
  static waiting: HeldUpload[] = []
  readonly upload = new EventTarget()
  status = 200
  responseText = ''
  timeout = 0
  open = vi.fn()
  setRequestHeader = vi.fn()
  abort = vi.fn()
  send = (body: FormData) => {
    this.body = body
    HeldUpload.waiting.push(this)
  }
  body = new FormData()

  answer(status: number, body: object): void {
    Object.assign(this, { status, responseText: JSON.stringify(body) })
    this.dispatchEvent(new Event('load'))
  }
}

beforeEach(() => {
  HeldUpload.waiting = []
})

type FieldCase = {
  first?: Json
  answers?: Answers
  problems?: ValueProblem[]
  isReadOnly?: boolean
}

async function open({
  first = '',
  answers = {},
  problems = [],
  isReadOnly = false,
}: FieldCase = {}) {
  const values: Json[] = [first]
  function Editor() {
    const [now, set] = useState<Json>(first)
    const change = (next: Json): void => {
      values.push(next)
      set(next)
    }
    const field = { form: 'picture' } as const
    return (
      <FieldsTextContext value={words}>
        <FormContext value={{ problems, isReadOnly, Inner: FieldEditor }}>
          <FieldEditor field={field} label="Banner" path={[]} value={now} onChange={change} />
        </FormContext>
      </FieldsTextContext>
    )
  }
  const part = await openPart(<Editor />, { answers })
  vi.stubGlobal('XMLHttpRequest', HeldUpload)
  const field = () => part.screen.getByRole('group', { name: 'Banner' })
  const sent = async (count = 1) => {
    await vi.waitFor(() => expect(HeldUpload.waiting).toHaveLength(count))
    return HeldUpload.waiting.at(-1)!
  }
  const choose = (file: File) =>
    part.user.upload(part.screen.getByLabelText(`${edit.choose}: Banner`), file)
  const press = (name: string) => part.user.click(part.screen.getByRole('button', { name }))
  return { ...part, values, field, sent, choose, press, value: () => values.at(-1) }
}

const png = (size = 3) => new File([new Uint8Array(size)], 'a.png', { type: 'image/png' })

test('SCREEN-41 a picture is sent as it is chosen, with its progress, and becomes the value; what its codes say stands there', async () => {
  const part = await open()
  await part.choose(png())
  const upload = await part.sent()
  expect(upload.open).toHaveBeenCalledWith('POST', '/api/console/pictures')
  expect((upload.body.get('file') as File).name).toBe('a.png')
  const progress = await part.screen.findByRole('progressbar', { name: text.sending })
  upload.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: 1, total: 2 }))
  await vi.waitFor(() => expect(progress).toHaveProperty('value', 0.5))
  expect(part.values).toEqual([''])
  const added = pictureOf('A', ['https://line.me/ti/p/~ours'])
  upload.answer(200, added)
  const shown = await part.screen.findByRole('img', { name: 'Banner' })
  expect(shown.getAttribute('src')).toBe(added.address)
  expect(part.value()).toBe(added.address)
  expect(part.words()).toContain('800 × 400 · 20 KB · QR: https://line.me/ti/p/~ours')
  await part.press(edit.remove)
  expect(part.value()).toBe('')
})

test.each([
  ['dropped', (field: HTMLElement) => fireEvent.drop(field, { dataTransfer: { files: [png()] } })],
  ['pasted', (field: HTMLElement) => fireEvent.paste(field, { clipboardData: { files: [png()] } })],
])('SCREEN-41 a picture is %s', async (_how, put) => {
  const part = await open()
  put(part.field())
  ;(await part.sent()).answer(200, pictureOf('B'))
  await vi.waitFor(() => expect(part.value()).toBe(pictureOf('B').address))
})

test.each(pictureProblems)(
  'SCREEN-41 a picture that is refused for %s says so at its field, and the value stays',
  async (picture) => {
    const part = await open({ first: pictureOf('C').address })
    await part.choose(png())
    ;(await part.sent()).answer(415, { code: 'FILE_WRONG', picture })
    expect((await part.screen.findByRole('alert')).textContent).toBe(text.problems[picture])
    expect(part.values).toHaveLength(1)
    const all = [words, thai, lao].map((pack) => pack.picture.problems[picture])
    expect(new Set(all).size).toBe(3)
  },
)

test.each([
  ['a drawing', new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' }), text.problems.kind],
  ['11 MB', png(11 * 1024 * 1024), text.problems.bytes],
])('SCREEN-41 %s is not even sent', async (_what, file, problem) => {
  const part = await open()
  fireEvent.drop(part.field(), { dataTransfer: { files: [file] } })
  expect((await part.screen.findByRole('alert')).textContent).toBe(problem)
  expect(HeldUpload.waiting).toEqual([])
})

test('SCREEN-41 a picture of the store is chosen, page by page', async () => {
  const part = await open({
    answers: {
      [list]: ({ after }) =>
        after === undefined
          ? { pictures: [pictureOf('A')], next: '7' }
          : { pictures: [{ ...pictureOf('D'), width: 900 }], next: null },
    },
  })
  await part.press(text.store)
  await part.screen.findByRole('button', { name: /^800/ })
  await part.user.click(part.screen.getByRole('button', { name: desk.more }))
  await part.user.click(await part.screen.findByRole('button', { name: /^900/ }))
  expect(part.sentTo(list)).toEqual([{}, { after: '7' }])
  expect(part.value()).toBe(pictureOf('D').address)
  expect(part.screen.queryByRole('dialog')).toBeNull()
})

test('SCREEN-41 who may only read adds nothing, and a picture of the members’ own page is named', async () => {
  const part = await open({ first: '/games/pg.svg', isReadOnly: true })
  fireEvent.drop(part.field(), { dataTransfer: { files: [png()] } })
  expect(HeldUpload.waiting).toEqual([])
  fireEvent.error(part.screen.getByRole('img', { name: 'Banner' }))
  await part.screen.findByText('/games/pg.svg')
  for (const name of [text.add, text.store, edit.remove])
    expect(part.screen.getByRole('button', { name })).toHaveProperty('disabled', true)
})
