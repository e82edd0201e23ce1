// @vitest-environment jsdom
import { refuse } from '@kapao/ui/testing/served.ts'
import { act, fireEvent, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { openPart, type Answers } from '../../testing/open-part.tsx'
import { text as words } from '#text/en/all.ts'
import { placesOf } from './places-of.ts'
import { Preview } from './preview.tsx'
import { preview as text } from './text/en.ts'

const previewCall = 'POST /api/console/preview'
const page = { settings: { settings: {} }, brandCss: '' }
const answered: Answers = {
  [previewCall]: (wish) => ({
    problems: [],
    page,
    code: null,
    answers: [{ method: 'GET', path: '/drafted', status: 200, body: wish.settings }],
  }),
}

const draftOf = (value: unknown) => ({ settings: [{ name: 'conditions.en', value }] })

function Typed() {
  const [typed, type] = useState('one')
  return (
    <>
      <input aria-label="typed" value={typed} onChange={(event) => type(event.target.value)} />
      <Preview screens={['conditions', 'login']} draft={draftOf(typed)} language="en" />
    </>
  )
}

/** From the next drawing on the window is wide. */
function widen(): void {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
}

/** The frames, what was posted to them, and a way to answer as one of them, or as somebody else. */
function listenTo() {
  const frames = [...document.querySelectorAll('iframe')]
  const posted: {
    number: number
    screen: string
    language: string
    answers: { body: unknown }[]
  }[] = []
  for (const frame of frames)
    vi.spyOn(frame.contentWindow!, 'postMessage').mockImplementation((order: unknown) => {
      posted.push(order as (typeof posted)[number])
    })
  const say = (data: unknown, { source = frames[0]!.contentWindow, origin = 'null' } = {}) =>
    act(async () => {
      fireEvent(window, new MessageEvent('message', { data, source, origin }))
    })
  return { frames, posted, say }
}

const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 200)))

test('SCREEN-49 SCREEN-50 a frame has no origin, is given the draft when it is ready, and again when it is typed', async () => {
  const { screen, sentTo, user, words: shown } = await openPart(<Typed />, { answers: answered })
  await screen.findByTitle(text.frame('Conditions', 'English'))
  const { frames, posted, say } = listenTo()
  expect(frames.map((frame) => frame.getAttribute('sandbox'))).toEqual(['allow-scripts'])
  expect(frames[0]!.getAttribute('src')).toBe('/preview/')
  await settle()
  expect(posted).toEqual([])
  await say({ kind: 'ready' })
  expect(posted).toMatchObject([{ kind: 'show', screen: 'conditions', language: 'en' }])
  expect(shown()).toContain(text.drawing)
  await say({ kind: 'drawn', number: posted[0]!.number, cut: [] })
  expect(shown()).not.toContain(text.drawing)
  await user.type(screen.getByLabelText('typed'), ' two')
  const last = () => posted.at(-1)!.answers[0]!.body
  await waitFor(() => expect(last()).toEqual(draftOf('one two').settings))
  // Of what is typed in one go the last is asked for.
  expect(sentTo(previewCall).length).toBeLessThan(4)
})

test('SCREEN-50 a draft is asked for 120 ms after its last key, so that answer and drawing have the rest of 300', async () => {
  const { screen, sentTo } = await openPart(<Typed />, { answers: answered })
  await screen.findByTitle(text.frame('Conditions', 'English'))
  await settle()
  const input = screen.getByLabelText('typed')
  const valuesSent = () =>
    sentTo(previewCall).map(({ settings }) => (settings as { value: string }[])[0]!.value)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const type = (value: string) =>
      act(async () => void fireEvent.change(input, { target: { value } }))
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    await type('two')
    await pass(100)
    await type('three')
    await pass(100)
    expect(valuesSent()).toEqual(['one'])
    await pass(30)
    expect(valuesSent()).toEqual(['one', 'three'])
  } finally {
    vi.useRealTimers()
  }
})

test('SCREEN-49 nobody but the frame itself is listened to', async () => {
  const { screen, words: shown } = await openPart(<Typed />, { answers: answered })
  await screen.findByTitle(text.frame('Conditions', 'English'))
  const { posted, say } = listenTo()
  await settle()
  await say({ kind: 'ready' }, { source: window })
  await say({ kind: 'ready' }, { origin: 'https://elsewhere.example' })
  expect(posted).toEqual([])
  await say({ kind: 'ready' })
  const { number } = posted[0]!
  await say({ kind: 'drawn', number, cut: ['never cut'] }, { source: window })
  await say({ kind: 'drawn', number: 'one', cut: [] })
  await say('drawn')
  await say(null)
  expect(shown()).not.toContain('never cut')
  expect(shown()).toContain(text.drawing)
})

