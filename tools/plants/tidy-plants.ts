import { word, type TidyPlant } from './plant-garden.ts'
import { circlePlants } from './circle-plants.ts'
import { documentPlants } from './document-plants.ts'
import { sqlPlants } from './sql-plants.ts'
import { stylePlants } from './style-plants.ts'
import { usePlants } from './use-plants.ts'
import { wallPlants } from './wall-plants.ts'

const service = 'apps/server/src/money/games/launch.ts'

const boundaryPlants: TidyPlant[] = [
  ...word('time-and-chance', service, {
    bad: ['Date.now()', 'new Date()', 'Math.random()', 'pick(Date.now)', 'performance.now()'],
    good: ['new Date(row.endsAt)', 'clock.now()', "say('Date.now()')", '// new Date() lies.'],
  }),
  ...[
    'packages/contract/src/limits.ts',
    'apps/web/src/features/wallet/countdown.tsx',
    'apps/web/worker/worker.ts',
    'apps/sandbox/src/games/play.ts',
  ].map((path) => ({
    rule: 'time-and-chance',
    bad: { [path]: 'export const year = new Date().getFullYear()' },
    good: {
      'apps/server/src/core/clock.ts': 'export const now = () => new Date()',
      'apps/web/src/core/clock.ts': 'export const now = () => new Date()',
      'apps/sandbox/src/clock.ts': 'export const now = () => new Date()',
      'proof/bench/start.bench.ts': 'export const begun = performance.now()',
    },
  })),
  ...word('times-once', service, {
    bad: ['const dayMs = 24 * hourMs', 'waitMs = 5 * 60_000', 'after(3_600_000)', '60 * 60 * 1000'],
    good: ['const weekMs = 7 * dayMs', 'waitMs = 60_000', "say('const dayMs')", '24 * 60 * 60'],
  }),
  ...word('process-env', 'apps/server/src/main.ts', {
    bad: ['process.env.PORT', 'const { PORT } = process.env', 'const { env } = process'],
    good: ['config.port', "say('process.env')", 'const { stdout } = process'],
  }),
  {
    rule: 'process-env',
    bad: { 'apps/web/src/core/api.ts': 'process.env.NODE_ENV' },
    good: {
      'apps/server/src/context/config.ts': 'process.env.PORT',
      'tools/start.ts': 'process.env.PORT',
      'vitest.config.ts': 'process.env.CI',
    },
  },
  {
    rule: 'sandbox-env-once',
    bad: {
      'apps/sandbox/src/settings.ts': 'process.env.SANDBOX_PORT',
      'apps/sandbox/src/panel.ts': 'process.env.CONTROL_PORT',
    },
    good: {
      'apps/sandbox/src/settings.ts': 'process.env.SANDBOX_PORT',
      'apps/sandbox/src/panel.ts': 'settings.controlPort',
    },
  },
  ...word('one-fetch', 'apps/web/src/features/wallet/queries.ts', {
    bad: ["fetch('/api/wallet')", "window.fetch('/x')"],
    good: ["call('GET /api/wallet')", 'client.fetchQuery(q)', '// fetch(it) once.', 'prefetch(q)'],
  }),
  ...word('one-upload', 'apps/web/src/features/deposit/send-slip.ts', {
    bad: ['new XMLHttpRequest()'],
    good: ["upload('POST /api/wallet/slip', form)"],
  }),
  ...word('safe-html', 'apps/web/src/features/bonus/card.tsx', {
    bad: [
      '<p dangerouslySetInnerHTML={{ __html: text }} />',
      'node.innerHTML = text',
      "node.insertAdjacentHTML('afterend', text)",
      'document.write(text)',
    ],
    good: ['<SafeHtml html={text} />', 'node.textContent = text'],
  }),
  {
    rule: 'safe-html',
    bad: { 'apps/web/head/head.ts': 'document.body.innerHTML = text' },
    good: { 'apps/web/head/head.ts': 'document.body.textContent = text' },
  },
  {
    rule: 'safe-html',
    bad: { 'apps/web/src/ui/html.tsx': '<p dangerouslySetInnerHTML={it} />' },
    good: { 'apps/web/src/ui/safe-html.tsx': '<p dangerouslySetInnerHTML={it} />' },
  },
  ...word('no-float-money', 'apps/server/src/ledger/post.ts', {
    bad: [
      'parseFloat(text)',
      'x.toFixed(2)',
      'Number(row.balance)',
      'Number(input.amountText)',
      'const satang = baht * 100',
      'amount / 2',
    ],
    good: ['Number(row.count)', 'amount * 100n', 'balance - amount', 'count / 2'],
  }),
  ...['desk/decisions/guarded/money.ts', 'desk/watch/stakes/old-stakes.ts'].map((path) => ({
    rule: 'no-float-money',
    bad: { [`apps/server/src/${path}`]: 'Number(row.balance)' },
    good: {
      'apps/server/src/desk/watch/figures/figures.ts': 'Number(row.amount)',
      'apps/server/src/kapao/groups/ledger.ts': 'seconds.toFixed(1)',
    },
  })),
]

