// @vitest-environment jsdom
import type { ConsoleCallOutput } from '@kapao/contract/console/calls'
import type { CannedAnswer } from '@kapao/contract/console/inbox'
import { later, refuse } from '@kapao/ui/testing/served.ts'
import { expect, test, vi } from 'vitest'
import { queryClient, readAgain } from '#core/queries.ts'
import { readDraft } from '#core/page/draft.ts'
import { signInAs } from '../../../testing/examples.ts'
import { openPart, type Answers } from '../../../testing/open-part.tsx'
import { text } from '#text/en/all.ts'
import { CannedScreen } from './canned-screen.tsx'

const { canned: words, refusals, desk } = text
const read = 'GET /api/console/canned'
const save = 'POST /api/console/canned/save'
type StoredAnswers = ConsoleCallOutput<typeof read>

const answerOf = (name: string, en = `${name} in English`): CannedAnswer => ({
  name,
  text: { th: `${name} th`, la: `${name} la`, en },
})
const hello = answerOf('hello')
const bye = answerOf('bye')
const languages = desk.languages

async function open(
  answers: Answers = {},
  { stored = (): StoredAnswers => ({ canned: [hello, bye], version: 4 }) } = {},
) {
  queryClient.clear()
  signInAs('owner')
  const part = await openPart(<CannedScreen />, { answers: { [read]: stored, ...answers } })
  await part.screen.findByRole('heading', { name: words.title })
  const button = (name: string) => part.screen.getByRole('button', { name })
  const choose = async (name: string) =>
    part.user.click(await part.screen.findByRole('button', { name: new RegExp(`^${name}`) }))
  const retype = async (label: string, typed: string): Promise<void> => {
    const field = part.screen.getByLabelText(label)
    await part.user.clear(field)
    if (typed !== '') await part.user.type(field, typed)
  }
  return { ...part, button, choose, retype, press: (name: string) => part.user.click(button(name)) }
}

test('an edit is kept until it is saved, and saved whole, trimmed, once, on the version it began with', async () => {
  const { answer, give } = later<StoredAnswers>()
  const part = await open({ [save]: () => answer })
  expect(part.screen.queryByRole('button', { name: words.save })).toBeNull()
  await part.choose('bye')
  await part.retype(languages.en, ' See you ')
  expect(readDraft('canned answers')).toContain('See you')
  await part.press(words.save)
  await part.press(words.save)
  const now = { version: 5, canned: [hello, answerOf('bye', 'See you')] }
  await vi.waitFor(() => expect(part.sentTo(save)).toHaveLength(1))
  expect(part.sentTo(save)).toEqual([{ version: 4, canned: now.canned }])
  give(now)
  await part.screen.findAllByText(words.saved)
  expect(readDraft('canned answers')).toBe('')
  expect(part.screen.queryByRole('button', { name: words.save })).toBeNull()
})

test.each([
  ['a name that is none', words.name, '1', words.wrong.name],
  ['a name that another has', words.name, 'hello', words.wrong.twice],
  ['words missing in one language', languages.la, '', words.wrong.text],
])('%s is said at its field, and nothing is sent', async (_, label, typed, wrong) => {
  const part = await open()
  await part.choose('bye')
  await part.retype(label, typed)
  expect(part.words()).not.toContain(wrong)
  await part.press(words.save)
  await part.screen.findByText(wrong)
  expect(part.sentTo(save)).toEqual([])
})

test('an incomplete answer is opened where another one was', async () => {
  const part = await open()
  await part.press(words.add)
  await part.choose('hello')
  await part.press(words.save)
  expect(part.screen.getByLabelText(words.name)).toHaveProperty('value', '')
  expect(part.sentTo(save)).toEqual([])
})

test('a refused save says why, and every word stays', async () => {
  const part = await open({ [save]: () => refuse('NO_RIGHT', {}, 403) })
  await part.choose('bye')
  await part.retype(languages.en, 'See you')
  await part.press(words.save)
  await part.screen.findByText(refusals.NO_RIGHT)
  expect(part.screen.getByLabelText(languages.en)).toHaveProperty('value', 'See you')
  expect(readDraft('canned answers')).toContain('See you')
})

test('DESK-111 who saved first is not overwritten: both ways out stand there, and joined edits go out on theirs', async () => {
  let stored: StoredAnswers = { canned: [hello, bye], version: 4 }
  const theirs = answerOf('hello', 'Good day')
  const part = await open(
    {
      [save]: ({ version, canned }) =>
        version === stored.version
          ? { version: 6, canned }
          : refuse('DECISION_REFUSED', { why: 'setting-changed' }),
    },
    { stored: () => stored },
  )
  await part.choose('bye')
  await part.retype(languages.en, 'See you')
  stored = { canned: [theirs, bye], version: 5 }
  await part.press(words.save)
  // At once, not when the page asks again by itself.
  await vi.waitFor(() => expect(part.sentTo(read)).toHaveLength(2))
  await part.screen.findByText(words.conflict('hello'))
  expect(part.sentTo(save)).toMatchObject([{ version: 4 }])
  expect(part.words()).not.toContain(text.work.refused['setting-changed'])
  expect(part.screen.queryByRole('button', { name: words.save })).toBeNull()
  await part.press(words.join)
  await part.press(words.save)
  await vi.waitFor(() => expect(part.sentTo(save)).toHaveLength(2))
  expect(part.sentTo(save)[1]).toEqual({ version: 5, canned: [theirs, answerOf('bye', 'See you')] })
})

test('DESK-111 an edit that another operator’s save has passed is not sent on their version', async () => {
  let stored: StoredAnswers = { canned: [hello, bye], version: 4 }
  const part = await open({}, { stored: () => stored })
  await part.choose('bye')
  await part.retype(languages.en, 'See you')
  stored = { canned: [bye], version: 5 }
  await readAgain(read)
  await part.screen.findByText(words.conflict('hello'))
  await part.press(words.theirs)
  expect(readDraft('canned answers')).toBe('')
  await vi.waitFor(() => expect(part.words()).not.toContain('See you'))
})

test('DESK-110 answers are moved and removed where they stand, and a discarded edit is gone', async () => {
  const part = await open({ [save]: ({ canned }) => ({ version: 5, canned }) })
  await part.choose('bye')
  expect(part.button(words.down).hasAttribute('disabled')).toBe(true)
  await part.press(words.up)
  expect(part.screen.getByLabelText(words.name)).toHaveProperty('value', 'bye')
  expect(part.button(words.up).hasAttribute('disabled')).toBe(true)
  await part.press(words.discard)
  await part.choose('hello')
  expect(part.button(words.up).hasAttribute('disabled')).toBe(true)
  await part.press(words.remove)
  await part.press(words.save)
  await vi.waitFor(() => expect(part.sentTo(save)).toEqual([{ version: 4, canned: [bye] }]))
})

test('without the right there is nothing to edit', async () => {
  signInAs('support')
  const part = await openPart(<CannedScreen />, {
    answers: { [read]: () => ({ canned: [hello], version: 4 }) },
  })
  await part.screen.findByText(desk.noScreen)
  expect(part.words()).not.toContain('hello')
})
