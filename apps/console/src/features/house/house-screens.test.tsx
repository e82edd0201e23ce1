// @vitest-environment jsdom
import type { Door, HouseCheck } from '@kapao/contract/console/house'
import {
  doorKinds,
  factWords,
  findingCodes,
  smsOutcomes,
} from '@kapao/contract/console/house-words'
import type { Role } from '@kapao/contract/console/roles'
import { refuse } from '@kapao/ui/testing/served.ts'
import { expect, test } from 'vitest'
import { queryClient } from '#core/queries.ts'
import { text as english } from '#text/en/all.ts'
import { text as thaiText } from '#text/th/all.ts'
import { at, signInAs } from '../../testing/examples.ts'
import { openPart, type Answers } from '../../testing/open-part.tsx'
import { DoorsScreen } from './doors-screen.tsx'
import { GuideScreen } from './guide-screen.tsx'
import { house as words } from './text/en.ts'
import { house as lao } from './text/la.ts'
import { house as thai } from './text/th.ts'

const read = 'GET /api/console/house/checks'
const confirm = 'POST /api/console/house/confirm'
const nothing = { names: [], count: null, sums: [], at: null, screen: null }

const missing: HouseCheck = {
  check: 'texts',
  grade: 'should',
  facts: [
    { ...nothing, what: 'textWhole', grade: 'fine', names: ['agreements'] },
    {
      ...nothing,
      what: 'textMissing',
      grade: 'should',
      names: ['conditions.la'],
      screen: '/settings/conditions-la',
    },
  ],
  screen: '/settings/agreements-th',
  seen: 'abc',
  confirmed: null,
}
const fine: HouseCheck = {
  check: 'accounts',
  grade: 'fine',
  facts: [{ ...nothing, what: 'accountsOf', grade: 'fine', names: ['KBANK'], count: 1 }],
  screen: '/settings/deposit-accounts',
  seen: null,
  confirmed: null,
}
const never: HouseCheck = {
  check: 'money',
  grade: 'must',
  facts: [{ ...nothing, what: 'depositNever', grade: 'must' }],
  screen: '/work',
  seen: null,
  confirmed: null,
}

async function open(answers: Answers = {}, role: Role = 'owner', language: 'en' | 'th' = 'en') {
  queryClient.clear()
  signInAs(role)
  return openPart(<GuideScreen />, {
    answers: { [read]: () => ({ checks: [missing, fine, never] }), ...answers },
    language,
  })
}

test('SCREEN-54 the guide says how much is there, what is missing in the words of the house, and leads to where it is mended', async () => {
  const { screen, user, router } = await open()
  expect(await screen.findByText(words.done(1, 3))).toBeTruthy()
  const { settings, languages } = english.words
  const link = screen.getByRole('link', {
    name: words.facts.textMissing({
      names: '',
      first: `${settings.conditions} · ${languages.la}`,
      second: '',
      count: 0,
      sums: '',
      sum: () => '',
    }),
  })
  await user.click(link)
  expect(router.state.location.pathname).toBe('/settings/conditions-la')
  expect(screen.queryByRole('link', { name: words.checks.accounts.go! })).toBeNull()
  expect(screen.getByRole('link', { name: words.checks.money.go! })).toBeTruthy()
})

test('SCREEN-55 an owner confirms just what is shown, by the keyboard; what no word is enough for has no button', async () => {
  let confirmed = false
  const { screen, user, sentTo } = await open({
    [read]: () => ({
      checks: [
        confirmed
          ? { ...missing, grade: 'fine', seen: null, confirmed: { by: 'kai', at } }
          : missing,
        never,
      ],
    }),
    [confirm]: () => {
      confirmed = true
      return { by: 'kai', at }
    },
  })
  const buttons = await screen.findAllByRole('button', { name: words.confirm })
  expect(buttons).toHaveLength(1)
  buttons[0]!.focus()
  await user.keyboard('{Enter}')
  expect(await screen.findByText(words.confirmedBy('kai'), { exact: false })).toBeTruthy()
  expect(sentTo(confirm)).toEqual([{ check: 'texts', seen: 'abc' }])
})