const writingPlants: TidyPlant[] = [
  ...['utils.ts', 'money-helper.ts', 'common/money.ts', 'index.ts', 'base.ts'].map((name) => ({
    rule: 'banned-names',
    bad: { [`apps/server/src/core/${name}`]: 'export const a = 1' },
    good: { 'apps/server/src/core/money-text.ts': 'export type DatabaseUrl = string' },
  })),
  ...word('banned-names', service, {
    bad: [
      'export type LaunchDto = string',
      'class GameManager extends Error {}',
      'type Held = { id: string }',
      'type BonusHeld = { id: string }',
      'export type Asked = { id: string }',
      'export type Place = { id: string }',
      'type Inside = { id: string }',
    ],
    good: [
      'export type Launch = string',
      "const title: Kind = 'Index'",
      'type HeldBonus = { id: string }',
      'type StatementLine = { id: string }',
      'type RevealedSeed = string',
      'class Refused extends Error {}',
    ],
  }),
  ...['WithdrawScreen.tsx', 'withdraw_screen.tsx', 'Wallet/screen.tsx'].map((name) => ({
    rule: 'kebab-case',
    bad: { [`apps/web/src/features/${name}`]: '' },
    good: {
      'apps/web/src/features/wallet/home-screen.module.css': '',
      'README.md': '',
      '.ci/run': '',
    },
  })),
  ...word('no-commented-out-code', service, {
    bad: [
      '// const game = find(code)',
      '// await launch(game)',
      "// import { find } from './find.ts'",
      '// if (game.open) {',
      '/*\n  game.open = false\n*/',
      '// return game.open()',
      '// <Game open />',
    ],
    good: [
      '// Return the money (all of it) before the answer leaves.',
      '/** Called `find(code)`; may miss. */',
      '// For each game, what the provider holds (its own rules);\n// import nothing here, or the page grows.',
      '// oxlint-disable-next-line no-console',
      "// const is what Go calls it, and 'a = b' stands in a sentence here.",
    ],
  }),
  ...word('no-banned-texts', service, {
    bad: [
      '// TODO make it faster',
      '// FIXME',
      '/* XXX why? */',
      "run('/home/somebody/bin')",
      '// It waits for whoever holds the lock.',
      '/** `<module>.<verb>` */',
    ],
    good: [
      '// TODO #12 make it faster.',
      "open('/user/home')",
      "say('TODO')",
      '// It waits for the holder of the lock, as a neighbour does.',
    ],
  }),
  ...word('no-banned-texts', 'apps/server/src/money/deposits/settle.sql', {
    bad: ['-- Whoever asks is answered.'],
    good: ['-- Every caller is answered.'],
  }),
  ...word('no-banned-texts', 'docs/money.md', {
    bad: ['<<<<<<< HEAD\n- one\n=======\n- other\n>>>>>>> a07cef4 (why)', '- one\n>>>>>>> a07cef4'],
    good: ['A title\n=======\n', 'a <<<<<<< b', '>>>>>>>'],
  }),
  ...word('two-weights', 'apps/web/src/ui/pager.module.css', {
    bad: ['.now {\n  font-weight: 600;\n}', '.now {\n  font-weight: bold;\n}'],
    good: ['.now {\n  font-weight: 700;\n}', '.then {\n  font-weight: 400;\n}'],
  }),
]

