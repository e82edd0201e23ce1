// @vitest-environment jsdom
import type { ConsoleCallOutput } from '@kapao/contract/console/calls'
import type { Field } from '@kapao/contract/console/field'
import type { Role } from '@kapao/contract/console/roles'
import { within } from '@testing-library/dom'
import { refuse } from '@kapao/ui/testing/served.ts'
import { expect, test, vi } from 'vitest'
import { readDraft } from '#core/page/draft.ts'
import { queryClient, readAgain } from '#core/queries.ts'
import { text } from '#text/en/all.ts'
import { at, done, signInAs } from '../../testing/examples.ts'
import { openPart, type Answers } from '../../testing/open-part.tsx'
import { rewardInAddress, type RewardAddress } from './address.ts'
import { RewardsScreen } from './rewards-screen.tsx'
import type { RewardRow } from './rows.ts'
import { rewards as words } from './text/en.ts'
import { rewards as lao } from './text/la.ts'
import { rewards as thai } from './text/th.ts'

const list = 'GET /api/console/rewards'
const one = 'GET /api/console/rewards/one/{kind}/{code}'
const periods = 'GET /api/console/rewards/periods'
const look = 'POST /api/console/rewards/look'
const save = 'POST /api/console/rewards/save'
const turn = 'POST /api/console/rewards/switch'
const previewCall = 'POST /api/console/preview'
type Look = ConsoleCallOutput<typeof look>
type Reward = ConsoleCallOutput<typeof one>

const baht = (amount: string) => ({ amount, currency: 'BAHT' as const })
const part = (name: string, field: Field) => ({ name, field, isOptional: false })
const whole: Field = { form: 'whole', min: 0, max: 1_000_000 }
const bonusField: Field = {
  form: 'group',
  parts: [
    part('quota', { form: 'optional', of: whole }),
    part('startsAt', { form: 'optional', of: { form: 'moment' } }),
    part('type', { form: 'choice', of: ['limit', 'day'] }),
  ],
}
const sector: Field = {
  form: 'group',
  parts: [part('code', { form: 'line', max: 32, example: 'five' }), part('weight', whole)],
}
const wheelField: Field = {
  form: 'group',
  parts: [part('tickets', whole), part('slices', { form: 'list', of: sector, max: 24 })],
}
const forms = { bonus: bonusField, code: bonusField, wheel: wheelField }

const rowOf = (given: Partial<RewardRow> = {}): RewardRow => ({
  kind: 'bonus',
  code: 'WELCOME',
  state: 'on',
  from: null,
  until: null,
  quota: 50,
  taken: 12,
  cost: [baht('5300.00')],
  missing: [],
  changedAt: at,
  ...given,
})
const rewardOf = (given: Partial<Reward> = {}): Reward => ({
  row: rowOf(),
  seen: at,
  active: null,
  definition: { quota: 50, startsAt: null, type: 'limit' },
  costs: { most: [baht('19000.00')], taken30: 12, last30: [baht('5300.00')], wheel: null },
  versions: [],
  held: { count: 1, members: [{ memberId: 'A1B2C3D4E5F6', sum: baht('500.00'), since: at }] },
  plans: [],
  waits: null,
  ...given,
})
const lookOf = (given: Partial<Look> = {}): Look => ({
  state: 'done',
  waitsFor: [],
  soonest: null,
  problems: [],
  why: null,
  sentence: null,
  warnings: [],
  costs: null,
  alone: [],
  ...given,
})
const waits = { state: 'waits' as const, waitsFor: ['som', 'dao'] }

type OpenOptions = { open?: RewardAddress; role?: Role; language?: 'th' }

