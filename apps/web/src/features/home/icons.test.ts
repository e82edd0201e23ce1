import { expect, test } from 'vitest'
import { shortcuts } from './shortcuts.ts'
import * as more from '@kapao/ui/icons/more-icons.ts'
import * as open from '@kapao/ui/icons/public-icons.ts'

test('REACH-62 each icon is one drawing, and each shortcut of home has its own', () => {
  const drawings = Object.values({ ...more, ...open })
  expect(new Set(drawings).size).toBe(drawings.length)
  const icons = shortcuts.map(({ icon }) => icon)
  expect(new Set(icons).size).toBe(icons.length)
})
