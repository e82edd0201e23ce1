// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { passkeyOptions, stubDevice } from '../../../testing/device.ts'
import { openPart, type Answers } from '../../../testing/open-part.tsx'
import { text } from '#text/en/all.ts'
import { refuse } from '@kapao/ui/testing/served.ts'
import { JoinScreen } from './join-screen.tsx'
import { nameTyped, readKept } from './kept-join.ts'

const { ways, people } = text
const code = '7KQ2-M4XW-9PZA-3F6H'
const until = '2026-11-27T12:00:00.000Z'
const desk = { name: 'Kapao', language: 'en', passwords: false, demo: null } as const

function answersOf(state: 'open' | 'asked' | 'added' | 'over'): Answers {
  return {
    'GET /api/console/desk': () => desk,
    'POST /api/console/join/begin': () => ({ challenge: 'q', options: passkeyOptions }),
    'POST /api/console/join/finish': () => ({ code, until }),
    'POST /api/console/join/read': () => ({ state }),
  }
}

beforeEach(() => vi.unstubAllGlobals())

const open = async (answers: Answers, onSignIn = vi.fn()) => {
  const part = await openPart(<JoinScreen onSignIn={onSignIn} />, { answers })
  stubDevice()
  return { ...part, onSignIn }
}

async function join(part: Awaited<ReturnType<typeof open>>, name: string): Promise<void> {
  const { user, screen } = part
  await user.type(screen.getByLabelText(ways.joinName), name)
  await user.click(screen.getByRole('button', { name: ways.joinMake }))
}

test('PERSON-12 PERSON-14 who joins is shown the code of their own key, also after a reload', async () => {
  stubDevice()
  const part = await open(answersOf('open'))
  await join(part, ' Kai ')
  await part.screen.findByText(code)
  expect(part.sentTo('POST /api/console/join/begin')).toEqual([{ name: 'kai' }])
  expect(part.sentTo('POST /api/console/join/finish')[0]).toMatchObject({
    name: 'kai',
    challenge: 'q',
    label: people.passkeyLabelUsual,
  })
  expect(part.words()).toContain(ways.joinCodeLead('kai'))
  expect(part.words()).toContain(ways.joinOpen)
  expect(readKept()).toEqual({ name: 'kai', code, until })
  part.close()
  const again = await openPart(<JoinScreen onSignIn={part.onSignIn} />, {
    answers: answersOf('asked'),
  })
  await again.screen.findByText(ways.joinAsked)
  expect(again.words()).toContain(code)
})

test('PERSON-12 who has been added is led to the sign-in, and the code is kept no longer', async () => {
  localStorage.setItem('join', JSON.stringify({ name: 'kai', code, until }))
  const part = await open(answersOf('added'))
  await part.screen.findByText(ways.joinAdded)
  expect(part.words()).not.toContain(code)
  await part.user.click(part.screen.getByRole('button', { name: ways.toSignIn }))
  expect(part.onSignIn).toHaveBeenCalledOnce()
  expect(readKept()).toBeNull()
})

test('PERSON-12 a code that is over is shown no more, and one begins again', async () => {
  stubDevice()
  localStorage.setItem('join', JSON.stringify({ name: 'kai', code, until }))
  const part = await open(answersOf('over'))
  await part.screen.findByText(ways.joinOver)
  expect(part.words()).not.toContain(code)
  await part.user.click(part.screen.getByRole('button', { name: ways.joinAgain }))
  await part.screen.findByLabelText(ways.joinName)
})

test('PERSON-12 a name that is none is refused with a sentence, and no code appears', async () => {
  stubDevice()
  const answers = answersOf('open')
  const wrong = refuse('KEY_INVALID', {}, 400)
  const part = await open({ ...answers, 'POST /api/console/join/begin': () => wrong })
  await join(part, '1!')
  await part.screen.findByText(ways.joinNameWrong)
  expect(readKept()).toBeNull()
})

test.each(['', '{', 'null', '{"name":"kai"}', '{"name":1,"code":2,"until":3}', '[]'])(
  'PERSON-14 what is kept as %j is nothing',
  (kept) => {
    localStorage.setItem('join', kept)
    expect(readKept()).toBeNull()
    expect(nameTyped(' Kai\n')).toBe('kai')
  },
)