test('SCREEN-55 what was found otherwise meanwhile is said, and read again', async () => {
  const { screen, user } = await open({
    [confirm]: () => refuse('DECISION_REFUSED', { why: 'setting-changed' }),
  })
  await user.click(await screen.findByRole('button', { name: words.confirm }))
  expect((await screen.findByRole('alert')).textContent).toBe(
    english.work.refused['setting-changed'],
  )
})

test('SCREEN-54 risk reads the guide and confirms nothing; marketing may not see it', async () => {
  const risk = await open({}, 'risk')
  await risk.screen.findByText(words.done(1, 3))
  expect(risk.screen.queryByRole('button', { name: words.confirm })).toBeNull()
  risk.close()
  const { words: said } = await open({}, 'marketing')
  expect(said()).toContain(english.desk.noScreen)
})

test('SCREEN-54 nothing of it is in English on a Thai page', async () => {
  const { screen, words: said } = await open({}, 'owner', 'th')
  await screen.findByText(thai.done(1, 3))
  expect(said()).toContain(thaiText.words.settings.conditions)
  expect(said().replaceAll(/KBANK/g, '')).not.toMatch(/[A-Za-z]{2}/)
})

const door = (part: Partial<Door>): Door => ({
  kind: 'gateway',
  name: 'WW',
  family: 'signed',
  hosts: ['ww.example'],
  hasKey: true,
  isUsed: true,
  lastSign: null,
  ...part,
})

test('SCREEN-52 each system has its host, its key or none, and its last sign of life and where from, or that none is known', async () => {
  queryClient.clear()
  signInAs('risk')
  const { screen } = await openPart(<DoorsScreen />, {
    answers: {
      'GET /api/console/house/doors': () => ({
        doors: [
          door({ lastSign: { at, from: 'books' } }),
          door({ name: 'ZPAY', hasKey: false, hosts: [] }),
          door({ kind: 'sms', name: null, family: 'thaibulksms', hosts: ['a.example'] }),
        ],
        here: { machine: 'desk-1', since: at },
      }),
    },
  })
  const rows = (await screen.findAllByRole('listitem')).map((row) => row.textContent ?? '')
  expect(rows[0]).toContain('ww.example')
  expect(rows[0]).toContain(words.signFrom.books)
  expect(rows[1]).toContain(words.noKey)
  expect(rows[1]).toContain(words.noSign)
  expect(rows[2]).toContain('thaibulksms')
  expect(screen.getByText(words.doorsOf('desk-1'), { exact: false })).toBeTruthy()
})

const sendSms = 'POST /api/console/house/sms'

/** The doors with that of SMS; `key`: whether this console has one for it. */
async function openDoors(
  answers: Answers = {},
  { role = 'owner', hasKey = true }: { role?: Role; hasKey?: boolean } = {},
) {
  queryClient.clear()
  signInAs(role)
  return openPart(<DoorsScreen />, {
    answers: {
      'GET /api/console/house/doors': () => ({
        doors: [door({ kind: 'sms', name: null, family: 'thaibulksms', hasKey })],
        here: { machine: 'desk-1', since: at },
      }),
      ...answers,
    },
  })
}

test.each(smsOutcomes)(
  'SCREEN-73 an owner types a number and reads what became of the SMS: %s, by the keyboard',
  async (outcome) => {
    const why = outcome === 'sent' ? null : 'they answered 500'
    const {
      screen,
      user,
      sentTo,
      words: shown,
    } = await openDoors({
      [sendSms]: () => ({ outcome, phone: '081••••678', at, why }),
    })
    const field = await screen.findByLabelText(words.sms.phone)
    const button = screen.getByRole('button', { name: words.sms.send })
    expect(button).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('radio', { name: words.sms.products.text }))
    await user.click(field)
    await user.keyboard(' 0812345678{Enter}')
    await screen.findByText(words.sms.said[outcome]('081••••678'))
    expect(shown().includes('they answered 500')).toBe(why !== null)
    expect(sentTo(sendSms)).toEqual([{ phone: '0812345678', product: 'text' }])
  },
)

