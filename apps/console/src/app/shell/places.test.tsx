// @vitest-environment jsdom
import type { Role } from '@kapao/contract/console/roles'
import { expect, test } from 'vitest'
import { signInAs } from '../../testing/examples.ts'
import { openPart } from '../../testing/open-part.tsx'
import { workAddress } from '#shared/work-kind.ts'
import { useHome } from './places.ts'

test.each<[Role, string]>([
  ['cashier', workAddress('all')],
  ['risk', workAddress('all')],
  ['owner', workAddress('all')],
  ['support', '/chat'],
  ['marketing', '/settings'],
])('HOUSE-33 the first screen of %s is one that they may see: %s', async (role, address) => {
  signInAs(role)
  const Home = () => <p>{useHome()}</p>
  const { words } = await openPart(<Home />)
  expect(words()).toBe(address)
})
