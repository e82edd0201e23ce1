import { auditActions } from '@kapao/contract/console/actions'
import { vocabularies, type Vocabulary } from '@kapao/contract/console/vocabularies'
import { secondKinds, whyCodes, whyRefused } from '@kapao/contract/console/reasons'
import { roles } from '@kapao/contract/console/roles'
import { settingWords } from '@kapao/contract/console/settings'
import { languages, withdrawalReasons } from '@kapao/contract/limits'
import { slipReasons } from '@kapao/contract/refusals'
import { expect, test } from 'vitest'
import { openWorkWorld } from '#testing/desk/work-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openWorkWorld)

type WordUse = { form: string; text: string; of: Vocabulary; code: string }

/** Everything with a form in an answer, however deep. */
function formsIn(part: unknown): WordUse[] {
  if (Array.isArray(part)) return part.flatMap(formsIn)
  if (typeof part !== 'object' || part === null) return []
  const below = Object.values(part).flatMap(formsIn)
  return 'form' in part ? [part as WordUse, ...below] : below
}

/** Two words of small letters in a row are a sentence, or a part of one. */
const sentence = /[a-z]{2,}[,:;]? [a-z]{2,}/

/** Without a name of another kind, such as that of a game. */
const isKnown: Record<Vocabulary, (code: string) => boolean> = {
  action: (code) => auditActions.some((one) => one === code),
  setting: (code) => settingWords.some((word) => code === word || code.startsWith(`${word}.`)),
  command: (code) => secondKinds.some((one) => one === code),
  role: (code) => roles.some((one) => one === code),
  language: (code) => languages.some((one) => one === code),
  watched: (code) => whyCodes.some((one) => one === code),
  withdrawal: (code) => withdrawalReasons.some((one) => one === code),
  refusal: (code) => whyRefused.some((one) => one === code),
  slip: (code) => slipReasons.some((one) => one === code),
  sign: (code) => ['name', 'device', 'network', 'invited', 'inviter'].includes(code),
  place: (code) => !sentence.test(code),
}

/** A sentence that nothing marks as one, or a code that the page cannot know. */
function isUnsaid({ form, text, of, code }: WordUse): boolean {
  if (form === 'text' || form === 'name') return sentence.test(text)
  return form === 'word' && !isKnown[of](code)
}

async function readAll(): Promise<{ at: string; body: unknown }[]> {
  const rows = await world.list('all')
  const items = rows.map(async ({ kind, id }) => {
    const { status, body } = await world.read('som', kind, id)
    expect(status, `${kind} ${id}`).toBe(200)
    return { at: kind, body }
  })
  return [{ at: 'list', body: rows }, ...(await Promise.all(items))]
}

function expectCodes(answers: { at: string; body: unknown }[]): void {
  for (const { at, body } of answers) expect(formsIn(body).filter(isUnsaid), at).toEqual([])
}

const why = 'as the receipt of the bank says'
const match = { kind: 'deposit', decision: 'match', why }

test('DESK-101 items of every kind are shown in codes, names and figures; written sentences are marked', async () => {
  const { make, kapao } = world
  const member = (await world.addMember({ bankAccountName: 'SOMCHAI JAIDEE' })).id
  const other = (await world.addMember()).id
  await make.credited(member, 900_000n)
  await make.credited(other, 900_000n)
  const deposit = await make.deposit({ money: { amount: 5_000_000n, currency: 'BAHT' } })
  await make.deposit()
  await make.differing(other)
  await make.unread()
  await make.request((await rich()).id)
  await make.finding()
  await make.payment(member)
  await make.giftlink(member)
  await make.withdrawal(other, 2)
  await make.payout(member)
  await make.transfer((await rich()).id, 'in')
  await make.suspicion(member)
  await make.trusted(member)
  // What waits for a second operator.
  await kapao('lek', 'settings', 'set', 'withdraw.max.BAHT', '--text', '900000')
  await world.decide('lek', { ...match, id: deposit, memberId: member })
  const answers = await readAll()
  const kinds = new Set(answers.map(({ at }) => at))
  for (const kind of ['deposit', 'differing', 'unread', 'manual', 'finding', 'payment', 'giftlink'])
    expect(kinds).toContain(kind)
  for (const kind of ['withdrawal', 'payout', 'transfer', 'suspicion', 'second'])
    expect(kinds).toContain(kind)
  expectCodes(answers)
  const forms = formsIn(answers.map(({ body }) => body))
  const textsOf = (form: string) => forms.filter((one) => one.form === form).map((one) => one.text)
  expect(textsOf('quote')).toEqual(expect.arrayContaining([why, 'KBANK ??? 500.00']))
  expect(textsOf('technical')).toEqual(
    expect.arrayContaining(['no amount', 'said twice', 'no answer for an hour', 'no answer']),
  )
})

async function rich() {
  const member = await world.addMember()
  await world.make.credited(member.id, 900_000n)
  return member
}

test('DESK-101 what one operator did alone is shown as the act, its parts by their keys, and the operator’s reason', async () => {
  const member = (await world.addMember()).id
  const id = await world.make.deposit()
  await world.decide('lek', { ...match, id, memberId: member })
  const [row] = (await world.list('review')).slice(-1)
  const { body } = await world.read('som', 'review', row!.id)
  const action = 'deposits.release'
  expect(body.why.detail).toEqual({ form: 'act', action, subject: null, by: 'lek', why })
  expectCodes([{ at: 'review', body }])
  const parts = body.panels.find(({ name }: { name: string }) => name === 'after').facts
  for (const part of parts) expect(part.value.form).not.toBe('text')
})

test('DESK-101 every vocabulary is one of the contract', () => {
  expect(Object.keys(isKnown).toSorted()).toEqual([...vocabularies].toSorted())
})
