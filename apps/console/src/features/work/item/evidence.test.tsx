// @vitest-environment jsdom
import type { DecidedWork, Fact, RequestChange, Panel } from '@kapao/contract/console/work'
import { describe, expect, test } from 'vitest'
import { FactValue } from '#shared/facts/fact-value.tsx'
import { openPart } from '../../../testing/open-part.tsx'
import { DecidedNote } from './decided-note.tsx'
import { Evidence } from './evidence.tsx'

const part = (path: Fact['path'], value: unknown): Fact => ({
  name: 'value',
  path,
  value: { form: 'data', json: JSON.stringify(value) },
})
const received = [{ key: 'maxReceived' }]
const account = [{ entry: 'SCB 111222333' }, { key: 'mode' }]

const openSides = (before: Fact[], after: Fact[]) =>
  openPart(
    <Evidence
      panels={[
        { name: 'before', facts: before },
        { name: 'after', facts: after },
      ]}
    />,
  )

describe('SECOND-12 before and after:', () => {
  test('what changes stands in the first table with both values, what stays is folded away', async () => {
    const { screen } = await openSides(
      [part([{ key: 'code' }], 'DAILY'), part(received, 1)],
      [part([{ key: 'code' }], 'DAILY'), part(received, 1000)],
    )
    const [first, folded] = screen.getAllByRole('table')
    expect(first!.textContent).toContain('How often a member may take it')
    expect(first!.textContent).toMatch(/changes\s*11000$/)
    expect(first!.textContent).not.toContain('DAILY')
    expect(folded!.closest('details')!.textContent).toMatch(/^1 unchanged.*DAILY/)
  })

  test('what comes and what goes is marked, each beside nothing', async () => {
    const { screen } = await openSides(
      [part(account, 'AUTO')],
      [part([{ entry: 'SCB 999' }, { key: 'mode' }], 'AUTO')],
    )
    const rows = screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent)
    expect(rows).toEqual(['SCB 111222333 › Mode removedAUTO—', 'SCB 999 › Mode added—AUTO'])
  })

  test.each([
    ['', null],
    [[], null],
    ['', []],
  ])('%j and %j do not look alike', async (before, after) => {
    const { screen } = await openSides([part(received, before)], [part(received, after)])
    const [, old, next] = [...screen.getAllByRole('row')[1]!.children]
    expect(old!.innerHTML).not.toBe(next!.innerHTML)
  })

  test('what has been changed meanwhile is said to contradict', async () => {
    const version: Fact = { name: 'version', value: { form: 'count', count: 3 }, isOdd: true }
    const { words } = await openSides([version], [])
    expect(words()).toContain('3 (contradicts)')
  })
})

test('HOUSE-50 reports that differ are columns beside whom it was credited to; digits that contradict are marked', async () => {
  const account = (text: string, odd: number[] = []): Fact => ({
    name: 'payerAccount',
    value: { form: 'masked', text, odd },
    ...(odd.length > 0 && { isOdd: true }),
  })
  const from = (code: 'slip' | 'bank'): Fact => ({ name: 'channel', value: { form: 'code', code } })
  const { screen } = await openPart(
    <Evidence
      isCompared
      panels={[
        { name: 'credited', facts: [account('••••3337')] },
        { name: 'report', facts: [from('slip'), account('••••3337')] },
        { name: 'report', facts: [from('bank'), account('••••3357', [6])] },
        { name: 'slip', facts: [] },
      ]}
    />,
  )
  const [heads, ...rows] = screen.getAllByRole('row').map((row) => row.textContent)
  expect(heads).toBe('WhatCredited toSlipBank')
  expect(rows).toEqual(['Payer’s account••••3337••••3337••••3357 contradicts'])
  expect([...document.querySelectorAll('mark')].map((one) => one.textContent)).toEqual(['5'])
})

test.each([
  ['/api/console/files/1', 1],
  ['//elsewhere.example/x.png', 0],
  ['https://elsewhere.example/x.png', 0],
])('of the picture %s so many are shown: %s', async (address, shown) => {
  const { screen } = await openPart(<FactValue value={{ form: 'picture', address }} />)
  expect(screen.queryAllByRole('img')).toHaveLength(shown)
})