const glossary =
  '| pay | To pay a code | `qrcodes_payment` | `ชำระ` | `ຊຳລະ` | `จ่ายเงิน` `by itself` |'
const bothWords = "export const words = ['ชำระ', 'ຊຳລະ']"

const wordPlants: TidyPlant[] = [
  {
    rule: 'glossary-names-code',
    bad: {
      'docs/glossary.md': glossary,
      'apps/server/src/channels/qrcodes/qrcodes.test.ts': "query('select from qrcodes_payment')",
      'apps/server/migrations/014-qrcodes.sql': 'create table qrcodes_payments (id bigint);',
    },
    good: {
      'docs/glossary.md': glossary,
      'apps/server/migrations/014-qrcodes.sql': 'create table qrcodes_payment (id bigint);',
    },
  },
  {
    rule: 'one-word-for-a-thing',
    bad: {
      'docs/glossary.md': glossary,
      'apps/server/src/channels/qrcodes/texts.ts': `${bothWords}\nexport const text = 'จ่ายเงินแล้ว'`,
    },
    good: {
      'docs/glossary.md': glossary,
      'apps/server/src/channels/qrcodes/texts.ts': bothWords,
      'apps/server/src/channels/qrcodes/qrcodes.test.ts': "export const text = 'จ่ายเงินแล้ว'",
    },
  },
  {
    rule: 'one-word-for-a-thing',
    bad: {
      'docs/glossary.md': glossary,
      'apps/web/src/text/th/public.ts': bothWords,
      'apps/server/src/settings/entries/money-settings.ts':
        "const about = 'It is credited by itself.'",
    },
    good: {
      'docs/glossary.md': glossary,
      'apps/web/src/text/th/public.ts': bothWords,
      'apps/server/src/settings/entries/money-settings.ts':
        "const about = 'It is credited automatically.'",
    },
  },
  ...(['docs/console.md', 'apps/web/index.html'] as const).map((path) => ({
    rule: 'one-word-for-a-thing',
    bad: {
      'docs/glossary.md': glossary,
      'apps/web/src/text/th/public.ts': bothWords,
      [path]: '<p>จ่ายเงินแล้ว</p>',
    },
    good: {
      'docs/glossary.md': glossary,
      'apps/web/src/text/th/public.ts': bothWords,
      [path]: '<p>ชำระแล้ว</p>',
    },
  })),
  {
    rule: 'one-word-for-a-thing',
    bad: {
      'docs/glossary.md': glossary,
      'apps/web/src/text/th/public.ts': "export const a = 'ชำระ'",
    },
    good: { 'docs/glossary.md': glossary, 'apps/web/src/text/th/public.ts': bothWords },
  },
  ...word('proofread', 'apps/web/src/text/th/public.ts', {
    bad: [
      "a('เกมอื่น ๆ')",
      'a(`${minutes} นาที`)',
      "a('ລໍຖ້າ 15 ນາທີ')",
      'a(`Sending: ${percent} %`)',
      "a('Loading …')",
      "a('ส่งรหัสใหม่')",
      "a('ຂໍລະຫັດໃໝ່')",
      "a('Received by Kapao')",
    ],
    good: [
      "a('เกมอื่น\\u00A0ๆ')",
      'a(`${minutes}\\u00A0นาที`)',
      'a(`${label} ครั้งนี้ไม่ได้รางวัล`)',
      'a(`Sending: ${percent}%`)',
      "a('Loading…')",
      "a('ส่งรหัส OTP ใหม่')",
      'a(`Received by ${brand}`)',
    ],
  }),
  ...['features/spin/text/en.ts', 'features/withdraw/lock/text/en.ts'].flatMap((path) =>
    word('proofread', `apps/web/src/${path}`, {
      bad: ["a('Loading …')"],
      good: ["a('Loading…')"],
    }),
  ),
]

export const tidyPlants: TidyPlant[] = [
  ...circlePlants,
  ...wallPlants,
  ...sqlPlants,
  ...boundaryPlants,
  ...writingPlants,
  ...stylePlants,
  ...documentPlants,
  ...wordPlants,
  ...usePlants,
]
