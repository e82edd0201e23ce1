import { itemAddress, workAddress } from '../../../apps/console/src/shared/work-kind.ts'
import type { Notice, NoticeKind } from '../../../packages/contract/src/console/operators.ts'
import { noticeKinds } from '../../../packages/contract/src/console/operators.ts'
import type { PayoutStop } from '../../../packages/contract/src/console/payouts.ts'
import type { DecidedWork, WorkItem } from '../../../packages/contract/src/console/work.ts'
import type { DeskAnswers, DeskView } from './scene.ts'

const at = '2026-11-26T05:04:00.000Z'
const all = () => workAddress('all')

const noticesOf = (operator: string, kinds: readonly NoticeKind[]): DeskAnswers => ({
  'GET /api/console/own/notices': {
    passkeys: 2,
    recoveryCodes: 10,
    notices: kinds.map((what, id): Notice => ({
      id: `${id}`,
      operator,
      what,
      label: 'Pixel 9',
      at,
    })),
  },
})

const stop = (part: Partial<PayoutStop>): PayoutStop => ({
  id: '1',
  memberId: null,
  since: at,
  by: null,
  why: 'projection',
  findings: 2,
  ...part,
})
const stopsOf = (...stops: PayoutStop[]): DeskAnswers => ({ 'GET /api/console/payouts': { stops } })

const ended = (decision: DecidedWork['decision'], why: string | null): WorkItem => ({
  kind: 'second',
  id: '99',
  since: at,
  memberId: null,
  memberName: null,
  sum: null,
  why: {
    code: 'second',
    detail: {
      form: 'request',
      command: 'operator disable',
      subject: 'som',
      changes: [],
      askedBy: 'lek',
    },
  },
  takenBy: null,
  waits: null,
  amberAt: at,
  redAt: at,
  panels: [],
  candidates: [],
  decisions: [],
  decided: { decision, by: 'demo-owner', at, why, movements: [] },
  undoUntil: null,
})

const became = (decision: DecidedWork['decision'], why: string | null): DeskView => ({
  name: `console request ${decision}`,
  at: () => itemAddress('second', { kind: 'second', id: '99' }),
  answers: { 'GET /api/console/work/item/{kind}/{id}': ended(decision, why) },
})

/** A waiting request of this command and subject, with what it would change. */
const request = (name: string, words: string): DeskView => ({
  name: `console request ${name}`,
  at: () => workAddress('second'),
  open: async ({ page }) => {
    await page.getByRole('list').getByRole('link').filter({ hasText: words }).first().click()
    await page.getByRole('article').waitFor()
  },
})

/** The notes that stand on every screen, and what waits for a second person. */
export const noteScenes: readonly DeskView[] = [
  { name: 'console notices of others', at: all, answers: noticesOf('lek', noticeKinds) },
  {
    name: 'console notices of oneself',
    at: all,
    answers: noticesOf('demo-owner', ['added', 'recovered', 'codes']),
  },
  {
    name: 'console closed house',
    at: all,
    answers: {
      'GET /api/console/house': {
        closed: { by: 'lek', at, why: 'the standby was promoted' },
        ended: [
          { name: 'som', by: 'lek', at, what: 'disabled' },
          { name: 'kai', by: 'lek', at, what: 'roles' },
        ],
      },
    },
  },
  {
    name: 'console restored house',
    at: all,
    answers: { 'GET /api/console/house': { closed: { by: null, at, why: null }, ended: [] } },
  },
  { name: 'console payouts stopped', at: all, answers: stopsOf(stop({})) },
  {
    name: 'console payouts stopped for some',
    at: all,
    answers: stopsOf(
      stop({ memberId: 'KQ2M4XW9PZ', findings: 1 }),
      stop({ id: '2', memberId: 'A1B2C3D4E5', by: 'lek', why: 'ตรวจสอบก่อน', findings: 0 }),
      stop({ id: '3', memberId: 'F6G7H8J9K0' }),
    ),
  },
  {
    name: 'console stop payouts',
    at: () => '/me',
    open: ({ page, text }) => page.getByRole('button', { name: text.payouts.stop }).last().click(),
  },
  {
    name: 'console let payouts go on',
    at: all,
    answers: stopsOf(stop({})),
    open: ({ page, text }) => page.getByRole('button', { name: text.payouts.resume }).click(),
  },
  { name: 'console requests', at: () => workAddress('second') },
  request('bonus', 'DAILY'),
  request('owner', 'demo-owner'),
  {
    name: 'console item that waits',
    at: () => workAddress('deposit'),
    open: async ({ page }) => {
      await page.getByRole('list').getByRole('link').filter({ hasText: '45,000' }).first().click()
      await page.getByRole('article').waitFor()
    },
  },
  became('yes', null),
  became('no', 'ยังไม่ได้คุยกับเจ้าตัว'),
  became('notDone', 'last-owner'),
  became('unclear', 'The connection was lost.'),
]