async function open(answers: Answers = {}, given: OpenOptions = {}) {
  const { open: address = { kind: 'bonus', code: 'WELCOME' }, role = 'marketing' } = given
  queryClient.clear()
  signInAs(role)
  const opened = await openPart(<RewardsScreen open={address} />, {
    answers: {
      [list]: () => ({ rewards: [rowOf()], forms }),
      [one]: () => rewardOf(),
      [look]: () => lookOf(),
      [previewCall]: () => ({ problems: [], page: null, answers: [], code: null }),
      ...answers,
    },
    ...(given.language && { language: given.language }),
  })
  if (address.kind !== undefined) await opened.screen.findByRole('article')
  const field = (label: string) => opened.screen.getByLabelText<HTMLInputElement>(label)
  const type = async (label: string, typed: string): Promise<void> => {
    await opened.user.clear(field(label))
    await opened.user.type(field(label), typed)
  }
  const press = async (name: string) => opened.user.click(await opened.pressable(name))
  return { ...opened, field, type, press }
}

test('SCREEN-70 what is typed is previewed under its code; a code that cannot be one is said at its field', async () => {
  const problems = [{ path: ['code'], reason: 'form' as const, sentence: '' }]
  const { sentTo, screen, type, field } = await open(
    {
      [look]: () => lookOf({ state: 'refused', why: 'definition-wrong', problems }),
    },
    { open: { kind: 'code' } },
  )
  await vi.waitFor(() => expect(sentTo(previewCall).length).toBeGreaterThan(0))
  await type(words.code.code, 'ВONUS')
  const definition = { quota: null, startsAt: null, type: 'limit' }
  await vi.waitFor(() =>
    expect(sentTo(previewCall).at(-1)).toMatchObject({
      screen: 'promotion',
      reward: { kind: 'code', code: 'ВONUS', definition },
    }),
  )
  await type(words.parts['quota']!, '6')
  await screen.findByText(words.codeWrong.code)
  expect(field(words.code.code).getAttribute('aria-invalid')).toBe('true')
})

test('SCREEN-86 the languages that are missing are marked in the list and at their field', async () => {
  const languagesField: Field = {
    form: 'group',
    parts: ['th', 'la', 'en'].map((name) => part(name, { form: 'html', max: 100 })),
  }
  const field: Field = { form: 'group', parts: [part('description', languagesField)] }
  const definition = { description: { th: 'ก', la: '', en: '' } }
  const opened = await open(
    {
      [list]: () => ({
        rewards: [rowOf({ kind: 'code', missing: ['la', 'en'] })],
        forms: { ...forms, code: field },
      }),
      [one]: () => rewardOf({ row: rowOf({ kind: 'code', missing: ['la', 'en'] }), definition }),
    },
    { open: { kind: 'code', code: 'WELCOME' } },
  )
  const { languages } = text.desk
  const [link] = opened.screen.getAllByRole('link', { current: 'page' })
  const group = opened.screen.getByRole('group', { name: text.words.keys['description']! })
  for (const place of [link!, group]) {
    expect(place.textContent).toContain(`${languages.la}: ${words.edit.missing}`)
    expect(place.textContent).toContain(`${languages.en}: ${words.edit.missing}`)
    expect(place.textContent).not.toContain(`${languages.th}: ${words.edit.missing}`)
  }
  await opened.user.type(opened.screen.getByLabelText(text.words.keys['la']!), 'x')
  expect(group.textContent).not.toContain(`${languages.la}: ${words.edit.missing}`)
})

const quota = words.parts['quota']!

test('SCREEN-44 whom a definition would wait for, what it may cost and what is left of the day stand there before the click; it is sent once', async () => {
  const costs = { most: [baht('25000.00')], taken30: 0, last30: [], wheel: null }
  const alone = [{ given: baht('15000.00'), max: baht('20000.00') }]
  const opened = await open({
    [look]: () => lookOf({ ...waits, costs, alone, warnings: ['above-asked'] }),
    [save]: () => ({ ...done, ...waits, request: '7' }),
  })
  expect(opened.words()).toContain('12 of 50 taken')
  expect(opened.words()).toContain('19,000.00 baht')
  await opened.type(quota, '60')
  await opened.screen.findByText(text.work.waitsFor('som or dao'))
  const said = opened.words()
  expect(said).toContain(words.warnings['above-asked'])
  expect(said).toContain(`${words.saving.alone} 15,000.00 baht / 20,000.00 baht`)
  expect(said).toContain('25,000.00 baht')
  const definition = { quota: 60, startsAt: null, type: 'limit' }
  const wish = { kind: 'bonus', code: 'WELCOME', seen: at, definition }
  expect(opened.sentTo(look).at(-1)).toEqual(wish)
  expect(opened.screen.queryByRole('button', { name: text.desk.save })).toBeNull()
  await opened.press(words.saving.ask)
  await opened.screen.findByText(text.work.nowWaits('som or dao'))
  expect(opened.sentTo(save)).toEqual([wish])
  expect(opened.sent.find(({ name }) => name === save)!.key).toMatch(/^[0-9a-f]{32}$/)
  expect(readDraft('reward bonus WELCOME')).toBe('')
})

