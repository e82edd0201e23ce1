// @vitest-environment jsdom
import type { Field } from '@kapao/contract/console/field'
import { within } from '@testing-library/dom'
import { fireEvent } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { openPart } from '../../testing/open-part.tsx'
import { fields as words } from './text/en.ts'
import { FieldsTextContext } from './text/fields-text.ts'
import { FieldEditor } from './field-editor.tsx'
import { FormContext } from './field-props.ts'
import type { Json } from './values.ts'

const { edit, facts } = words
const line = { form: 'line', max: 20, example: null } as const

type EditorProps = {
  field: Field
  first: Json
  isReadOnly?: boolean
  onValue: (next: Json) => void
}

function Editor({ field, first, isReadOnly = false, onValue }: EditorProps) {
  const [now, set] = useState(first)
  const change = (next: Json): void => {
    onValue(next)
    set(next)
  }
  return (
    <FieldsTextContext value={words}>
      <FormContext value={{ problems: [], isReadOnly, Inner: FieldEditor }}>
        <FieldEditor field={field} label="Value" path={[]} value={now} onChange={change} />
      </FormContext>
    </FieldsTextContext>
  )
}

let value: Json

async function open(field: Field, first: Json, isReadOnly = false) {
  value = first
  const onValue = (next: Json) => void (value = next)
  const part = await openPart(<Editor {...{ field, first, isReadOnly, onValue }} />)
  const press = (name: string) => part.user.click(part.screen.getByRole('button', { name }))
  const type = async (label: string, typed: string) => {
    const input = part.screen.getByLabelText(label)
    await part.user.clear(input)
    if (typed !== '') await part.user.type(input, typed)
  }
  const choose = (label: string, option: string) =>
    part.user.selectOptions(part.screen.getByLabelText(label), option)
  return { ...part, press, type, choose }
}

test.each<[string, Field, Json, string, unknown]>([
  ['a whole number', { form: 'whole', min: 1, max: 120 }, 15, '20', 20],
  [
    'what is no number stays as typed, for the server to refuse',
    { form: 'whole', min: 1, max: 9 },
    1,
    '1x',
    '1x',
  ],
  ['a number with a nought in it', { form: 'number', max: 10 }, 1, '1.05', 1.05],
  ['an amount is text', { form: 'amount', currency: 'LAK' }, '1', '100000', '100000'],
  ['a rate is text', { form: 'rate', max: 100 }, '1', '0.50', '0.50'],
  ['an empty optional one is nothing', { form: 'optional', of: line }, 'x', '', null],
  ['an optional one that is typed', { form: 'optional', of: line }, null, 'y', 'y'],
])('SCREEN-02 %s', async (_what, field, first, typed, wanted) => {
  const { type } = await open(field, first)
  await type('Value', typed)
  expect(value).toBe(wanted)
})

test('SCREEN-02 a switch and a choice give their values', async () => {
  const flag = await open({ form: 'flag', only: null }, false)
  await flag.choose('Value', 'true')
  expect(value).toBe(true)
  flag.close()
  const choice = await open({ form: 'choice', of: ['day', 'week'] }, 'day')
  await choice.choose('Value', 'week')
  expect(value).toBe('week')
})

test('SCREEN-02 entries are added, typed, moved and removed by buttons, up to the most of the list', async () => {
  const part = await open({ form: 'list', of: line, max: 3 }, ['a', 'b'])
  await part.press(edit.add)
  expect(
    part.screen.getByRole('button', { name: edit.add }).getAttribute('disabled'),
  ).not.toBeNull()
  await part.type('3', 'c')
  await part.press(`${edit.up}: 3`)
  expect(value).toEqual(['a', 'c', 'b'])
  await part.press(`${edit.down}: 1`)
  await part.press(`${edit.remove}: 3`)
  expect(value).toEqual(['c', 'a'])
})

test('SCREEN-02 currencies are checked, in the order of the list', async () => {
  const part = await open({ form: 'list', of: { form: 'choice', of: ['BAHT', 'LAK'] }, max: 2 }, [
    'LAK',
  ])
  await part.user.click(part.screen.getByLabelText('Baht'))
  expect(value).toEqual(['BAHT', 'LAK'])
  await part.user.click(part.screen.getByLabelText('Kip'))
  expect(value).toEqual(['BAHT'])
})

test('SCREEN-02 a part that may be left out is left out while it is empty; the others keep their place', async () => {
  const group: Field = {
    form: 'group',
    parts: [
      { name: 'code', field: line, isOptional: false },
      { name: 'alsoNamed', field: line, isOptional: true },
      { name: 'hasStatement', field: { form: 'flag', only: false }, isOptional: true },
    ],
  }
  const part = await open(group, { code: 'a', alsoNamed: 'b' })
  await part.type('Also named (optional)', '')
  expect(JSON.stringify(value)).toBe('{"code":"a"}')
  await part.choose('Has a statement (optional)', 'false')
  expect(value).toEqual({ code: 'a', hasStatement: false })
  await part.press('Has a statement: none')
  expect(value).toEqual({ code: 'a' })
})

test('SCREEN-02 another case keeps what both have, and begins the rest', async () => {
  const cases: Field = {
    form: 'cases',
    by: 'type',
    cases: [
      {
        names: ['web'],
        parts: [
          { name: 'name', field: line, isOptional: false },
          { name: 'url', field: line, isOptional: false },
        ],
      },
      {
        names: ['call'],
        parts: [
          { name: 'name', field: line, isOptional: false },
          { name: 'phone', field: line, isOptional: false },
        ],
      },
    ],
  }
  const part = await open(cases, { type: 'web', name: 'Help', url: 'https://x.example' })
  await part.choose('Kind', 'call')
  expect(value).toEqual({ type: 'call', name: 'Help', phone: '' })
  await part.type('Phone', '0812345678')
  expect(value).toMatchObject({ phone: '0812345678' })
})

