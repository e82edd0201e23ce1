// @vitest-environment jsdom
import type { TalkRow } from '@kapao/contract/console/inbox'
import { refuse } from '@kapao/ui/testing/served.ts'
import { expect, test, vi } from 'vitest'
import { memberOf } from '../../../testing/member.ts'
import { openPart, type Answers } from '../../../testing/open-part.tsx'
import { text } from '#text/en/all.ts'
import { Claim } from './claim.tsx'

const { claim } = text.inbox
const join = 'POST /api/console/talks/join'

async function open(claims: TalkRow['claims'], answer: NonNullable<Answers[typeof join]>) {
  const talk = { talk: 'T1', claims } as TalkRow
  return openPart(<Claim talk={talk} />, {
    answers: { [join]: answer, 'GET /api/console/members/one/{memberId}': () => memberOf({}) },
  })
}

test('HOUSE-75 a guest is put beside a member by the phone that they have named', async () => {
  const { user, screen, sentTo } = await open(null, () => refuse('NOT_FOUND', {}, 404))
  await user.type(screen.getByLabelText(claim.phone), ' 0812345678 {Enter}')
  await screen.findByText(claim.none)
  expect(sentTo(join)).toEqual([{ talk: 'T1', phone: '0812345678' }])
})

test('HOUSE-75 beside the member stands that nobody has verified it, and one press takes the member away', async () => {
  const claims = { memberId: 'A1B2C3D4E5F6', name: 'SO•••' }
  const { user, screen, sentTo } = await open(claims, () => ({}) as TalkRow)
  await screen.findByText(claim.unproven)
  await user.click(screen.getByRole('button', { name: claim.end }))
  await vi.waitFor(() => expect(sentTo(join)).toEqual([{ talk: 'T1', phone: null }]))
})