test('SCREEN-44 a time is typed as the desk writes it, and a bad value has its reason at its field', async () => {
  const opened = await open({
    [look]: ({ definition }) =>
      lookOf(
        (definition as { quota: unknown }).quota === 7
          ? { state: 'refused', problems: [{ path: ['quota'], reason: 'form', sentence: 'x' }] }
          : {},
      ),
  })
  await opened.type(words.parts['startsAt']!, '01/12/2026 00:00')
  await vi.waitFor(() => expect(opened.words()).toContain(words.inItsTime))
  expect(opened.sentTo(look).at(-1)).toMatchObject({
    definition: { startsAt: '2026-11-30T17:00:00.000Z' },
  })
  await opened.type(quota, '7')
  await opened.screen.findByText(words.saving.problems(1))
  expect(opened.words()).toContain(words.reasonText('form', whole))
})

test('SCREEN-90 Enter in a line saves a definition that the look has accepted, and none that it refuses', async () => {
  const opened = await open({
    [look]: ({ definition }) =>
      lookOf(
        (definition as { quota: unknown }).quota === 7
          ? { state: 'refused', problems: [{ path: ['quota'], reason: 'form', sentence: 'x' }] }
          : {},
      ),
    [save]: () => done,
  })
  await opened.type(quota, '7')
  await opened.screen.findByText(words.saving.problems(1))
  await opened.user.keyboard('{Enter}')
  const button = opened.screen.getByRole<HTMLButtonElement>('button', { name: text.desk.save })
  expect(button.disabled).toBe(true)
  await opened.type(quota, '60')
  await opened.pressable(text.desk.save)
  await opened.user.keyboard('{Enter}')
  await vi.waitFor(() => expect(opened.sentTo(save)).toHaveLength(1))
  expect(opened.sentTo(save)).toMatchObject([{ definition: { quota: 60 } }])
})

test('SCREEN-05 what somebody else has saved meanwhile is not overwritten: mine is put on theirs', async () => {
  let seen = at
  let definition = { quota: 50, startsAt: null, type: 'limit' }
  const opened = await open({
    [one]: () => rewardOf({ seen, definition }),
    [save]: () => done,
  })
  await opened.type(quota, '60')
  seen = '2026-03-03T05:00:00.000Z'
  definition = { quota: 50, startsAt: null, type: 'day' }
  await readAgain(one)
  await opened.screen.findByText(words.saving.moved)
  expect(opened.field(quota).value).toBe('60')
  await opened.press(words.saving.join)
  await opened.press(text.desk.save)
  await vi.waitFor(() => expect(opened.sentTo(save)).toHaveLength(1))
  expect(opened.sentTo(save)[0]).toMatchObject({ seen, definition: { quota: 60, type: 'day' } })
})

test('SCREEN-08 switching on says whom it waits for before the click; switching off does not ask', async () => {
  let state: RewardRow['state'] = 'off'
  const opened = await open({
    [one]: () => rewardOf({ row: rowOf({ state }) }),
    [look]: () => lookOf(waits),
    [turn]: ({ isOn }) => (isOn ? { ...done, ...waits, request: '7' } : done),
  })
  await opened.screen.findByText(text.work.waitsFor('som or dao'))
  await opened.press(words.saving.ask)
  await opened.screen.findByText(text.work.nowWaits('som or dao'))
  expect(opened.sentTo(turn)).toEqual([{ kind: 'bonus', code: 'WELCOME', seen: at, isOn: true }])
  state = 'on'
  await readAgain(one)
  await opened.press(words.switchOff)
  await opened.screen.findByText(words.nowOff)
  expect(opened.sentTo(turn)[1]).toMatchObject({ isOn: false })
})

