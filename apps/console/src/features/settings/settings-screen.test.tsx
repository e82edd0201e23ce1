// @vitest-environment jsdom
import type { ConsoleCallOutput } from '@kapao/contract/console/calls'
import type { Field } from '@kapao/contract/console/field'
import type { Role } from '@kapao/contract/console/roles'
import { later, refuse } from '@kapao/ui/testing/served.ts'
import { within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { listenForHotkeys } from '#core/page/hotkeys.ts'
import { readDraft } from '#core/page/draft.ts'
import { queryClient, readAgain } from '#core/queries.ts'
import { itemAddress } from '#shared/work-kind.ts'
import { text } from '#text/en/all.ts'
import { at, done, signInAs } from '../../testing/examples.ts'
import { openPart, type Answers } from '../../testing/open-part.tsx'
import type { Plan } from '#shared/plans/plans.tsx'
import type { SettingRow } from './rows.ts'
import { SettingsScreen } from './settings-screen.tsx'
import { preview as previewWords } from '#ui/preview/text/en.ts'
import { settings as words } from './text/en.ts'
import { settings as thai } from './text/th.ts'

const read = 'GET /api/console/settings'
const look = 'POST /api/console/settings/look'
const save = 'POST /api/console/settings/save'
const history = 'GET /api/console/settings/history/{name}'
type Look = ConsoleCallOutput<typeof look>
const { form, saving } = words

const rowOf = (part: Partial<SettingRow> = {}): SettingRow => ({
  name: 'withdraw.max.BAHT',
  value: '50000.00',
  isSet: true,
  version: 3,
  changedAt: at,
  changedBy: 'operator:kai',
  askedBy: null,
  default: '50000.00',
  group: 'withdrawals',
  field: { form: 'amount', currency: 'BAHT' },
  mayWait: true,
  waits: null,
  form: 'an amount',
  about: 'The largest withdrawal, for wallets in BAHT.',
  ...part,
})
const brand = rowOf({
  name: 'brand.name',
  value: 'Kapao',
  isSet: false,
  version: 0,
  changedAt: null,
  changedBy: null,
  default: 'Kapao',
  group: 'brand',
  field: { form: 'line', max: 40, example: null },
  mayWait: false,
  about: 'The name in the top bar.',
})
const lookOf = (part: Partial<Look> = {}): Look => ({
  state: 'done',
  waitsFor: [],
  soonest: null,
  problems: [],
  why: null,
  sentence: null,
  alone: null,
  warnings: [],
  changes: [],
  ...part,
})
const waits = { state: 'waits' as const, waitsFor: ['som', 'dao'] }

type OpenOptions = {
  plans?: () => Plan[]
  rows?: () => SettingRow[]
  name?: string | null
  role?: Role
  language?: 'th'
}

async function open(answers: Answers = {}, given: OpenOptions = {}) {
  const { rows = () => [brand, rowOf()], name = 'withdraw.max.BAHT', role = 'owner' } = given
  queryClient.clear()
  signInAs(role)
  const part = await openPart(<SettingsScreen name={name} />, {
    answers: {
      [read]: () => ({ settings: rows(), plans: given.plans?.() ?? [] }),
      [look]: () => lookOf(),
      'POST /api/console/preview': () => ({ problems: [], page: null, answers: [], code: null }),
      ...answers,
    },
    ...(given.language && { language: given.language }),
  })
  const pack = given.language === 'th' ? thai : words
  if (name !== null) await part.screen.findByRole('article')
  const field = (label: string) => part.screen.getByLabelText<HTMLInputElement>(label)
  const retype = async (label: string, typed: string): Promise<void> => {
    await part.user.clear(field(label))
    if (typed !== '') await part.user.type(field(label), typed)
  }
  const press = async (label: string) => part.user.click(await part.pressable(label))
  return {
    ...part,
    field,
    press,
    retype: (typed: string) => retype(pack.form.value, typed),
    typeIn: retype,
  }
}

test('SCREEN-50 what a factor does is seen at a bonus, and at a promotion that is offered', async () => {
  const preview = 'POST /api/console/preview'
  const factor = rowOf({ name: 'bonus.factor', value: '5', field: { form: 'rate', max: 999 } })
  const part = await open({}, { rows: () => [factor], name: 'bonus.factor' })
  const screens = await part.screen.findByLabelText(previewWords.screen)
  await vi.waitFor(() => expect(part.sentTo(preview).at(-1)).toMatchObject({ screen: 'bonus' }))
  await part.user.selectOptions(screens, 'promotion')
  await vi.waitFor(() =>
    expect(part.sentTo(preview).at(-1)).toMatchObject({
      screen: 'promotion',
      code: '',
      settings: [{ name: 'bonus.factor', value: '5' }],
    }),
  )
})

test('HOUSE-104 HOUSE-107 amounts stand in the list as they are shown elsewhere; / leads to its search', async () => {
  listenForHotkeys(document)
  const { screen, words: said, user } = await open({}, { name: null })
  await vi.waitFor(() => expect(said()).toMatch(/50,000\.00.baht/))
  await user.keyboard('/')
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: text.desk.search }))
})

