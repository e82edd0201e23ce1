import { expect, test } from 'vitest'
import type { Page } from '../../build.ts'
import { followEdits } from './follow-edits.ts'
import type { Part } from './watch-sources.ts'

/** What is done about these edits if the builder finds these pages stale. */
async function doneAbout(edited: Part[], stale: Page[]) {
  const acts: string[] = []
  const logged: string[] = []
  await followEdits(new Set(edited), {
    buildPages: async () => {
      acts.push('build')
      return (['web', 'console'] as const).map((page) => ({
        page,
        built: stale.includes(page),
        ms: 1,
      }))
    },
    restart: async (name) => {
      if (name === 'sandbox' && edited.includes('packages/ui')) throw new Error('it does not start')
      acts.push(name)
    },
    log: (line) => logged.push(line),
  })
  return { acts, logged }
}

test.each<[Part[], Page[], string[]]>([
  [['apps/web'], ['web'], ['build', 'server']],
  // A text that was saved without a change.
  [['apps/web'], [], ['build']],
  [['apps/console'], ['console'], ['build', 'console']],
  [['packages/contract'], ['web', 'console'], ['build', 'server']],
  [['apps/server'], [], ['server']],
  [['apps/sandbox'], [], ['sandbox']],
  [['apps/server', 'apps/console'], ['console'], ['build', 'server']],
])('after edits in %j, with %j to be built: %j', async (edited, stale, acts) => {
  expect(await doneAbout(edited, stale)).toEqual({ acts, logged: [] })
})

test('what cannot be applied is said, and ends nothing', async () => {
  const { acts, logged } = await doneAbout(['apps/sandbox', 'packages/ui'], [])
  expect(acts).toEqual(['build'])
  expect(logged).toEqual(['it does not start'])
})