test('HOUSE-104 what was done stands as before and after; a role is said once', async () => {
  const panels: Panel[] = [
    {
      name: 'after',
      facts: [
        {
          name: 'roles',
          path: [{ entry: 'cashier' }],
          value: { form: 'word', of: 'role', code: 'cashier' },
        },
      ],
    },
  ]
  const { screen, words } = await openPart(<Evidence panels={panels} isDone />)
  const heads = screen.getAllByRole('columnheader').map((one) => one.textContent)
  expect(heads).toEqual(['What', 'Before', 'After'])
  expect(words()).not.toContain('cashier')
})

test.each([
  [{ action: 'operators.roles', subject: 'rita', why: null }, 'Roles changed · rita · by boss'],
  [
    { action: 'settings.set', subject: 'withdraw.max.LAK', why: 'more' },
    'Setting changed · Maximum withdrawal · kip · by boss · more',
  ],
  [
    { action: 'deposits.release', subject: null, why: null },
    'Deposit credited out of suspense · by boss',
  ],
])(
  'HOUSE-100 the row of what one operator did alone says what, to whom and by whom (%j)',
  async (act, said) => {
    const { words } = await openPart(<FactValue value={{ form: 'act', by: 'boss', ...act }} />)
    expect(words()).toBe(said)
  },
)

describe('SECOND-12 a request in a list', () => {
  const change = (key: string, before: string | null, after: string | null): RequestChange => ({
    path: [{ key }],
    before,
    after,
  })
  const open = (command: string, subject: string, changes: RequestChange[]) =>
    openPart(<FactValue value={{ form: 'request', command, subject, changes, askedBy: 'boss' }} />)

  test('HOUSE-104 names the setting, what changes in its currency, and who asked', async () => {
    const { words } = await open('settings set', 'withdraw.max.LAK', [
      { path: [], before: '"25000000"', after: '"30000000"' },
    ])
    expect(words()).toMatch(/^Change a setting · .*kip/)
    expect(words()).toMatch(/25,000,000.kip → 30,000,000.kip · requested by boss/)
  })

  test('SCREEN-09 names the settings that are changed together, and of each what changes', async () => {
    const names = ['contact.text.th', 'service.active', 'slip.dayMax', 'withdraw.max.BAHT']
    const { words } = await open('settings set', names.join(' '), [
      change('contact.text.th', '"a"', '"b"'),
      change('withdraw.max.BAHT', '"50000.00"', '"60000.00"'),
    ])
    expect(words()).toMatch(
      /^Change a setting · Text of the contact screen · Thai, [^,]*, [^,]*, and more: /,
    )
    expect(words()).not.toMatch(/contact\.text|slip\.dayMax/)
    expect(words()).toMatch(/baht 50,000\.00.baht → 60,000\.00.baht · requested by boss$/)
  })

  test('names the bonus, the first four changes, and that there are others', async () => {
    const changes = ['maxReceived', 'quota', 'weight', 'label', 'prize'].map((key) =>
      change(key, null, '"X"'),
    )
    const { words } = await open('bonus define', 'bonus:DAILY', changes)
    expect(words()).toMatch(/^Define a bonus · DAILY: How often a member may take it — → X, /)
    expect(words()).toMatch(/Name — → X, and more · requested by boss$/)
    expect(words()).not.toContain('Prize')
  })

  test('of money names no number of ours', async () => {
    const { words } = await open('deposits match', '0199f3a2-7c1e-7b40-9d55-3b2f6a1c0e88', [])
    expect(words()).toBe('Credit a deposit to a member · requested by boss')
  })
})

describe('SECOND-12 a yes that was not done', () => {
  const open = (decided: Partial<DecidedWork>) =>
    openPart(
      <DecidedNote
        decided={{
          decision: 'notDone',
          by: 'som',
          at: '2026-03-02T05:00:00.000Z',
          why: 'setting-changed',
          movements: [],
          ...decided,
        }}
      />,
    )

  test('says so, and why, in words', async () => {
    const { words } = await open({})
    expect(words()).toContain('Approved, but then refused, so it was not done · som')
    expect(words()).toContain('This was changed in the meantime.')
  })

  test('a sentence of the machine is not quoted as the confirmer’s', async () => {
    const { screen } = await open({ decision: 'unclear', why: 'slices.0: wrong' })
    expect(screen.getByText('slices.0: wrong').closest('q')).toBe(null)
    expect(screen.getByText('slices.0: wrong').closest('details')).not.toBe(null)
  })
})