test('SCREEN-08 SCREEN-44 what has times of its own is said to be taken in these, and not at once: switched on, and defined', async () => {
  const times = { from: '2026-12-04T17:00:00.000Z', until: '2026-12-05T16:59:00.000Z' }
  const said = `${words.inItsTime} ${words.from} `
  const definition = { quota: 50, startsAt: times.from, type: 'limit' }
  let state: RewardRow['state'] = 'off'
  const opened = await open({
    [one]: () => rewardOf({ definition, row: rowOf({ state, ...times }) }),
  })
  await vi.waitFor(() => expect(opened.words()).toContain(said))
  expect(opened.words()).toMatch(new RegExp(`${said}.*00:00.*until.*23:59`))
  state = 'begins'
  await readAgain(one)
  await opened.type(quota, '60')
  await vi.waitFor(() => expect(opened.words()).toContain(said))
  expect(opened.words()).not.toContain(words.saving.atOnce)
})

const planned: Reward['plans'][number] = {
  id: '4',
  changes: [{ name: 'bonus:WELCOME', after: { quota: 90, startsAt: null, type: 'limit' } }],
  from: '2026-03-04T17:00:00.000Z',
  until: '2026-03-05T17:00:00.000Z',
  state: 'waits',
  by: 'lek',
  agreedBy: 'som',
  begunAt: null,
  endedAt: null,
  why: null,
}

test('SCREEN-87 a change of a bonus is planned at its form for times of Bangkok: looked at with them, sent with them, kept over a reload; a time that cannot be read is none', async () => {
  const opened = await open({ [save]: () => done })
  const { plan } = words
  expect(opened.screen.queryByRole('button', { name: plan.open })).toBeNull()
  await opened.type(quota, '60')
  await opened.press(plan.open)
  await opened.type(plan.from, '32/03/2026 00:00')
  expect(opened.words()).toContain(text.desk.timeForm)
  expect(opened.screen.getByRole<HTMLButtonElement>('button', { name: plan.send }).disabled).toBe(
    true,
  )
  await opened.type(plan.from, '05/03/2026 00:00')
  await opened.type(plan.until, '06/03/2026 00:00')
  opened.close()
  const again = await open({ [save]: () => done })
  expect(again.field(plan.from).value).toBe('05/03/2026 00:00')
  await again.screen.findByText(plan.willBegin)
  const definition = { quota: 60, startsAt: null, type: 'limit' }
  const times = { from: planned.from, until: planned.until }
  const wish = { kind: 'bonus', code: 'WELCOME', seen: at, definition, ...times }
  expect(again.sentTo(look).at(-1)).toEqual(wish)
  await again.press(plan.send)
  await again.screen.findByText(plan.planned)
  expect(again.sentTo(save)).toEqual([wish])
  expect(again.screen.queryByLabelText(plan.from)).toBeNull()
})

