/** An import that the table in docs/architecture.md forbids, and one from the same place that it allows. */
export type ImportPlant = {
  path: string
  /** A specifier; with a leading `type:`, the import is of a type. */
  bad: string
  good: string
  /** The beginning of the rule's message, since all of them are one rule of oxlint. */
  says: string
  /** The place of the good import, when the place is the difference. */
  goodPath?: string
}

/** One cell of the table: from this place, none of these imports, but that one. */
type Cell = Omit<ImportPlant, 'bad'> & { never: string[] }

const contract = 'packages/contract/src'
const server = 'apps/server/src'
const web = 'apps/web/src'
const consolePage = 'apps/console/src'

const contractCells: Cell[] = [
  {
    path: `${contract}/planted.ts`,
    says: 'The contract imports zod and its own files',
    never: ['node:fs', '../../../apps/server/src/core/clock.ts', '@kapao/contract/money', 'pg'],
    good: 'zod',
  },
  {
    path: `${contract}/planted.ts`,
    says: 'The contract imports zod and its own files',
    never: ['../money.ts'],
    good: './money.ts',
  },
]

const serverCells: Cell[] = [
  {
    path: `${server}/core/planted.ts`,
    says: 'core has no domain words',
    never: [
      '#ledger/post.ts',
      '#outside/bank.ts',
      '../modules/wallet/service.ts',
      '../ledger/a.ts',
      '#settings/read.ts',
      '#modules/wallet/service.ts',
    ],
    good: './clock.ts',
  },
  {
    path: `${server}/ledger/planted.ts`,
    says: 'The ledger imports only core',
    never: [
      '#outside/bank.ts',
      '../outside/bank.ts',
      '../modules/wallet/service.ts',
      '#settings/read.ts',
    ],
    good: '#core/db.ts',
  },
  {
    path: `${server}/settings/planted.ts`,
    says: 'Settings import only core',
    never: ['#ledger/post.ts', '#outside/bank.ts', '#modules/wallet/service.ts'],
    good: '#core/db.ts',
  },
  {
    path: `${server}/outside/planted.ts`,
    says: 'A client of the outside world knows neither',
    never: [
      '#ledger/post.ts',
      '../ledger/post.ts',
      '../modules/wallet/service.ts',
      '#settings/read.ts',
    ],
    good: '#core/clock.ts',
  },
  ...['planted', 'routes'].flatMap((file): Cell[] => [
    {
      path: `${server}/modules/games/${file}.ts`,
      says: 'A folder here is flat and closed',
      never: [
        '../wallet/service.ts',
        'type:../wallet/service.ts',
        '../../ledger/post.ts',
        '#modules/wallet/service.ts',
        'type:#desk/open.ts',
      ],
      good: '#ledger/post.ts',
    },
    {
      path: `${server}/modules/games/${file}.ts`,
      says: 'A module sees the outside world through types',
      never: ['#outside/bank.ts'],
      good: 'type:#outside/bank.ts',
    },
    {
      path: `${server}/modules/games/${file}.ts`,
      says: 'A module sees the outside world through types',
      never: ['#outside/bank.ts'],
      good: '#outside/bank.ts',
      goodPath: `${server}/modules/games/open.ts`,
    },
  ]),
  {
    path: `${server}/modules/games/open.ts`,
    says: 'A folder here is flat and closed',
    never: ['#modules/wallet/open.ts', '../wallet/open.ts'],
    good: '#settings/read.ts',
  },
  ...[
    'core/planted',
    'ledger/planted',
    'outside/planted',
    'modules/games/planted',
    'modules/games/routes',
  ].flatMap((file): Cell[] => [
    {
      path: `${server}/${file}.ts`,
      says: 'compose, main, worker and kapao stand at the top',
      never: ['compose', 'main', 'worker', 'kapao'].map((name) => `../${name}.ts`),
      good: '#core/ids.ts',
    },
    {
      path: `${server}/${file}.ts`,
      says: 'Other packages are imported by their name',
      never: [
        '@kapao/sandbox/clock',
        '@kapao/web/core/api',
        '../../../../packages/contract/src/a.ts',
      ],
      good: '@kapao/contract/refusals',
    },
  ]),
  ...['ledger', 'outside', 'modules/games'].map((folder): Cell => ({
    path: `${server}/${folder}/planted.ts`,
    says: 'Only routes.ts (and core) knows Fastify',
    never: ['fastify', 'type:fastify', '@fastify/static'],
    good: 'fastify',
    goodPath: `${server}/modules/games/routes.ts`,
  })),
]

