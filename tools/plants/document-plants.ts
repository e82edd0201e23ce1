import { word, type TidyPlant } from './plant-garden.ts'

const launchPath = 'apps/server/src/money/games/launch.ts'
const dependencyRow = '| `zod` | reads input | too much to write |'

const explainedPlants: TidyPlant[] = [
  ...['| `zod` | reads input | |', '', `${dependencyRow}\n| \`left-pad\` | pads | hard |`].map(
    (text) => ({
      rule: 'dependencies-explained',
      bad: { 'package.json': '{ "dependencies": { "zod": "4" } }', 'docs/dependencies.md': text },
      good: {
        'package.json': '{ "devDependencies": { "zod": "4", "@kapao/contract": "1" } }',
        'docs/dependencies.md': dependencyRow,
      },
    }),
  ),
  ...["test('NAV-77 opens', run)", "describe('F99', run)"].map((text) => ({
    rule: 'known-requirement-ids',
    bad: { 'docs/requirements.md': '- NAV-01 [ui] goes', 'e2e/nav.e2e.ts': text },
    good: {
      'docs/requirements.md': '- NAV-01 [ui] goes\n- F29 once',
      'e2e/nav.e2e.ts': "test('NAV-01 goes', run)\ntest('F29 once', run)",
    },
  })),
  {
    rule: 'known-requirement-ids',
    bad: { 'docs/requirements.md': '- F29 once', 'proof/bench/kill.bench.ts': "proves: ['F99']" },
    good: { 'docs/requirements.md': '- F29 once', 'proof/bench/kill.bench.ts': "proves: ['F29']" },
  },
]

const words = 'word '.repeat(30).trim()

const linePlants: TidyPlant[] = [
  ...word('document-lines', 'docs/money.md', {
    bad: [
      words,
      `- ${words}`,
      `See [the map](docs/architecture.md), ${words}`,
      `\`\`\`\n$ run\n\`\`\`\n${words}`,
    ],
    good: [
      `\`\`\`\n${words}\n\`\`\``,
      `| ${words} |`,
      `[${words}](docs/architecture.md)`,
      `- \`${words}\``,
      'word '.repeat(24).trim(),
    ],
  }),
  ...word('document-lines', 'README.md', { bad: [words], good: ['word'] }),
  ...word('document-lines', 'STYLE.md', { bad: [words], good: ['word'] }),
  {
    rule: 'document-lines',
    bad: { 'docs/outside/bank.md': words },
    good: { 'docs/requirements.md': `- ${words}` },
  },
]

const tree = {
  'apps/server/migrations/002-ledger.sql': 'create table ledger_account (id bigint);',
  [launchPath]: '// ledger_hold\n',
  'apps/server/src/core/page/shells.ts': '',
  'apps/server/src/money/games/store.ts': '',
  'apps/web/src/core/lazy-text/lazy-text.ts': '',
  'apps/web/src/features/deposit/ways.ts': '',
  'proof/bench/channels/doors.ts': '',
  'e2e/deposit.e2e.ts': '',
  'tools/page/worker.ts': '',
}

/** Names in a document that is about one part, each beside names of the same form that are right. */
const namedPlants: TidyPlant[] = [
  {
    document: 'docs/money.md',
    bad: [
      '`money/games/begin.ts`',
      '`games/shells.ts`',
      'See `node begin.ts games`',
      '`ledger_seal`',
    ],
    good: ['`money/games/store.ts`', '`node launch.ts games`', '`ledger_hold`', '`money/games`'],
  },
  {
    document: 'docs/web.md',
    bad: [
      '`doors.ts`',
      '`core/page/shells.ts`',
      '`core/own-text`',
      '`core/own-text/`',
      '`features/ways`',
      '`tools/pages`',
      '`npm test -- e2e/deposits`',
      '`apps/web/src/core/own-text.json`',
    ],
    good: [
      '`ways.ts`',
      '`proof/bench/channels/doors.ts`',
      '`apps/server/src/core/page/shells.ts`',
      '`core/lazy-text`',
      '`core/lazy-text/`',
      '`features/deposit/ways`',
      '`tools/page`',
      '`npm test -- e2e/deposit`',
      '`text/html`',
      '`chat/config`',
      '`GET /api/core/lookup`',
    ],
  },
  {
    document: 'docs/architecture.md',
    bad: ['`deposit/doors.ts`', '`worker.ts`'],
    good: [
      '`deposit/ways.ts`',
      '`<word>/doors.ts`',
      '`*.sql`',
      '`games_launch`',
      '`ledger_account`',
    ],
  },
].flatMap(({ document, bad, good }) =>
  bad.map((text) => ({
    rule: 'documents-name-what-is-there',
    bad: { ...tree, [document]: text },
    good: { ...tree, [document]: good.join(' ') },
  })),
)

/** What documents must say, and must not say. */
export const documentPlants: TidyPlant[] = [...explainedPlants, ...namedPlants, ...linePlants]
