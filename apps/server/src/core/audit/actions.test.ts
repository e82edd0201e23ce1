import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { auditActions } from '@kapao/contract/console/actions'
import { whyCodes } from '@kapao/contract/console/reasons'
import { settingWords } from '@kapao/contract/console/settings'
import { noticeKinds } from '@kapao/contract/notices'
import { beforeAll, expect, test } from 'vitest'
import { settingNames } from '#settings/registry.ts'

const source = join(import.meta.dirname, '../..')
let sources: { file: string; text: string }[] = []
beforeAll(async () => {
  const files = (await Array.fromAsync(glob('**/*.{ts,sql}', { cwd: source }))).filter(
    (file) => !file.endsWith('.test.ts') && !file.startsWith('testing/'),
  )
  sources = await Promise.all(
    files.map(async (file) => ({ file, text: await readFile(join(source, file), 'utf8') })),
  )
})

/** `<room>.<verb>` in quotes, in files that end so; what members are told of has names of the same form. */
function namesIn(end: string, form = /'([a-z]+\.[A-Za-z]+)'/g): Set<string> {
  const texts = sources.filter(({ file }) => file.endsWith(end)).map(({ text }) => text)
  const names = texts.flatMap((text) => [...text.matchAll(form)].map(([, name]) => name!))
  const told: readonly string[] = Object.values(noticeKinds).flat()
  return new Set(names.filter((name) => !told.includes(name)))
}

// The compiler holds every act in TypeScript to the list; acts in SQL are held to it here.
test('DESK-102 every act that SQL writes or asks for is in the list of acts', () => {
  const settings = ['kapao.rebuilds']
  const unknown = [...namesIn('.sql')].filter(
    (name) => !auditActions.some((one) => one === name) && !settings.includes(name),
  )
  expect(unknown).toEqual([])
})

test('DESK-102 the list names no act that no code writes', () => {
  // Put together where they are written: `${source}.activate`, `withdrawals.${state}`, `'deposits.' || v_action`.
  const together = [
    ...['bonus', 'promotion', 'invite', 'refund'].map((one) => `${one}.activate`),
    ...['invite', 'refund'].map((one) => `${one}.receive`),
    ...['paid', 'returned', 'failed'].map((one) => `withdrawals.${one}`),
    ...['credit', 'suspend', 'release', 'claim'].map((one) => `deposits.${one}`),
  ]
  const written = new Set([...namesIn('.ts'), ...namesIn('.sql'), ...together])
  expect(auditActions.filter((one) => !written.has(one))).toEqual([])
  expect([...auditActions]).toEqual(auditActions.toSorted())
})

/** The words of a setting: its name, or the name without its currency, language or gateway. */
const wordsOf = (name: string) =>
  settingWords.find((word) => word === name || word === name.slice(0, name.lastIndexOf('.')))

test('DESK-102 every setting has words, and no words are of none', () => {
  expect(settingNames.filter((name) => wordsOf(name) === undefined)).toEqual([])
  const used = new Set(settingNames.map(wordsOf))
  expect(settingWords.filter((word) => !used.has(word))).toEqual([])
})

test('DESK-102 everything that the watch finds has words', () => {
  // Items have kinds, questions of the watch have names; jobs have names, too.
  const found = namesIn(
    '.ts',
    /(?:kind: |Kind = |name: (?='meaning))'([a-z]+\.[a-z]+(?:-[a-z]+)*)'/g,
  )
  const items = [...found].filter((name) => !auditActions.some((one) => one === name))
  expect(items.length).toBeGreaterThan(15)
  expect(items.filter((name) => !whyCodes.some((one) => one === name))).toEqual([])
})