test('SCREEN-87 what is planned stands at the bonus with its times and its people, is put into the form and the preview, and is ended there; a new one and a wheel are not planned at theirs', async () => {
  const end = 'POST /api/console/settings/plan/end'
  const refused = { ...planned, id: '5', state: 'refused' as const, why: 'plan-unconfirmed' }
  const { plan } = words
  const opened = await open({
    [one]: () => rewardOf({ plans: [planned, refused] }),
    [end]: () => ({ ...done, ...waits, request: '7' }),
  })
  const rows = within(await opened.screen.findByRole('region', { name: plan.title }))
  const said = rows.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(said[0]).toMatch(/Not begun.*05.*00:00.*06.*00:00.*planned by.*lek.*approved by.*som/)
  expect(said[1]).toContain(text.work.refused['plan-unconfirmed'])
  await opened.user.click(rows.getAllByRole('button', { name: words.load })[0]!)
  await vi.waitFor(() => expect(opened.field(quota).value).toBe('90'))
  await vi.waitFor(() =>
    expect(opened.sentTo(previewCall).at(-1)).toMatchObject({
      reward: { code: 'WELCOME', definition: { quota: 90 } },
    }),
  )
  await opened.press(plan.end)
  await opened.screen.findByText(text.work.nowWaits('som or dao'))
  expect(opened.sentTo(end)).toEqual([{ id: '4' }])
  opened.close()
  const others = [
    [{ kind: 'code' }, {}],
    [{ kind: 'wheel', code: 'lucky' }, { [one]: () => wheel }],
  ] as const
  for (const [address, answers] of others) {
    const other = await open(answers, { open: address })
    const [label, value] = address.kind === 'wheel' ? [words.parts['tickets']!, '7'] : [quota, '7']
    await other.type(label, value)
    expect(other.screen.queryByRole('button', { name: plan.open })).toBeNull()
    other.close()
  }
})

const wheel = rewardOf({
  row: rowOf({ kind: 'wheel', code: 'lucky', quota: null, taken: 40 }),
  seen: '3',
  active: {
    seen: '11',
    code: 'old',
    version: 2,
    from: null,
    until: null,
    lasting: { code: 'old', version: 2 },
  },
  definition: {
    name: { th: 'นำโชค', la: 'ນຳໂຊກ', en: 'Lucky one' },
    tickets: 1000,
    slices: [
      { code: 'five', weight: 200 },
      { code: 'again', weight: 800 },
    ],
  },
  costs: {
    most: null,
    taken30: 40,
    last30: [baht('58.00')],
    wheel: {
      odds: [
        { code: 'five', percent: '20.0000 %' },
        { code: 'again', percent: '80.0000 %' },
      ],
      spin: baht('1.45'),
      deposits: baht('1000.00'),
      ofDeposits: baht('14.50'),
    },
  },
})

test('SCREEN-13 SCREEN-91 a wheel has its name in the language of the page, and says its odds and costs, and how many tickets are missing or too many while they are typed', async () => {
  const problem = { path: ['tickets'], reason: 'tickets' as const, sentence: 'x' }
  const opened = await open(
    {
      [one]: () => wheel,
      [look]: ({ definition }) =>
        lookOf(definition ? { state: 'refused', problems: [problem] } : { state: 'done' }),
    },
    { open: { kind: 'wheel', code: 'lucky' } },
  )
  for (const said of [
    '20.0000 %',
    '1.45 baht',
    '14.50 baht',
    '40 spins',
    'Lucky one',
    words.addsUp,
    words.replaces('old'),
  ])
    expect(opened.words()).toContain(said)
  expect(opened.words()).not.toContain('นำโชค')
  await opened.type(words.parts['tickets']!, '1001')
  await opened.screen.findByText(words.missing(1))
  await opened.screen.findByText(words.reasonText('tickets', whole))
  await opened.type(words.parts['tickets']!, '998')
  await opened.screen.findByText(words.tooMany(2))
})

test('SCREEN-08 a wheel is switched on from and until a time, in the place of what was seen', async () => {
  const opened = await open(
    { [one]: () => wheel, [turn]: () => done },
    { open: { kind: 'wheel', code: 'lucky' } },
  )
  await opened.type(words.end, '05/12/2026 23:59')
  await opened.screen.findByText(words.saving.atOnce)
  await opened.press(words.switchOn)
  await opened.screen.findByText(words.nowOn)
  expect(opened.sentTo(turn)).toEqual([
    {
      kind: 'wheel',
      code: 'lucky',
      seen: '11',
      isOn: true,
      from: null,
      until: '2026-12-05T16:59:00.000Z',
    },
  ])
})