test('HOUSE-106 a change that waits is said beside the value, with who asked and a link to the request', async () => {
  const request = { request: '7', command: 'settings set', askedBy: 'kai', waitsFor: ['som'] }
  const row = rowOf({ waits: { ...request, soonest: null } })
  const { words: said, screen } = await open({}, { rows: () => [row] })
  expect(said()).toContain('kai has requested a decision that needs a second approval')
  expect(said()).toContain('Waiting for a second approval from som')
  const link = screen.getByRole('link', { name: text.work.openRequest })
  expect(link.getAttribute('href')).toBe(itemAddress('second', { kind: 'second', id: '7' }))
})

test('HOUSE-121 of a change that was approved both are named: who asked, and who approved', async () => {
  const row = rowOf({ askedBy: 'operator:som' })
  const { words: said } = await open({}, { rows: () => [row] })
  expect(said()).toContain(`${form.askedBy} Operator som · ${form.approvedBy} Operator kai`)
})

test('SCREEN-30 whom a change waits for stands there before the click; it is sent once, on the version that was seen, and its key with it', async () => {
  const { answer, give } = later<ConsoleCallOutput<typeof save>>()
  const part = await open({ [look]: () => lookOf(waits), [save]: () => answer })
  await part.retype('60000')
  await part.screen.findByText(text.work.waitsFor('som, dao').replace('som, dao', 'som or dao'))
  const change = { name: 'withdraw.max.BAHT', value: '60000', version: 3 }
  expect(part.sentTo(look).at(-1)).toEqual({ changes: [change] })
  expect(part.screen.queryByRole('button', { name: text.desk.save })).toBeNull()
  await part.user.dblClick(await part.pressable(saving.ask))
  await vi.waitFor(() => expect(part.sentTo(save)).toHaveLength(1))
  expect(part.sentTo(save)).toEqual([{ changes: [change] }])
  expect(part.sent.find((one) => one.name === save)!.key).toMatch(/^[0-9a-f]{32}$/)
  give({ ...done, ...waits, waitsFor: ['som', 'dao'], request: '7', changes: [] })
  await part.screen.findByText(text.work.nowWaits('som or dao'))
  expect(readDraft('setting withdraw.max.BAHT')).toBe('')
  expect(part.field(form.value).value).toBe('50000.00')
})

test('SCREEN-30 of a day’s limit it says how much is spent, before the click', async () => {
  const sumOf = (amount: string) => ({ amount, currency: 'BAHT' as const })
  const alone = { given: sumOf('1234.00'), max: sumOf('20000.00') }
  const part = await open({ [look]: () => lookOf({ ...waits, waitsFor: ['som'], alone }) })
  await part.retype('30000')
  await part.screen.findByText(saving.alone, { exact: false })
  expect(part.words()).toContain('1,234.00 baht / 20,000.00 baht')
})

test('SCREEN-30 what takes effect at once says so, is saved, and the list shows it', async () => {
  let version = 0
  let value = 'Kapao'
  const part = await open(
    {
      [save]: (input) => {
        version = 1
        value = String(input.changes[0]?.value)
        return { ...done, changes: [] }
      },
    },
    { name: 'brand.name', rows: () => [{ ...brand, value, version, isSet: version > 0 }] },
  )
  await part.retype('Other')
  await part.screen.findByText(saving.atOnce)
  await part.press(text.desk.save)
  await part.screen.findByText(saving.saved)
  await vi.waitFor(() =>
    expect(part.screen.getByRole('link', { name: /Brand name/ }).textContent).toContain('Other'),
  )
  expect(part.screen.queryByRole('button', { name: saving.discard })).toBeNull()
})

test('SCREEN-02 a bad value has its reason at its field, in the language of the page; nothing English is left', async () => {
  const problem = {
    path: ['withdraw.max.BAHT'],
    reason: 'form' as const,
    sentence: 'must be an amount above 0',
  }
  const part = await open(
    { [look]: () => lookOf({ state: 'refused', problems: [problem], sentence: 'English' }) },
    { language: 'th' },
  )
  await part.retype('-5')
  const reason = thai.reasonText('form', { form: 'amount', currency: 'BAHT' })
  await part.screen.findByText(reason)
  expect(part.field(thai.form.value).getAttribute('aria-invalid')).toBe('true')
  expect(part.words()).toContain(thai.about['withdraw.max'])
  expect(part.words()).not.toMatch(/English|above 0|largest/)
})