test('SCREEN-02 a named entry is added under its name, once, and removed', async () => {
  const part = await open({ form: 'table', of: line, max: 60 }, { hello: 'a' })
  await part.type(edit.newName, 'hello')
  expect(
    part.screen.getByRole('button', { name: edit.add }).getAttribute('disabled'),
  ).not.toBeNull()
  await part.type(edit.newName, 'bye')
  await part.press(edit.add)
  await part.type('bye', 'b')
  expect(value).toEqual({ hello: 'a', bye: 'b' })
  await part.press(`${edit.remove}: bye`)
  expect(value).toEqual({ hello: 'a' })
})

const answerText: Field = {
  form: 'group',
  parts: ['th', 'la', 'en'].map((name) => ({
    name,
    field: { form: 'text', max: 1_500, facts: ['name', 'balance'] },
    isOptional: false,
  })),
}

test('SCREEN-21 a fact is inserted where the cursor stands, or instead of what is selected, and the text is shown as an example member reads it', async () => {
  const part = await open(answerText, { th: 'ไทย', la: '', en: 'Hello you' })
  const english = part.screen.getByLabelText<HTMLTextAreaElement>('English')
  const insert = async (fact: 'name' | 'balance') =>
    part.user.click(
      within(part.screen.getByRole('group', { name: `${facts.insert}: English` })).getByRole(
        'button',
        { name: facts.names[fact] },
      ),
    )
  expect(part.words()).not.toContain(facts.example)
  english.setSelectionRange(6, 9)
  await insert('name')
  expect(value).toEqual({ th: 'ไทย', la: '', en: 'Hello {name}' })
  expect([document.activeElement, english.selectionStart]).toEqual([english, 12])
  english.setSelectionRange(0, 0)
  await insert('balance')
  expect(value).toMatchObject({ en: '{balance}Hello {name}' })
  await part.type('Thai', '{{name} {{other}')
  const examples = part.screen.getAllByRole('figure').map((one) => one.textContent)
  expect(examples).toEqual([
    `${facts.example}สมชาย ตัวอย่าง {other}`,
    `${facts.example}1,250.00\u00A0bahtHello Somchai Example`,
  ])
})

test('SCREEN-21 who may only read is offered no facts', async () => {
  const part = await open(answerText, { th: '', la: '', en: '{name}' }, true)
  expect(part.screen.queryAllByRole('button')).toEqual([])
  expect(part.screen.getAllByRole('figure')).toHaveLength(1)
})

test('SCREEN-53 an entry of several parts says in its row what tells it from its neighbours', async () => {
  const account: Field = {
    form: 'group',
    parts: [
      { name: 'bankCode', field: { form: 'choice', of: ['KBANK'] }, isOptional: false },
      { name: 'bankType', field: { form: 'choice', of: ['PAYMENT', 'bank'] }, isOptional: false },
      { name: 'bankAccountNo', field: line, isOptional: false },
      { name: 'bankAccountName', field: line, isOptional: false },
      { name: 'currency', field: { form: 'choice', of: ['BAHT', 'LAK'] }, isOptional: false },
    ],
  }
  const part = await open({ form: 'list', of: account, max: 3 }, [
    {
      bankCode: 'KBANK',
      bankType: 'bank',
      bankAccountNo: '1112223334',
      bankAccountName: 'KAPAO CO LTD',
      currency: 'BAHT',
    },
  ])
  const row = part.screen.getByText('1112223334').closest('summary')!
  expect(row.textContent).toBe(
    `1112223334KBANK · ${words.choiceText('bank')} · KAPAO CO LTD · ${words.choiceText('BAHT')}`,
  )
})

test('SCREEN-91 an entry with words in three languages says in its row those that the operator reads, cut between two signs', async () => {
  const answer: Field = {
    form: 'group',
    parts: [
      { name: 'name', field: line, isOptional: false },
      { name: 'text', field: answerText, isOptional: false },
    ],
  }
  const said = { th: 'สวัสดี', la: 'ສະບາຍດີ', en: `Good\n${'e\u0301'.repeat(70)}` }
  const part = await open({ form: 'list', of: answer, max: 3 }, [{ name: 'hello', text: said }])
  const row = part.screen.getByText('hello').closest('summary')!
  expect(row.textContent).toBe(`helloGood ${'e\u0301'.repeat(55)}…`)
})

test('SCREEN-53 each entry is opened by itself, and what is changed in it changes nothing in its neighbours', async () => {
  const account: Field = {
    form: 'group',
    parts: ['code', 'owner'].map((name) => ({ name, field: line, isOptional: false })),
  }
  const first = [
    { code: 'one', owner: 'A' },
    { code: 'two', owner: 'B' },
    { code: 'three', owner: 'C' },
  ]
  const part = await open({ form: 'list', of: account, max: 5 }, first)
  expect(part.screen.queryAllByRole('textbox')).toEqual([])
  const entry = part.screen.getByText('two').closest('details')!
  entry.open = true
  fireEvent(entry, new Event('toggle'))
  const inputs = await part.screen.findAllByRole('textbox')
  expect(inputs.map((input) => (input as HTMLInputElement).value)).toEqual(['two', 'B'])
  await part.user.type(inputs[1]!, 'x')
  expect(value).toEqual([first[0], { code: 'two', owner: 'Bx' }, first[2]])
})