test('SCREEN-59 a wheel whose end cannot be read is not switched on for good', async () => {
  const opened = await open({ [one]: () => wheel }, { open: { kind: 'wheel', code: 'lucky' } })
  await opened.type(words.end, '32/12/2026 23:59')
  const on = opened.screen.getByRole<HTMLButtonElement>('button', { name: words.switchOn })
  expect(on.disabled).toBe(true)
  expect(opened.words()).toContain(text.desk.timeForm)
  await opened.user.click(on)
  expect(opened.sentTo(turn)).toEqual([])
})

test('SCREEN-42 SCREEN-08 around a time members see the wheel that is there for good; a time is ended by showing that one, and whom that waits for stands there before the click', async () => {
  const until = '2026-12-05T16:59:00.000Z'
  const active = { ...wheel.active!, code: 'lucky', version: 3, until }
  const back = { kind: 'wheel', code: 'old', version: 2, seen: '11', isOn: true }
  let isDearer = true
  const opened = await open(
    {
      [one]: () => ({ ...wheel, active }),
      [look]: ({ code }) => lookOf(code === 'old' && isDearer ? waits : {}),
      [turn]: () => (isDearer ? { ...done, ...waits, request: '7' } : done),
    },
    { open: { kind: 'wheel', code: 'lucky' } },
  )
  expect(opened.words()).toContain(words.shown('lucky', 3))
  expect(opened.words()).toContain(words.outside('old', 2))
  await opened.screen.findByText(text.work.waitsFor('som or dao'))
  expect(opened.sentTo(look)).toContainEqual(back)
  await opened.press(words.askToEnd)
  await opened.screen.findByText(text.work.nowWaits('som or dao'))
  isDearer = false
  await queryClient.invalidateQueries({ queryKey: [look] })
  await opened.screen.findByText(words.endsAtOnce)
  await opened.press(words.plan.end)
  await opened.screen.findByText(words.nowOn)
  expect(opened.sentTo(turn)).toEqual([back, back])
})

test('SCREEN-42 what is typed as a time says what members see around it, and for good what it replaces', async () => {
  let active: Reward['active'] = wheel.active
  const opened = await open(
    { [one]: () => ({ ...wheel, active }) },
    { open: { kind: 'wheel', code: 'lucky' } },
  )
  expect(opened.words()).toContain(words.replaces('old'))
  await opened.type(words.begin, '05/12/2026 23:59')
  expect(opened.words()).toContain(words.outside('old', 2))
  active = { ...wheel.active!, lasting: { code: 'lucky', version: 3 } }
  await readAgain(one)
  await opened.screen.findByText(words.outsideNone)
})

test('SCREEN-44 a new one is typed under its code, and saved as one that nobody has seen', async () => {
  const opened = await open({ [save]: () => done }, { open: { kind: 'code' } })
  await opened.type(quota, '10')
  expect(opened.words()).toContain(words.noCode)
  await opened.type(words.code.code, 'songkran 50')
  expect(opened.words()).not.toContain(words.noCode)
  await opened.screen.findByText(words.atOnceOff)
  await opened.press(text.desk.save)
  await opened.screen.findByText(words.saving.saved)
  expect(opened.sentTo(save)).toMatchObject([
    { kind: 'code', code: 'SONGKRAN50', seen: null, definition: { quota: 10, type: 'limit' } },
  ])
})

test('SCREEN-05 an earlier definition is put into the form, and goes through look and save', async () => {
  const versions: Reward['versions'] = [
    { version: '9', at, by: 'operator:kai', act: 'defined' },
    { version: '5', at, by: 'operator:lek', act: 'defined' },
    { version: '6', at, by: 'operator:lek', act: 'switched-on' },
  ]
  const opened = await open({
    [one]: ({ version }) =>
      rewardOf({
        versions,
        ...(version === '5' && { definition: { quota: 40, startsAt: null, type: 'limit' } }),
      }),
  })
  await opened.user.click(opened.screen.getByText(words.versions))
  await opened.press(words.load)
  await vi.waitFor(() => expect(opened.field(quota).value).toBe('40'))
  await opened.screen.findByText(words.saving.atOnce)
  expect(opened.sentTo(look).at(-1)).toMatchObject({ seen: at, definition: { quota: 40 } })
})