test('SCREEN-02 a save that is refused for a value shows each reason at its place, whatever the look said', async () => {
  const languages: Field = {
    form: 'group',
    parts: ['th', 'la', 'en'].map((name) => ({
      name,
      field: { form: 'line', max: 9, example: null },
      isOptional: false,
    })),
  }
  const field: Field = { form: 'list', of: languages, max: 5 }
  const problems = [{ path: ['chat.canned', 1, 'la'], reason: 'missing', sentence: 'x' }]
  const row = rowOf({
    name: 'chat.canned',
    group: 'content',
    field,
    value: [
      { th: 'a', la: 'b', en: 'c' },
      { th: 'd', la: 'e', en: 'f' },
    ],
  })
  const part = await open(
    { [save]: () => refuse('FIELD_WRONG', { field: 'chat.canned.1.la', problems }, 400) },
    { name: 'chat.canned', rows: () => [row] },
  )
  const [first] = part.screen.getAllByText('1')
  await part.user.click(first!)
  await part.typeIn('Thai', 'z')
  await part.press(text.desk.save)
  await part.screen.findByText(words.reasonText('missing', languages))
  expect(
    part.screen.getAllByLabelText('Lao').map((one) => one.getAttribute('aria-invalid')),
  ).toEqual([null, 'true'])
  expect(part.sentTo(save)).toMatchObject([
    {
      changes: [
        {
          value: [
            { th: 'z', la: 'b', en: 'c' },
            { th: 'd', la: 'e', en: 'f' },
          ],
        },
      ],
    },
  ])
  expect(readDraft('setting chat.canned')).toContain('z')
})

test('SCREEN-90 Enter in a line saves what the look has accepted, and neither what it refuses nor what it has not answered yet', async () => {
  const accept = new Map<unknown, () => void>()
  const part = await open({
    [look]: ({ changes: [change] }) =>
      change?.value === '7'
        ? lookOf({ state: 'refused', sentence: 'English' })
        : new Promise((resolve) => accept.set(change?.value, () => resolve(lookOf()))),
    [save]: () => ({ ...done, changes: [] }),
  })
  const button = () => part.screen.getByRole<HTMLButtonElement>('button', { name: text.desk.save })
  await part.retype('7')
  await part.user.keyboard('{Enter}')
  await part.screen.findByText('English')
  expect(button().disabled).toBe(true)
  await part.user.keyboard('{Enter}')
  await part.user.click(button())
  expect(part.sentTo(save)).toEqual([])

  await part.retype('70')
  await vi.waitFor(() => expect(accept.has('70')).toBe(true), 15_000)
  expect(part.screen.queryByText('English')).toBeNull()
  await part.user.keyboard('{Enter}')
  await part.user.click(button())
  expect(part.sentTo(save)).toEqual([])
  part.field(form.value).focus()
  accept.get('70')!()
  await part.pressable(text.desk.save)
  await part.user.keyboard('{Enter}')
  await part.screen.findByText(saving.saved)
  expect(part.sentTo(save)).toMatchObject([{ changes: [{ value: '70' }] }])
})

test('SCREEN-90 a look that cannot be had bars no save', async () => {
  const part = await open({
    [look]: () => refuse('SERVICE_BUSY', {}, 503),
    [save]: () => ({ ...done, changes: [] }),
  })
  await part.retype('70')
  await part.pressable(text.desk.save)
  await part.user.keyboard('{Enter}')
  await part.screen.findByText(saving.saved)
  expect(part.sentTo(save)).toHaveLength(1)
})

test('SCREEN-05 what somebody else has saved meanwhile is not overwritten: mine is sent on theirs, or dropped', async () => {
  let row = rowOf()
  const part = await open({ [save]: () => ({ ...done, changes: [] }) }, { rows: () => [row] })
  await part.retype('40000')
  row = rowOf({ value: '45000.00', version: 4, changedBy: 'operator:som' })
  await readAgain(read)
  await part.screen.findByText(saving.moved, { exact: false })
  expect(
    part.screen.getByRole('button', { name: text.desk.save }).getAttribute('disabled'),
  ).not.toBeNull()
  expect(part.field(form.value).value).toBe('40000')
  await part.press(saving.join)
  await part.press(text.desk.save)
  await vi.waitFor(() =>
    expect(part.sentTo(save)).toEqual([
      { changes: [{ name: row.name, value: '40000', version: 4 }] },
    ]),
  )

  await part.retype('30000')
  row = rowOf({ value: '20000.00', version: 5 })
  await readAgain(read)
  await part.press(saving.takeTheirs)
  expect(part.field(form.value).value).toBe('20000.00')
  expect(readDraft('setting withdraw.max.BAHT')).toBe('')
})

