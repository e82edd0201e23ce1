import { workAddress } from '../../../apps/console/src/shared/work-kind.ts'
import { secondMs } from '../../../packages/contract/src/times.ts'
import type { WorkKind } from '../../../packages/contract/src/console/words.ts'
import { states, type State } from '../scene.ts'
import { entryScenes } from './entry-scenes.ts'
import { noteScenes } from './note-scenes.ts'
import type { DeskView } from './scene.ts'
import { settingScenes } from './setting-scenes.ts'

const wrong: readonly State[] = ['filled', 'loading', 'failing', 'offline']
const first = (kind: WorkKind, decide?: string): DeskView => ({
  name: `console item ${kind}`,
  at: () => workAddress(kind),
  open: async ({ page }) => {
    await page.getByRole('list').getByRole('link').first().click()
    await page.getByRole('article').waitFor()
    if (decide) await page.keyboard.press(decide)
  },
})

const members = (list: 'largest' | 'flagged'): DeskView => ({
  name: `console members ${list}`,
  at: () => '/members',
  open: ({ page, text }) => page.getByText(text.members.lists[list]).click(),
})

export const deskScenes: readonly DeskView[] = [
  { name: 'console sign-in', at: () => '/sign-in', isVisitor: true, states: wrong },
  { name: 'console enrolment', at: () => '/enrol#none', isVisitor: true },
  ...entryScenes,
  ...noteScenes,
  { name: 'console work', at: () => workAddress('all'), states },
  first('deposit', 'm'),
  first('differing'),
  first('payout', 'r'),
  first('withdrawal', 'x'),
  first('unread', 'b'),
  first('manual', 'c'),
  first('finding', 'd'),
  first('payment', 'r'),
  first('giftlink', 'r'),
  first('transfer', 'd'),
  first('suspicion', 'a'),
  first('review', 'a'),
  first('second', 'y'),
  {
    name: 'console undo',
    at: () => workAddress('withdrawal'),
    open: async ({ page, text }) => {
      const read = page.waitForResponse('**/api/console/work/item/withdrawal/*')
      await page.getByRole('list').getByRole('link').first().click()
      const item = (await (await read).json()) as object
      await page.route('**/api/console/work/decide/**', (route) => {
        const undoUntil = new Date(Date.now() + 10 * secondMs).toISOString()
        const done = { state: 'done', request: null, waitsFor: [], soonest: null, why: null }
        const json = { ...done, next: null, item: { ...item, decisions: [], undoUntil } }
        return route.fulfill({ json })
      })
      await page.keyboard.press('a')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: text.work.undo.act }).waitFor()
    },
  },
  {
    name: 'console members',
    at: () => '/members',
    open: async ({ page }) => {
      await page.getByRole('searchbox').first().fill('nok')
    },
    states,
  },
  members('largest'),
  members('flagged'),
  { name: 'console member', at: ({ memberId }) => `/members/${memberId}`, states: wrong },
  { name: 'console chat', at: () => '/chat/all', states },
  { name: 'console talk', at: ({ talk }) => `/chat/all/${talk}`, states: wrong },
  {
    name: 'console canned answers',
    at: ({ talk }) => `/chat/all/${talk}`,
    open: ({ page, text }) => page.getByRole('button', { name: text.inbox.canned }).click(),
  },
  ...settingScenes,
  { name: 'console operators', at: () => '/operators', states: wrong },
  { name: 'console trail', at: () => '/audit', states },
  { name: 'console account', at: () => '/me', states: wrong },
  {
    name: 'console find',
    at: () => workAddress('all'),
    open: ({ page }) => page.keyboard.press('Control+k'),
  },
  {
    name: 'console keys',
    at: () => workAddress('all'),
    open: ({ page }) => page.keyboard.press('?'),
  },
]