test('SCREEN-03 who may only see rewards reads the form, and finds no button to change it', async () => {
  const opened = await open({}, { role: 'risk' })
  await opened.screen.findByText(words.readOnly)
  expect(opened.field(quota).disabled).toBe(true)
  for (const name of [text.desk.save, words.switchOff])
    expect(opened.screen.queryByRole('button', { name })).toBeNull()
  expect(opened.screen.queryByText(words.addNew.bonus)).toBeNull()
  opened.close()
  const none = await open({}, { role: 'support', open: {} })
  await none.screen.findByText(text.desk.noScreen)
})

test.each<[RewardAddress, string]>([
  [{ kind: 'bonus', code: 'WELCOME' }, one],
  [{ kind: 'periods' }, periods],
])(
  'SCREEN-88 what cannot be read has a way back to the list beside the one to try again: %j',
  async (address, name) => {
    queryClient.clear()
    signInAs('marketing')
    const { screen } = await openPart(<RewardsScreen open={address} />, {
      answers: {
        [list]: () => ({ rewards: [rowOf()], forms }),
        [name]: () => refuse('SERVICE_BUSY', {}, 503),
      },
    })
    await screen.findByRole('button', { name: text.desk.retry })
    expect(screen.getByRole('button', { name: text.desk.back })).toBeTruthy()
  },
)

test('SCREEN-44 a refused save, a request that waits, and what the worker has counted', async () => {
  const opened = await open({
    [one]: () => rewardOf({ waits: { request: '7', by: 'lek' } }),
    [save]: () => refuse('DECISION_REFUSED', { why: 'waits-already' }),
  })
  expect(opened.words()).toContain(words.waits('lek'))
  expect(opened.screen.getByRole('link', { name: words.openWait }).getAttribute('href')).toContain(
    '/second/7',
  )
  await opened.type(quota, '60')
  await opened.press(text.desk.save)
  await opened.screen.findByText(text.work.refused['waits-already'])
  expect(opened.field(quota).value).toBe('60')
  opened.close()
  const counted = await open(
    {
      [periods]: () => ({
        invite: [{ until: at, members: 3, sums: [baht('5.00')] }],
        refund: [],
      }),
    },
    { open: { kind: 'periods' } },
  )
  expect(counted.words()).toContain('3 members')
  expect(counted.words()).toContain('5.00 baht')
  expect(counted.words()).toContain(words.noPeriod)
})

test.each([
  [{}, {}],
  [{ kind: 'bonus' }, { kind: 'bonus' }],
  [
    { kind: 'code', code: 'ซอง.50/x' },
    { kind: 'code', code: 'ซอง.50/x' },
  ],
  [
    { kind: 'code', code: 2026 },
    { kind: 'code', code: '2026' },
  ],
  [{ kind: 'other', code: 'X' }, {}],
])('SCREEN-44 the address %j opens %j', (given, wanted) => {
  expect(rewardInAddress(given)).toEqual(wanted)
})

test.each([
  ['Thai', thai, /[\u0E00-\u0E7F]/],
  ['Lao', lao, /[\u0E80-\u0EFF]/],
] as const)(
  'SCREEN-01 everything about rewards is said in %s, and nothing in another script',
  (_name, pack, script) => {
    const { acceptedText: _1, reasonText: _2, choiceText: _3, ...own } = pack
    const said = (value: unknown): string[] => {
      if (typeof value === 'string') return [value]
      if (typeof value === 'function') return [String(value(7, 9))]
      return Object.values(value as object).flatMap(said)
    }
    // Kinds and sizes of files are written so in every language.
    const foreign = /PNG|JPEG|WebP|GIF|MB/g
    const amiss = said(own).filter(
      (line) => !script.test(line) || /[A-Za-z]{2}/.test(line.replaceAll(foreign, '')),
    )
    expect(amiss).toEqual([])
    for (const choice of [
      'COIN',
      'deposit',
      'amount',
      'balance',
      'turnover',
      'limit',
      'deposit and bonus',
    ])
      expect(pack.choiceText(choice)).toMatch(script)
  },
)