test('SCREEN-32 of a list that two have edited the rows of both are joined; what both changed is shown, theirs and mine', async () => {
  const answer = (name: string, th = name) => ({ name, th })
  const line: Field = { form: 'line', max: 40, example: null }
  const field: Field = {
    form: 'list',
    max: 5,
    of: {
      form: 'group',
      parts: ['name', 'th'].map((name) => ({ name, field: line, isOptional: false })),
    },
  }
  const base = { name: 'chat.canned', group: 'content', field, version: 3 } as const
  let row = rowOf({ ...base, value: [answer('a1'), answer('b1'), answer('c1')] })
  const part = await open(
    { [save]: () => ({ ...done, changes: [] }) },
    { name: 'chat.canned', rows: () => [row] },
  )
  for (const at of [0, 1]) {
    await part.user.click(part.screen.getAllByText(/^[ab]1$/)[at]!)
    const [input] = part.screen.getAllByLabelText('Thai').toReversed()
    await part.user.clear(input!)
    await part.user.type(input!, 'mine')
  }
  const theirs = [answer('a1', 'theirs'), answer('b1'), answer('d1')]
  row = rowOf({ ...base, value: theirs, version: 4, changedBy: 'operator:som' })
  await readAgain(read)
  await part.screen.findByText(saving.moved)
  const moved = part.screen.getByRole('region', { name: saving.moved })
  expect(moved.textContent).toContain('som')
  expect(moved.textContent).toContain(`${form.clash} a1 › Thai`)
  expect(moved.textContent).toMatch(new RegExp(`${form.theirs}:.*theirs.*${form.mine}:.*mine`))
  expect(moved.textContent).not.toContain('b1')

  await part.press(saving.join)
  await part.press(text.desk.save)
  const joined = [answer('a1', 'mine'), answer('b1', 'mine'), answer('d1')]
  await vi.waitFor(() =>
    expect(part.sentTo(save)).toEqual([
      { changes: [{ name: 'chat.canned', value: joined, version: 4 }] },
    ]),
  )
})

const boxOf = async (part: Awaited<ReturnType<typeof open>>, name: string, typed: string) => {
  const box = await part.screen.findByRole('textbox', { name })
  await part.user.clear(box)
  await part.user.type(box, typed)
}

const contactIn = (values: Record<string, string | null>, version = 2) =>
  Object.entries(values).map(([language, value]) =>
    rowOf({
      name: `contact.text.${language}`,
      group: 'content',
      value,
      version,
      default: null,
      field: { form: 'optional', of: { form: 'html', max: 5_000 } },
      about: 'What the contact screen says.',
    }),
  )

test('SCREEN-33 a text in three languages is one form, by tabs on a narrow screen; what is missing is marked, and all are saved as one set', async () => {
  const rows = contactIn({ th: '<p>ก</p>', la: null, en: '<p>a</p>' })
  const part = await open(
    { [save]: () => ({ ...done, changes: [] }) },
    { name: 'contact.text.la', rows: () => rows },
  )
  const link = await part.screen.findByRole('link')
  expect(part.screen.getAllByRole('link')).toHaveLength(1)
  expect(link.getAttribute('href')).toBe('/settings/contact-text')
  expect(link.textContent).toContain(`ລາວ: ${words.edit.missing}`)
  const tab = (name: RegExp) => part.screen.getByRole('tab', { name })
  expect(tab(/ລາວ/).textContent).toContain(words.edit.missing)
  expect(tab(/English/).textContent).not.toContain(words.edit.missing)

  await boxOf(part, 'ไทย', '<p>ข</p>')
  await part.user.click(tab(/ไทย/))
  await part.user.keyboard('{ArrowRight}')
  await boxOf(part, 'ລາວ', '<p>ກ</p>')
  expect(tab(/ລາວ/).textContent).not.toContain(words.edit.missing)
  const changes = [
    { name: 'contact.text.th', value: '<p>ข</p>', version: 2 },
    { name: 'contact.text.la', value: '<p>ກ</p>', version: 2 },
  ]
  await vi.waitFor(() => expect(part.sentTo(look).at(-1)).toEqual({ changes }))
  // A reload keeps the words of all languages.
  part.close()
  const again = await open(
    { [save]: () => ({ ...done, changes: [] }) },
    { name: 'contact.text', rows: () => rows },
  )
  await again.press(text.desk.save)
  await vi.waitFor(() => expect(again.sentTo(save)).toEqual([{ changes }]))
})