test('SCREEN-73 a wrong number is said at its field, a full day as what it is, and neither as sent', async () => {
  let code: 'FIELD_WRONG' | 'DECISION_REFUSED' = 'FIELD_WRONG'
  const {
    screen,
    user,
    words: shown,
  } = await openDoors({
    [sendSms]: () =>
      code === 'FIELD_WRONG' ? refuse(code) : refuse(code, { why: 'test-sms-full' }),
  })
  const field = await screen.findByLabelText(words.sms.phone)
  await user.type(field, '12{Enter}')
  expect(await screen.findByText(words.sms.wrong)).toBeTruthy()
  expect(field.getAttribute('aria-invalid')).toBe('true')
  code = 'DECISION_REFUSED'
  await user.type(field, '{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe(english.work.refused['test-sms-full'])
  expect(shown()).not.toContain('081')
})

test('SCREEN-73 a lost answer is sent again under the same key', async () => {
  let count = 0
  const { screen, user, sent } = await openDoors({
    [sendSms]: () => {
      count += 1
      if (count === 1) return refuse('INTERNAL_SERVER_ERROR', {}, 500)
      return { outcome: 'sent', phone: '081••••678', at, why: null }
    },
  })
  await user.type(await screen.findByLabelText(words.sms.phone), '0812345678{Enter}')
  await screen.findByText(english.desk.line.open)
  await user.click(screen.getByRole('button', { name: words.sms.send }))
  await screen.findByText(words.sms.said.sent('081••••678'))
  const keys = sent.filter(({ name }) => name === sendSms).map(({ key }) => key)
  expect([keys.length, new Set(keys).size]).toEqual([2, 1])
})

test.each([
  ['risk may not change the house', { role: 'risk' as const }],
  ['without a key', { hasKey: false }],
])('SCREEN-73 nothing offers a test SMS: %s', async (_what, given) => {
  const { screen } = await openDoors({}, given)
  await screen.findByText('ww.example')
  expect(screen.queryByRole('button', { name: words.sms.send })).toBeNull()
})

const foreign = /SMS|QR|OTP/g

test.each([
  ['Thai', thai, /[\u0E00-\u0E7F]/],
  ['Lao', lao, /[\u0E80-\u0EFF]/],
])('SCREEN-54 every line, fact and finding is said in %s', (_name, pack, script) => {
  const said = { names: '7', first: 'settings', second: '8', count: 7, sums: '9', sum: () => '9' }
  const sentences = [
    ...factWords
      .filter((word) => !['limit', 'channelWithKey', 'channelWithoutKey'].includes(word))
      .map((word) => pack.facts[word](said).replace('settings', '')),
    ...findingCodes.map((code) => pack.findings[code]),
    ...doorKinds.filter((kind) => kind !== 'sms').map((kind) => pack.doorKinds[kind]),
    ...Object.values(pack.checks).flatMap(({ name, why, go }) => [name, why, ...(go ? [go] : [])]),
    ...Object.values(pack).filter((part) => typeof part === 'string'),
    ...smsOutcomes.map((outcome) => pack.sms.said[outcome]('7')),
    ...Object.values({ ...pack.sms, ...pack.sms.products, hint: pack.sms.hint(9) }).filter(
      (part) => typeof part === 'string',
    ),
  ]
  const amiss = sentences.filter(
    (words) =>
      (!script.test(words) && !/^[^A-Za-z]*$/.test(words)) ||
      /[A-Za-z]{2}/.test(words.replaceAll(foreign, '')),
  )
  expect(amiss).toEqual([])
})