test('SCREEN-50 the languages change by tab, and stand side by side where there is room', async () => {
  const { screen, user, sentTo } = await openPart(<Typed />, { answers: answered })
  await screen.findByTitle(text.frame('Conditions', 'English'))
  await user.click(screen.getByLabelText(words.desk.languages.la))
  await screen.findByTitle(text.frame('Conditions', words.desk.languages.la))
  await waitFor(() => expect(sentTo(previewCall).at(-1)).toMatchObject({ language: 'la' }))
  await user.selectOptions(screen.getByLabelText(text.screen), text.screens.login)
  const chosen = { screen: 'login', language: 'la' }
  await waitFor(() => expect(sentTo(previewCall).at(-1)).toMatchObject(chosen))
  widen()
  await user.type(screen.getByLabelText('typed'), '!')
  for (const language of Object.values(words.desk.languages))
    await screen.findByTitle(text.frame('Login', language))
  expect(screen.queryByLabelText(words.desk.languages.la)).toBeNull()
})

test('SCREEN-50 a wrong draft leaves the screen as it was, and says so', async () => {
  const problem = { setting: 'conditions.en', path: [], reason: 'form' as const, sentence: '' }
  const answers: Answers = {
    [previewCall]: (wish) =>
      wish.settings?.[0]?.value === 'one'
        ? { problems: [], page, answers: [], code: null }
        : { problems: [problem], page: null, answers: [], code: null },
  }
  const { screen, user, words: shown } = await openPart(<Typed />, { answers })
  await screen.findByTitle(text.frame('Conditions', 'English'))
  const { posted, say } = listenTo()
  await say({ kind: 'ready' })
  await settle()
  await user.type(screen.getByLabelText('typed'), '<')
  await screen.findByText(text.wrong)
  expect(posted).toHaveLength(1)
  expect(shown()).toContain(text.wrong)
})

test('SCREEN-50 a draft that is not whole yet has no screen, and nothing is said to be loading', async () => {
  const problem = { setting: null, path: ['code'], reason: 'form' as const, sentence: '' }
  const answers: Answers = {
    [previewCall]: () => ({ problems: [problem], page: null, answers: [], code: null }),
  }
  const { screen, words: shown } = await openPart(<Typed />, { answers })
  await screen.findByText(text.notYet)
  const { say } = listenTo()
  await say({ kind: 'ready' })
  expect(shown()).not.toContain(text.drawing)
  expect(shown()).not.toContain(text.wrong)
})

test('SCREEN-50 what cannot be asked for is not said to be loading', async () => {
  const answers: Answers = { [previewCall]: () => refuse('NOT_FOUND', {}, 404) }
  const { screen, words: shown } = await openPart(<Typed />, { answers })
  await screen.findByText(text.none)
  const { say } = listenTo()
  await say({ kind: 'ready' })
  expect(shown()).not.toContain(text.drawing)
})

test('SCREEN-51 words that a phone cuts are named, and their places in the value are found', async () => {
  const onCut = vi.fn()
  const part = <Preview screens={['wheel']} draft={draftOf('x')} language="th" onCut={onCut} />
  const { screen, words: shown } = await openPart(part, { answers: answered })
  await screen.findByTitle(text.frame('Wheel', words.desk.languages.th))
  const { posted, say } = listenTo()
  await say({ kind: 'ready' })
  await settle()
  await say({ kind: 'drawn', number: posted[0]!.number, cut: ['five hundred ba', 7] })
  expect(shown()).toContain('five hundred ba')
  expect(onCut).toHaveBeenCalledWith(['five hundred ba'], 'th')

  const value = [{ html: '<p>five  <b>hundred</b> baht</p>', image: '/x' }, 'other', null, 5]
  expect(placesOf(value, ['five hundred ba'])).toEqual([[0, 'html']])
  expect(placesOf(value, ['', 'elsewhere'])).toEqual([])
})

test('SCREEN-50 a frame that is silent for five seconds is said not to be there, and is tried again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  try {
    const { screen, user, words: shown } = await openPart(<Typed />, { answers: answered })
    await screen.findByTitle(text.frame('Conditions', 'English'))
    expect(shown()).not.toContain(text.none)
    await act(() => vi.advanceTimersByTimeAsync(5_100))
    expect(shown()).toContain(text.none)
    const [silent] = document.querySelectorAll('iframe')
    await user.click(screen.getByRole('button', { name: words.desk.retry }))
    const { frames, say, posted } = listenTo()
    expect(frames[0]).not.toBe(silent)
    expect(shown()).not.toContain(text.none)
    await say({ kind: 'ready' })
    expect(posted).toHaveLength(1)
  } finally {
    vi.useRealTimers()
  }
})