test('SCREEN-33 SCREEN-32 of two editors of one text only the language that both changed is theirs or mine', async () => {
  let rows = contactIn({ th: '<p>ก</p>', la: '<p>ກ</p>', en: '<p>a</p>' })
  const part = await open(
    { [save]: () => ({ ...done, changes: [] }) },
    { name: 'contact.text', rows: () => rows },
  )
  await boxOf(part, 'ไทย', '<p>ข</p>')
  const [th, , en] = rows
  const [, la] = contactIn({ th: '', la: '<p>ຂ</p>' }, 3)
  rows = [th!, la!, en!]
  await readAgain(read)
  await part.screen.findByRole('tab', { name: /English/ })
  // Theirs is in another language: nothing of mine is in question.
  expect(part.screen.queryByText(saving.moved)).toBeNull()
  await part.press(text.desk.save)
  await vi.waitFor(() =>
    expect(part.sentTo(save)).toEqual([
      { changes: [{ name: 'contact.text.th', value: '<p>ข</p>', version: 2 }] },
    ]),
  )
})

test('SCREEN-33 where there is room the three languages stand beside each other', async () => {
  const rows = contactIn({ th: '<p>ก</p>', la: '<p>ກ</p>', en: null })
  const part = await open({}, { name: 'contact.text', rows: () => rows })
  await part.screen.findByRole('tablist')
  const narrow = globalThis.matchMedia
  globalThis.matchMedia = (media) =>
    Object.assign(narrow(media), { matches: media === '(min-width: 1600px)' })
  await boxOf(part, 'ไทย', 'x')
  for (const name of ['ไทย', 'ລາວ', 'English'])
    expect(await part.screen.findByRole('textbox', { name })).toBeTruthy()
  expect(part.screen.queryByRole('tab')).toBeNull()
  expect(part.screen.getByRole('heading', { name: /English/ }).textContent).toContain(
    words.edit.missing,
  )
})

test(
  'SCREEN-05 after a lost answer the same is sent under the same key; what was typed stays over a reload',
  { tags: 'long-2' },
  async () => {
    let isLost = true
    const part = await open({
      [save]: () => (isLost ? refuse('SERVICE_BUSY', {}, 503) : { ...done, changes: [] }),
    })
    await part.retype('40000')
    await part.press(text.desk.save)
    await part.screen.findByText(text.desk.line.open)
    isLost = false
    await part.press(text.desk.save)
    await part.screen.findByText(saving.saved)
    const keys = part.sent.filter((one) => one.name === save).map(({ key }) => key)
    expect(keys).toEqual([keys[0], keys[0]])

    await part.retype('41000')
    part.close()
    const again = await open()
    expect(again.field(form.value).value).toBe('41000')
    await again.press(saving.discard)
    expect(again.field(form.value).value).toBe('50000.00')
  },
)

test('SCREEN-11 the history shows who did what; a value from it, or the default, goes through look and save', async () => {
  const unplanned = { plan: null, from: null, until: null }
  const acts = [
    {
      ...unplanned,
      id: '9',
      at,
      by: 'operator:som',
      act: 'set',
      before: '40000.00',
      after: '50000.00',
      why: null,
    },
    {
      ...unplanned,
      id: '8',
      at,
      by: 'operator:lek',
      act: 'asked',
      before: null,
      after: '50000.00',
      why: null,
    },
    {
      ...unplanned,
      id: '7',
      at,
      by: 'operator:som',
      act: 'dropped',
      before: null,
      after: null,
      why: 'too much',
    },
  ] as const
  const part = await open({
    [history]: () => ({ acts: [...acts], next: null }),
    [save]: () => ({ ...done, changes: [] }),
  })
  await part.press(form.history)
  await part.screen.findByText(form.acts.dropped, { exact: false })
  expect(part.words()).toContain('too much')
  await part.press(form.setBack)
  expect(part.field(form.value).value).toBe('40000.00')
  expect(part.sentTo(save)).toEqual([])
  await part.screen.findByText(saving.atOnce)
  await part.press(text.desk.save)
  await vi.waitFor(() =>
    expect(part.sentTo(save)).toEqual([
      { changes: [{ name: 'withdraw.max.BAHT', value: '40000.00', version: 3 }] },
    ]),
  )
  await part.press(form.toDefault)
  await part.press(text.desk.save)
  await vi.waitFor(() =>
    expect(part.sentTo(save).at(-1)).toEqual({
      changes: [{ name: 'withdraw.max.BAHT', isDefault: true, version: 3 }],
    }),
  )
})

