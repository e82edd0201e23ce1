import type { ImportPlant } from '../plant-garden.ts'
import { specifiersOf } from './house-files.ts'
import { wallPlants } from './wall-plants.ts'

/** One cell of the table in docs/architecture.md: from this place, none of these imports, but that one. */
type Cell = Omit<ImportPlant, 'bad'> & { never: string[] }

const contract = 'packages/contract/src'
const server = 'apps/server/src'
const web = 'apps/web/src'
const consolePage = 'apps/console/src'

/** Files of other programs and packages that are there, by the names of their packages. */
const strangers = [
  '@kapao/server/bin/kapao.mjs',
  '@kapao/web/head/head.ts',
  '@kapao/console/vite.config.ts',
  '@kapao/sandbox/package.json',
]

/** The same by their way from a place. */
function strangersTo(place: string): string[] {
  const [program = ''] = /^(?:apps|packages)\/[^/]+/.exec(place) ?? []
  return [
    `${server}/core/clock.ts`,
    `${web}/core/api.ts`,
    `${consolePage}/core/send.ts`,
    'apps/sandbox/src/games/families/pg.ts',
    `${contract}/console/words.ts`,
    'packages/ui/src/icons/icon.tsx',
    'tools/testing/set-clock.ts',
    'bench/kill/load.ts',
    'e2e/money.ts',
  ]
    .filter((file) => !file.startsWith(`${program}/`))
    .map((file) => specifiersOf(place, file)[0]!)
}

const contractCells: Cell[] = [
  {
    path: `${contract}/planted.ts`,
    says: 'The contract imports zod and its own files',
    never: ['node:fs', '@kapao/contract/money', 'pg', ...strangersTo(`${contract}/planted.ts`)],
    good: 'zod',
  },
  {
    path: `${contract}/fair/planted.ts`,
    says: 'The contract imports zod and its own files',
    never: ['../money.ts', 'type:../console/words.ts'],
    good: './draw.ts',
  },
  {
    path: `${contract}/console/planted.ts`,
    says: 'The contract imports zod and its own files',
    never: ['../fair/draw.ts', 'fastify'],
    good: '../money.ts',
  },
]

const serverPlaces = [
  'core/planted',
  'core/http/connections/planted',
  'ledger/planted',
  'outside/games/planted',
  'settings/planted',
  'desk/work/planted',
  'money/games/planted',
  'money/games/routes',
  'money/games/open',
].map((file) => `${server}/${file}.ts`)

const serverCells: Cell[] = [
  ...serverPlaces.map((path): Cell => ({
    path,
    says: 'Other packages are imported by their name',
    never: [...strangers, '@kapao/ui/icons/icon.tsx', ...strangersTo(path)],
    good: '@kapao/contract/console/words',
  })),
  ...[
    'ledger/planted',
    'outside/planted',
    'settings/planted',
    'money/games/planted',
    'money/games/open',
    'channels/slips/judging/planted',
  ].map((file): Cell => ({
    path: `${server}/${file}.ts`,
    says: 'Only routes.ts (and core) knows Fastify',
    never: ['fastify', 'type:fastify', 'fastify/lib/route.js', '@fastify/static'],
    good: 'fastify',
    goodPath: `${server}/money/games/routes.ts`,
  })),
]

/** A place in each folder of a page, and in a room of each that the rules distinguish. */
function placesOf(page: string, rooms: readonly string[]): string[] {
  return ['app', 'core', 'ui', 'text', 'shared', ...rooms].map(
    (folder) => `${page}/${folder}/planted.ts`,
  )
}

const webPlaces = placesOf(web, [
  'core/calls/pending',
  'features/deposit',
  'features/deposit/qr',
  'features/deposit/qr/live',
])
const consolePlaces = placesOf(consolePage, [
  'core/calls',
  'features/work',
  'features/work/decide',
  'features/work/decide/member',
])

const pageCells: Cell[] = [...webPlaces, ...consolePlaces].flatMap((path): Cell[] => [
  {
    path,
    says: 'zod stays on the server',
    never: ['zod', 'zod/v4/core'],
    good: '@kapao/contract/limits',
  },
  {
    path,
    says: 'Other packages are imported by their name',
    never: [...strangers, ...strangersTo(path)],
    good: '@kapao/ui/icons/icon.tsx',
  },
])

const webCells: Cell[] = webPlaces.flatMap((path): Cell[] => [
  ...['limits', 'paths', 'refusals', 'fair/draw', 'fair/proof'].map((name): Cell => ({
    path,
    says: 'The page imports the contract only as types',
    never: ['@kapao/contract/calls'],
    good: `@kapao/contract/${name}`,
  })),
  {
    path,
    says: 'The page imports the contract only as types',
    never: ['@kapao/contract/money', '@kapao/contract/console/limits'],
    good: 'type:@kapao/contract/money',
  },
  {
    path,
    says: "The member's page knows nothing of the console",
    never: ['@kapao/contract/console/words', 'type:@kapao/contract/console/calls'],
    good: 'type:@kapao/contract/calls',
  },
])

const consoleCells: Cell[] = consolePlaces.flatMap((path): Cell[] => [
  ...[
    'limits',
    'paths',
    'console/limits',
    'console/refusals',
    'console/roles',
    'console/words',
  ].map((name): Cell => ({
    path,
    says: 'The console imports the contract only as types',
    never: ['@kapao/contract/console/calls'],
    good: `@kapao/contract/${name}`,
  })),
  {
    path,
    says: 'The console imports the contract only as types',
    never: ['@kapao/contract/money', '@kapao/contract/fair/draw', '@kapao/contract/console/work'],
    good: 'type:@kapao/contract/console/work',
  },
])

const uiCells: Cell[] = ['', 'icons/'].map((folder) => ({
  path: `packages/ui/src/${folder}planted.ts`,
  says: 'ui imports react and its own files',
  never: [
    '@kapao/contract/limits',
    'type:@kapao/contract/limits',
    ...strangersTo(`packages/ui/src/${folder}planted.ts`),
  ],
  good: folder ? './icon.tsx' : './icons/icon.tsx',
}))

const sandboxCells: Cell[] = ['', 'games/families/'].map((folder) => ({
  path: `apps/sandbox/src/${folder}planted.ts`,
  says: 'The sandbox shares no code',
  never: [
    '@kapao/contract/money',
    'type:@kapao/contract/console/words',
    ...strangers,
    ...strangersTo(`apps/sandbox/src/${folder}planted.ts`),
  ],
  good: 'zod',
}))

export const importPlants: ImportPlant[] = [
  ...wallPlants,
  ...[
    ...contractCells,
    ...serverCells,
    ...pageCells,
    ...webCells,
    ...consoleCells,
    ...uiCells,
    ...sandboxCells,
  ].flatMap(({ never, ...cell }) => never.map((bad) => ({ ...cell, bad }))),
]
