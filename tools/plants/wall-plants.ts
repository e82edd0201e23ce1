import { word, type TidyPlant } from './plant-garden.ts'

const names = {
  'apps/server/package.json': JSON.stringify({
    imports: { '#core/*': './src/core/*', '#money/*': './src/money/*', '#desk/*': './src/desk/*' },
  }),
}
const bonus = 'apps/server/src/money/bonus/clear.ts'

/** How each forbidden import is written, beside one that is allowed from the same place. */
const floorPlants: TidyPlant[] = [
  ...[
    "import { decide } from '#desk/decisions/decide.ts'",
    "import type { Decision } from '#desk/decisions/decide.ts'",
    "import { decide } from '../../desk/decisions/decide.ts'",
    "export { decide } from '#desk/decisions/decide.ts'",
    "import { run } from '../../main.ts'",
    "import { begin } from '#money/wallet/begin.ts'",
    "import { lost } from '#money/nowhere/read.ts'",
  ].map((bad) => ({
    rule: 'imports-go-down',
    bad: { ...names, [bonus]: bad },
    good: {
      ...names,
      [bonus]:
        "import { now } from '#core/clock.ts'\nimport { hasOpen } from '#money/wallet/read.ts'\nimport { find } from './store.ts'",
      'apps/server/src/money/bonus/clear.test.ts': bad,
      'apps/server/src/main.ts': bad,
    },
  })),
  {
    rule: 'imports-go-down',
    bad: { 'apps/server/src/money/loans/open.ts': 'export const a = 1' },
    good: { 'apps/server/src/money/games/open.ts': 'export const a = 1' },
  },
]

const corePlants: TidyPlant[] = [
  {
    rule: 'core-without-mutual-rooms',
    bad: {
      ...names,
      'apps/server/src/core/db/db.ts': "import type { Log } from '#core/telemetry/log.ts'",
      'apps/server/src/core/telemetry/log.ts': "import { state } from '../db/state.ts'",
    },
    good: {
      ...names,
      'apps/server/src/core/db/db.ts': "import type { Log } from '#core/telemetry/log.ts'",
      'apps/server/src/core/telemetry/log.ts': "import { state } from '../sql-state.ts'",
      'apps/server/src/core/telemetry/log.test.ts': "import { state } from '../db/state.ts'",
    },
  },
]

/** Imports, one a line: `type:` before that of a type. */
function importing(specifiers: readonly string[]): string[] {
  return specifiers.map((name) =>
    name.startsWith('type:')
      ? `import type { Thing } from '${name.slice('type:'.length)}'`
      : `import { thing } from '${name}'`,
  )
}

function apart(path: string, { bad, good }: { bad: string[]; good: string[] }): TidyPlant[] {
  return word('packages-keep-apart', path, { bad: importing(bad), good: importing(good) })
}

const strangers = ['@kapao/server/bin/kapao.mjs', '@kapao/sandbox/package.json']

const packagePlants: TidyPlant[] = [
  ...apart('packages/contract/src/bonus.ts', {
    bad: ['node:fs', '@kapao/contract/money', 'pg', './console/words.ts', '../../../tools/lint.ts'],
    good: ['zod', './money.ts'],
  }),
  ...apart('packages/contract/src/fair/proof.ts', {
    bad: ['../money.ts', 'type:../console/words.ts'],
    good: ['./draw.ts'],
  }),
  ...apart('packages/contract/src/console/work.ts', {
    bad: ['../fair/draw.ts', 'fastify'],
    good: ['../money.ts', './words.ts'],
  }),
  ...[bonus, 'apps/server/src/core/http/http.ts'].flatMap((path) =>
    apart(path, {
      bad: [...strangers, '@kapao/ui/icons/icon.tsx', '../../../../../tools/lint.ts'],
      good: ['@kapao/contract/console/words', 'pg', '../../main.ts'],
    }),
  ),
  ...apart('apps/server/src/money/games/open.ts', {
    bad: ['fastify', 'type:fastify', 'fastify/lib/route.js', '@fastify/static'],
    good: ['pg'],
  }),
  ...apart('apps/server/src/money/games/routes.ts', {
    bad: ['@kapao/ui/icons'],
    good: ['fastify'],
  }),
  ...['apps/web/src/features/deposit/qr/live.ts', 'apps/web/src/core/api.ts'].flatMap((path) =>
    apart(path, {
      bad: [
        ...strangers,
        'zod',
        'zod/v4/core',
        '@kapao/contract/money',
        '@kapao/contract/calls',
        'type:@kapao/contract/console/calls',
      ],
      good: ['@kapao/contract/limits', 'type:@kapao/contract/money', '@kapao/ui/icons/icon.tsx'],
    }),
  ),
  ...apart('apps/console/src/features/work/decide.tsx', {
    bad: ['@kapao/contract/money', '@kapao/contract/fair/draw', '@kapao/contract/console/work'],
    good: ['@kapao/contract/console/words', 'type:@kapao/contract/console/work'],
  }),
  ...['apps/web', 'apps/console'].flatMap((page) => [
    ...['core', 'ui', 'text'].flatMap((folder) =>
      apart(`${page}/src/${folder}/calls/one.ts`, {
        bad: ['../../shared/a/b.ts', '../../features/a/b.ts', 'type:../../app/a.ts'],
        good: ['../../core/a.ts', '../../ui/a.tsx', '../../text/a.ts'],
      }),
    ),
    ...apart(`${page}/src/shared/wallet/one.ts`, {
      bad: ['../../features/a/b.ts', 'type:../../app/a.ts'],
      good: ['../../core/a.ts', '../other/a.ts'],
    }),
    ...apart(`${page}/src/features/deposit/qr/one.ts`, {
      bad: ['../../withdraw/b.ts', 'type:../../withdraw/b.ts', '../../../app/a.ts'],
      good: ['../b.ts', './c.ts', '../../../shared/a/b.ts'],
    }),
    ...apart(`${page}/src/app/one.ts`, { bad: ['zod'], good: ['../features/a/b.ts'] }),
  ]),
  ...apart('packages/ui/src/icons/icon.tsx', {
    bad: ['@kapao/contract/limits', 'type:@kapao/contract/limits', '../../../../tools/lint.ts'],
    good: ['react', 'react/jsx-runtime', '../mark.tsx'],
  }),
  ...apart('apps/sandbox/src/games/pg.ts', {
    bad: ['@kapao/contract/money', 'type:@kapao/contract/money', '../../../server/src/main.ts'],
    good: ['zod', '../clock.ts'],
  }),
]

export const wallPlants: TidyPlant[] = [...floorPlants, ...corePlants, ...packagePlants]
