import type { TidyPlant } from './plant-garden.ts'

const entriesPath = 'apps/server/src/settings/entries/money-settings.ts'
const readerPath = 'apps/server/src/money/withdrawals/begin.ts'
const killPath = 'apps/server/src/money/games/kill.test.ts'
const refusalsPath = 'packages/contract/src/refusals.ts'
const one = "  'withdraw.pause': setting({ kind: flag }),\n"
const family = "  ...forEach(\n    'withdraw.max',\n    currencies,\n    amounts({}),\n  ),\n"
const user = "import { sum } from '#shared/wallet/total.ts'\n"
const codes = 'export const refusalStatus = {\n  WITHDRAW_MAXIMUM: 400,\n}\n'

const serial = "test.describe.configure({ mode: 'serial' })\n"

/** Definitions that are never used, and the same definitions with a use. */
export const usePlants: TidyPlant[] = [
  {
    rule: 'settings-are-read',
    bad: {
      [entriesPath]: one,
      'apps/server/src/money/withdrawals/withdrawals.test.ts': "set('withdraw.pause', true)",
      'apps/server/src/settings/demo.ts': "{ 'withdraw.pause': true }",
      'apps/server/src/desk/decisions/weakening.ts': "{ 'withdraw.pause': isSwitchedOff }",
    },
    good: { [entriesPath]: one, [readerPath]: "if (settings['withdraw.pause']) refuse()" },
  },
  {
    rule: 'settings-are-read',
    bad: { 'apps/server/src/settings/entries/money/withdraw-settings.ts': one },
    good: {
      'apps/server/src/settings/entries/money/withdraw-settings.ts': one,
      [readerPath]: "if (settings['withdraw.pause']) refuse()",
    },
  },
  {
    rule: 'settings-are-read',
    bad: { [entriesPath]: family, [readerPath]: "settings['withdraw.maximum']" },
    good: { [entriesPath]: family, [readerPath]: 'settings[`withdraw.max.${currency}`]' },
  },
  {
    rule: 'settings-are-read',
    bad: { [entriesPath]: one, [readerPath]: "settings[`withdraw.${'limit'}`]" },
    good: { [entriesPath]: one, [readerPath]: "settings[`withdraw.${isOff ? 'pause' : 'stop'}`]" },
  },
  {
    rule: 'refusals-are-given',
    bad: { [refusalsPath]: codes, 'apps/web/src/text/en/refusals.ts': "'WITHDRAW_MAXIMUM'" },
    good: { [refusalsPath]: codes, [readerPath]: "refuse(withdraw, 'WITHDRAW_MAXIMUM')" },
  },
  {
    rule: 'refusals-are-given',
    bad: { [refusalsPath]: codes.replace('  WITH', '  // Kept:\n  WITH') },
    good: {
      [refusalsPath]: codes.replace('  WITH', '  // Kept: an older client knows it.\n  WITH'),
    },
  },
  {
    rule: 'samples-keep-promises',
    bad: {
      [killPath]:
        "const cases = [\n  ['F01 killed early', 1],\n]\ntest.each(sampled('k', 1, cases))('%s')",
    },
    good: {
      [killPath]:
        "const cases = [\n  ['early', 1],\n]\ntest.each(sampled('k', 1, cases))('F01 killed %s')",
      'apps/server/src/money/games/games.test.ts':
        "test.each([\n  ['F01 killed early', 1],\n])('%s')",
    },
  },
  {
    rule: 'serial-journeys-share-a-tag',
    bad: { 'e2e/spin.e2e.ts': `${serial}test('a', { tag: '@long-1' }, b)\ntest('c', d)` },
    good: {
      'e2e/spin.e2e.ts': `${serial}test('a', { tag: '@long-1' }, b)\ntest('c', { tag: '@long-1' }, d)`,
      'e2e/login.e2e.ts': "test('a', { tag: '@long-1' }, b)\ntest('c', d)",
    },
  },
  ...['apps/web/src', 'apps/console/src'].map((page) => {
    const sums = {
      [`${page}/shared/wallet/sum.ts`]: 'export const sum = 1\n',
      [`${page}/shared/wallet/total.ts`]: "export { sum } from './sum.ts'\n",
      [`${page}/features/bonus/bonus-screen.tsx`]: user,
    }
    return {
      rule: 'shared-is-shared',
      bad: { ...sums, [`${page}/features/bonus/held/held-card.tsx`]: user },
      good: { ...sums, [`${page}/features/home/home-screen.tsx`]: user },
    }
  }),
]
