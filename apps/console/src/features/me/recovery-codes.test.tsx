// @vitest-environment jsdom
import { refuse } from '@kapao/ui/testing/served.ts'
import { expect, test } from 'vitest'
import { openPart, type Answers } from '../../testing/open-part.tsx'
import { text } from '#text/en/all.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

const { ways, refusals } = text
const codes = Array.from({ length: 10 }, (_, at) => `AAAA-BBBB-CCCC-DDD${at}`)

function answersOf(made: string[] | null, left: number): Answers {
  let count = left
  return {
    'GET /api/console/own/notices': () => ({ notices: [], passkeys: 1, recoveryCodes: count }),
    'POST /api/console/own/recovery': () => {
      if (made === null) return refuse('TOUCH_NEEDED', {}, 403)
      count = made.length
      return { codes: made }
    },
  }
}

test('PERSON-13 codes are shown once, to be written down', async () => {
  const part = await openPart(<RecoveryCodes />, { answers: answersOf(codes, 0) })
  await part.screen.findByText(ways.codesNone)
  await part.user.click(part.screen.getByRole('button', { name: ways.codesMake }))
  await part.screen.findByText(ways.codesNow)
  for (const code of codes) expect(part.words()).toContain(code)
  await part.user.click(part.screen.getByRole('button', { name: ways.codesDone }))
  await expect.poll(part.words).not.toContain(codes[0])
  expect(part.words()).toContain(ways.codesLeft(10))
})

test('PERSON-13 who has codes sees how many are left, and that new ones void them', async () => {
  const part = await openPart(<RecoveryCodes />, { answers: answersOf(codes, 2) })
  await part.screen.findByText(ways.codesLeft(2))
  expect(part.screen.getByRole('button', { name: ways.codesAgain })).toBeTruthy()
})

test('PERSON-13 without a touch no code is shown', async () => {
  const part = await openPart(<RecoveryCodes />, { answers: answersOf(null, 0) })
  await part.screen.findByText(ways.codesNone)
  await part.user.click(part.screen.getByRole('button', { name: ways.codesMake }))
  await part.screen.findByText(refusals.TOUCH_NEEDED)
  expect(part.words()).not.toContain('AAAA')
})