const planOf = (part: Partial<Plan>): Plan => ({
  id: '4',
  changes: [{ name: 'withdraw.max.BAHT', after: '40000.00' }],
  from: '2026-03-04T17:00:00.000Z',
  until: '2026-03-05T17:00:00.000Z',
  state: 'waits',
  by: 'lek',
  agreedBy: null,
  begunAt: null,
  endedAt: null,
  why: null,
  ...part,
})
const { plan: planWords } = words

test('SCREEN-35 a change is planned for times of Bangkok: looked at with them, sent with them, and said to be planned', async () => {
  const part = await open({ [save]: () => ({ ...done, changes: [] }) })
  expect(part.screen.queryByText(planWords.open)).toBeNull()
  await part.retype('40000')
  await part.press(planWords.open)
  await part.typeIn(planWords.from, '05/03/2026 00:00')
  await part.typeIn(planWords.until, '06/03/2026 00:00')
  const wish = {
    changes: [{ name: 'withdraw.max.BAHT', value: '40000', version: 3 }],
    from: '2026-03-04T17:00:00.000Z',
    until: '2026-03-05T17:00:00.000Z',
  }
  await vi.waitFor(() => expect(part.sentTo(look).at(-1)).toEqual(wish))
  await part.screen.findByText(planWords.willBegin)
  await part.press(planWords.send)
  await part.screen.findByText(planWords.planned)
  expect(part.sentTo(save)).toEqual([wish])
  expect(part.screen.queryByLabelText(planWords.from)).toBeNull()
})

test(
  'SCREEN-59 a time that cannot be read is refused at its field, and nothing is sent; what was typed for it stays over a reload',
  { tags: 'long-3' },
  async () => {
    const part = await open()
    await part.retype('40000')
    await part.press(planWords.open)
    await part.typeIn(planWords.from, '05/03/2026 00:00')
    await part.typeIn(planWords.until, '32/03/2026 00:00')
    expect(part.words()).toContain(text.desk.timeForm)
    expect(part.words()).not.toContain(saving.looking)
    const send = () => part.screen.getByRole<HTMLButtonElement>('button', { name: planWords.send })
    expect(send().disabled).toBe(true)
    expect(part.sentTo(save)).toEqual([])
    part.close()

    const again = await open()
    expect(again.field(planWords.from).value).toBe('05/03/2026 00:00')
    expect(again.field(planWords.until).value).toBe('32/03/2026 00:00')
    await again.typeIn(planWords.until, '06/03/2026 00:00')
    const until = '2026-03-05T17:00:00.000Z'
    await vi.waitFor(() => expect(again.sentTo(look).at(-1)).toMatchObject({ until }))
    await again.press(saving.discard)
    expect(again.screen.queryByLabelText(planWords.from)).toBeNull()
  },
)

test(
  'SCREEN-60 what was typed in several forms is looked at and saved as one set, and stays where it is not chosen',
  { tags: 'long-1' },
  async () => {
    const forms = () => [brand, rowOf(), rowOf({ name: 'withdraw.min.BAHT', value: '100.00' })]
    const typeAt = async (name: string, typed: string) => {
      const part = await open({}, { name, rows: forms })
      await part.retype(typed)
      part.close()
    }
    await typeAt('withdraw.min.BAHT', '150')
    await typeAt('brand.name', 'Mali')
    const problem = { path: ['brand.name'], reason: 'form' as const, sentence: '' }
    let isWrong = true
    const part = await open(
      {
        [look]: ({ changes }) =>
          lookOf(isWrong && changes.length === 2 ? { state: 'refused', problems: [problem] } : {}),
        [save]: () => ({ ...done, changes: [] }),
      },
      { rows: forms },
    )
    expect(part.words()).not.toContain(form.together)
    await part.retype('40000')
    await part.screen.findByText(saving.atOnce)
    const own = { name: 'withdraw.max.BAHT', value: '40000', version: 3 }
    expect(part.sentTo(look).at(-1)).toEqual({ changes: [own] })
    await part.user.click(part.screen.getByLabelText('Brand name'))
    await part.screen.findByText(form.wrongThere)
    const other = { name: 'brand.name', value: 'Mali', version: 0 }
    expect(part.sentTo(look).at(-1)).toEqual({ changes: [own, other] })
    isWrong = false
    await part.retype('41000')
    await part.press(text.desk.save)
    await part.screen.findByText(saving.saved)
    expect(part.sentTo(save)).toEqual([{ changes: [{ ...own, value: '41000' }, other] }])
    expect(['withdraw.max.BAHT', 'brand.name'].map((id) => readDraft(`setting ${id}`))).toEqual([
      '',
      '',
    ])
    expect(readDraft('setting withdraw.min.BAHT')).toContain('150')
  },
)

