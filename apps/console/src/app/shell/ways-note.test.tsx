// @vitest-environment jsdom
import type { Notice } from '@kapao/contract/console/operators'
import type { Me } from '@kapao/contract/console/sign-in'
import { beforeEach, expect, test } from 'vitest'
import { openPart, type Answers } from '../../testing/open-part.tsx'
import { keepMe } from '#shared/me.ts'
import { text } from '#text/en/all.ts'
import { WaysNote } from './ways-note.tsx'

const { ways } = text
const at = '2026-11-26T12:00:00.000Z'
const me: Me = {
  name: 'nok',
  roles: ['owner'],
  rights: [],
  touchedUntil: at,
  endsAt: at,
  passkeys: 1,
  ways: ['passkey'],
}
const mine: Notice = { id: '7', operator: 'nok', what: 'added', label: 'a phone', at }
const others: Notice = { id: '8', operator: 'kai', what: 'recovered', label: 'a laptop', at }

beforeEach(() => keepMe(me))

/** A server that has these notices until they are acknowledged. */
function answersOf(notices: Notice[], spare: { passkeys: number; recoveryCodes: number }): Answers {
  let left = notices
  return {
    'GET /api/console/own/notices': () => ({ notices: left, ...spare }),
    'POST /api/console/own/notices/seen': ({ ids }) => {
      left = left.filter(({ id }) => !ids.includes(id))
      return { message: 'SUCCESS' }
    },
  }
}

test('PERSON-06 new ways in of oneself and of others are shown until they are acknowledged', async () => {
  const answers = answersOf([others, mine], { passkeys: 2, recoveryCodes: 10 })
  const part = await openPart(<WaysNote />, { answers })
  await part.screen.findByText(ways.mine.added('a phone'))
  expect(part.words()).toContain(`kai ${ways.others.recovered('a laptop')}`)
  expect(part.words()).toContain(ways.notYou)
  await part.user.click(part.screen.getByRole('button', { name: ways.seen }))
  await expect.poll(part.words).not.toContain('a phone')
  expect(part.sentTo('POST /api/console/own/notices/seen')).toEqual([{ ids: ['8', '7'] }])
})

test('PERSON-06 what concerns others alone asks nobody whether it was them', async () => {
  const answers = answersOf([others], { passkeys: 2, recoveryCodes: 10 })
  const part = await openPart(<WaysNote />, { answers })
  await part.screen.findByText(/a laptop/)
  expect(part.words()).not.toContain(ways.notYou)
})

test.each([
  [{ passkeys: 1, recoveryCodes: 0 }, true],
  [{ passkeys: 1, recoveryCodes: 1 }, false],
  [{ passkeys: 2, recoveryCodes: 0 }, false],
  // The operators of a demo, and those of a password.
  [{ passkeys: 0, recoveryCodes: 0 }, false],
])('PERSON-13 with %j a spare way in is asked for: %s', async (spare, isAsked) => {
  const part = await openPart(<WaysNote />, { answers: answersOf([mine], spare) })
  await part.screen.findByText(ways.mine.added('a phone'))
  expect(part.words().includes(ways.spare)).toBe(isAsked)
})
