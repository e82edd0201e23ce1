import { expect, test } from 'vitest'
import { inviteLink } from './invite-link.ts'

test('INV-03 FMT-08 the link is the origin, /register and PR with the id of the profile', () => {
  expect(inviteLink('https://kapao.example', '01ABCDEFGHJK')).toBe(
    'https://kapao.example/register?code=PR01ABCDEFGHJK',
  )
})