test('SCREEN-60 a set is not sent while somebody else has saved one of its settings', async () => {
  let name = brand
  const rows = () => [name, rowOf()]
  const first = await open({}, { name: 'brand.name', rows })
  await first.retype('Mali')
  first.close()
  const part = await open({}, { rows })
  await part.retype('40000')
  await part.user.click(part.screen.getByLabelText('Brand name'))
  await part.screen.findByText(saving.atOnce)
  name = { ...brand, version: 1, value: 'Theirs', isSet: true }
  await readAgain(read)
  await part.screen.findByText(saving.moved)
  const button = part.screen.getByRole<HTMLButtonElement>('button', { name: text.desk.save })
  expect(button.disabled).toBe(true)
  sessionStorage.clear()
})

test('SCREEN-35 what is planned stands at the setting: what, when, by whom, whether it began late, why it was refused; it is ended there', async () => {
  const end = 'POST /api/console/settings/plan/end'
  const plans = [
    planOf({ agreedBy: 'som', state: 'begun', begunAt: '2026-03-04T20:00:00.000Z' }),
    planOf({ id: '5', state: 'refused', why: 'plan-missed', until: null }),
    planOf({ id: '6', changes: [{ name: 'brand.name', after: 'Other' }] }),
    planOf({ id: '7', from: '2026-03-07T17:00:00.000Z', until: null }),
  ]
  const part = await open(
    { [end]: () => ({ ...done, ...waits, request: '8' }) },
    { plans: () => plans },
  )
  const list = await part.screen.findByRole('region', { name: planWords.title })
  const rows = within(list)
    .getAllByRole('listitem')
    .map((row) => row.textContent)
  expect(rows).toHaveLength(3)
  expect(rows[0]).toMatch(/In force.*05.*00:00.*06.*00:00.*planned by.*lek.*approved by.*som/)
  expect(rows[0]).toMatch(new RegExp(`${planWords.late}.*03:00`))
  expect(rows[0]).toContain('40000.00')
  expect(rows[1]).toContain(text.work.refused['plan-missed'])
  expect(rows[1]).toContain(planWords.stays)
  expect(part.screen.getAllByText(planWords.isPlanned)).toHaveLength(2)
  expect(part.screen.getAllByRole('button', { name: planWords.end })).toHaveLength(1)
  // One that is in force leaves what it replaced, and its button says so.
  expect(within(list).getAllByRole('button', { name: planWords.putBack })).toHaveLength(1)
  await part.press(planWords.putBack)
  await part.screen.findByText(text.work.nowWaits('som or dao'))
  expect(part.sentTo(end)).toEqual([{ id: '4' }])
})

test('SCREEN-34 letters of the other language are said before the click, and keep nobody from saving', async () => {
  const rows = contactIn({ th: '<p>ก</p>', la: null, en: null })
  const warnings = [{ path: ['contact.text.la'], reason: 'thaiInLao' as const }]
  const part = await open(
    { [look]: () => lookOf({ warnings }) },
    { name: 'contact.text', rows: () => rows, language: 'th' },
  )
  await boxOf(part, 'ไทย', 'x')
  await part.screen.findByText(thai.form.thaiInLao)
  expect(await part.screen.findByText(thai.saving.atOnce)).toBeTruthy()
})

test('SCREEN-31 the list is searched by name, sentence and value, and says what was changed', async () => {
  const part = await open({}, { name: null })
  const search = await part.screen.findByLabelText(text.desk.search)
  const shown = () => part.screen.getAllByRole('link').map((one) => one.getAttribute('href'))
  expect(shown()).toEqual(['/settings/brand-name', '/settings/withdraw-max-BAHT'])
  expect(part.screen.getAllByText(form.isSet)).toHaveLength(1)
  for (const [typed, found] of [
    ['top bar', ['/settings/brand-name']],
    ['50000', ['/settings/withdraw-max-BAHT']],
    ['maximum with', ['/settings/withdraw-max-BAHT']],
  ] as const) {
    await part.user.clear(search)
    await part.user.type(search, typed)
    await vi.waitFor(() => expect(shown()).toEqual(found))
  }
})