/** Both pages have the same folders, with the same allowed imports between them. */
const pageCells: Cell[] = [web, consolePage].flatMap((page): Cell[] => [
  ...['app', 'core', 'ui', 'text', 'shared', 'features/wallet'].flatMap((folder): Cell[] => {
    const path = `${page}/${folder}/planted.ts`
    return [
      { path, says: 'zod stays on the server', never: ['zod'], good: '@kapao/contract/limits' },
      {
        path,
        says: 'Other packages are imported by their name',
        never: ['@kapao/server/clock', '../../../packages/contract/src/limits.ts'],
        good: 'react',
      },
    ]
  }),
  ...['core', 'ui', 'text'].map((folder): Cell => ({
    path: `${page}/${folder}/planted.ts`,
    says: 'core, ui and text know nothing',
    never: [
      '#shared/a.tsx',
      '../shared/a.ts',
      '../features/wallet/queries.ts',
      '../app/router.tsx',
    ],
    good: './other.ts',
  })),
  {
    path: `${page}/shared/planted.ts`,
    says: 'shared knows neither features nor app',
    never: ['../features/wallet/queries.ts', '../app/router.tsx'],
    good: '#ui/button.tsx',
  },
  {
    path: `${page}/features/wallet/planted.ts`,
    says: 'A feature imports neither another feature nor app',
    never: ['../games/queries.ts', 'type:../games/queries.ts', '../../app/router.tsx'],
    good: '#shared/bank-name.tsx',
  },
  {
    path: `${page}/features/wallet/rows/planted.ts`,
    says: 'A feature imports neither another feature nor app',
    never: ['../../games/queries.ts', 'type:../../games/text/en.ts', '../../../app/router.tsx'],
    good: '../text/wallet-text.ts',
  },
  {
    path: `${page}/features/wallet/rows/day/planted.ts`,
    says: 'A feature imports neither another feature nor app',
    never: ['../../../games/queries.ts', '../../../../app/router.tsx'],
    good: '../../text/wallet-text.ts',
  },
])

const webCells: Cell[] = ['app', 'core', 'ui', 'text', 'shared', 'features/wallet'].flatMap(
  (folder): Cell[] => {
    const path = `${web}/${folder}/planted.ts`
    const says = 'The page imports the contract only as types'
    return [
      { path, says, never: ['@kapao/contract/money'], good: 'type:@kapao/contract/money' },
      { path, says, never: ['@kapao/contract/calls'], good: '@kapao/contract/limits' },
      { path, says, never: ['@kapao/contract/calls'], good: '@kapao/contract/refusals' },
      {
        path,
        says: "The member's page knows nothing of the console",
        never: ['@kapao/contract/console/words', 'type:@kapao/contract/console/calls'],
        good: 'type:@kapao/contract/calls',
      },
    ]
  },
)

const consoleCells: Cell[] = ['app', 'core', 'ui', 'text', 'shared', 'features/wallet'].flatMap(
  (folder): Cell[] => {
    const path = `${consolePage}/${folder}/planted.ts`
    const says = 'The console imports the contract only as types'
    return [
      { path, says, never: ['@kapao/contract/money'], good: 'type:@kapao/contract/money' },
      { path, says, never: ['@kapao/contract/console/calls'], good: '@kapao/contract/limits' },
      {
        path,
        says,
        never: ['@kapao/contract/console/work'],
        good: 'type:@kapao/contract/console/work',
      },
      { path, says, never: ['@kapao/contract/calls'], good: '@kapao/contract/console/words' },
    ]
  },
)

const uiCells: Cell[] = [
  {
    path: 'packages/ui/src/planted.ts',
    says: 'ui imports react and its own files',
    never: ['@kapao/contract/limits', 'type:@kapao/contract/limits', '../../apps/web/src/a.ts'],
    good: './icons/icon.tsx',
  },
]

const sandboxCells: Cell[] = [
  {
    path: 'apps/sandbox/src/planted.ts',
    says: 'The sandbox shares no code',
    never: [
      '@kapao/contract/money',
      'type:@kapao/contract/money',
      '@kapao/server/clock',
      '../../server/src/core/clock.ts',
      '../../../packages/contract/src/money.ts',
      '../../web/src/core/api.ts',
    ],
    good: 'zod',
  },
]

export const importPlants: ImportPlant[] = [
  ...contractCells,
  ...serverCells,
  ...pageCells,
  ...webCells,
  ...consoleCells,
  ...uiCells,
  ...sandboxCells,
].flatMap(({ never, ...cell }) => never.map((bad) => ({ ...cell, bad })))