test.each([
  ['cashier', 'read', true],
  ['marketing', 'read', true],
  ['risk', 'tighten', false],
] as const)(
  'SCREEN-03 %s reads why they may only %s, and is offered no more',
  async (role, power, isReadOnly) => {
    const part = await open({}, { role })
    await part.screen.findByText(form.power[power])
    expect(part.field(form.value).disabled).toBe(isReadOnly)
    expect(part.screen.queryByRole('button', { name: text.desk.save }) === null).toBe(isReadOnly)
  },
)

test('SCREEN-03 a look that the role does not allow says so, and the sentence is the one of the save', async () => {
  const part = await open({ [look]: () => refuse('NO_RIGHT', {}, 403) }, { role: 'risk' })
  await part.retype('60000')
  expect(await part.screen.findByText(text.refusals.NO_RIGHT)).toBeTruthy()
})

test('SCREEN-03 without the right there is no screen', async () => {
  queryClient.clear()
  signInAs('support')
  const part = await openPart(<SettingsScreen name={null} />, {
    answers: { [read]: () => ({ settings: [], plans: [] }) },
  })
  expect(await part.screen.findByText(text.desk.noScreen)).toBeTruthy()
})

test('SCREEN-53 of a channel or an account without a key at this console its form says so, before it is saved', async () => {
  const doors = [
    {
      kind: 'payouts' as const,
      name: 'BANK',
      family: 'bank',
      hosts: ['a.example'],
      hasKey: true,
      isUsed: true,
      lastSign: null,
    },
  ]
  const channel = rowOf({
    name: 'withdraw.channel.BAHT',
    value: 'BANK',
    group: 'accounts',
    field: { form: 'line', max: 20, example: null },
  })
  const part = await open(
    { 'GET /api/console/house/doors': () => ({ doors, here: { machine: 'desk-1', since: at } }) },
    { rows: () => [channel], name: 'withdraw.channel.BAHT' },
  )
  expect(part.screen.queryByText(form.keyless('BANK'))).toBeNull()
  await part.retype('PAYONEX')
  expect(await part.screen.findByText(form.keyless('PAYONEX'))).toBeTruthy()
  part.close()

  const line = { form: 'line', max: 20, example: null } as const
  const accounts = rowOf({
    name: 'deposit.accounts',
    value: [
      { bankCode: 'KBANK', bankType: 'bank' },
      { bankCode: 'ZPAY', bankType: 'PAYMENT' },
      { bankCode: 'WW', bankType: 'PAYMENT' },
    ],
    group: 'accounts',
    field: {
      form: 'list',
      max: 9,
      of: {
        form: 'group',
        parts: ['bankCode', 'bankType'].map((name) => ({ name, field: line, isOptional: false })),
      },
    },
  })
  const ww = { ...doors[0]!, kind: 'gateway' as const, name: 'WW' }
  // A payout channel of that name is another door.
  const zpay = { ...doors[0]!, name: 'ZPAY' }
  const other = await open(
    {
      'GET /api/console/house/doors': () => ({
        doors: [ww, zpay],
        here: { machine: 'desk-1', since: at },
      }),
    },
    { rows: () => [accounts], name: 'deposit.accounts' },
  )
  expect(await other.screen.findByText(form.keyless('ZPAY'))).toBeTruthy()
})

test('SCREEN-36 each thing that members read has a card: what is missing, and who changed it last', async () => {
  const html = { form: 'html', max: 20_000 } as const
  const textOf = (language: string, value: string, changedAt: string | null): SettingRow =>
    rowOf({
      name: `contact.text.${language}`,
      value,
      changedAt,
      changedBy: changedAt && `operator:${language}`,
      group: 'content',
      field: html,
    })
  const rows = () => [
    textOf('th', '<p>สวัสดี</p>', '2026-11-20T05:00:00.000Z'),
    textOf('la', '', null),
    textOf('en', '<p>Hello</p>', '2026-11-21T05:00:00.000Z'),
    rowOf(),
  ]
  const part = await open({}, { name: null, rows })
  const cards = await part.screen.findByRole('list', { name: words.groups.content })
  const [card, ...others] = [...cards.querySelectorAll('a')]
  expect(others).toEqual([])
  expect(card!.getAttribute('href')).toBe('/settings/contact-text')
  expect(card!.textContent).toContain('Hello')
  expect(card!.textContent).toContain(`${text.desk.languages.la}: ${words.edit.missing}`)
  expect(card!.textContent).not.toContain(`${text.desk.languages.th}: ${words.edit.missing}`)
  expect(card!.textContent).toMatch(/en$/)
  await part.user.click(card!)
  expect(part.router.state.location.pathname).toBe('/settings/contact-text')
})
