import type { TidyPlant } from './plant-garden.ts'

const storePath = 'apps/server/src/money/games/store.ts'
const launchPath = 'apps/server/src/money/games/launch.ts'
const names = { 'apps/server/package.json': '{ "imports": { "#money/*": "./src/money/*" } }' }
const store = 'export type Row = { id: string }'

/** Files that import each other in a circle, and the same files without one. */
export const circlePlants: TidyPlant[] = [
  ...[
    "import { launch } from './launch.ts'\nexport const row = launch",
    "import type { Launch } from './launch.ts'\nexport type Row = Launch",
    "export type { Launch as Row } from '#money/games/launch.ts'",
    "import type { Both } from './both.ts'\nexport type Row = Both",
    "import type { Row as Own } from './store.ts'\nexport type Row = Own",
    "export const launch = () => import('./launch.ts')",
  ].map((bad) => ({
    rule: 'no-file-circles',
    bad: {
      ...names,
      [storePath]: bad,
      [launchPath]: "import type { Row } from './store.ts'\nexport type Launch = Row",
      'apps/server/src/money/games/both.ts': "export type { Launch as Both } from './launch.ts'",
    },
    good: {
      ...names,
      [storePath]: store,
      [launchPath]: "import type { Row } from './store.ts'\nexport type Launch = Row",
      'apps/server/src/money/games/both.ts': "export type { Launch as Both } from './launch.ts'",
    },
  })),
  {
    rule: 'no-file-circles',
    bad: {
      'packages/contract/src/money.ts': "export type { Limit } from './limits.ts'",
      'packages/contract/src/limits.ts':
        "export type { Money as Limit } from '@kapao/contract/money'",
    },
    good: {
      'apps/web/src/app/router.tsx': `${store}\nexport const open = () => import('./launch.ts')`,
      'apps/web/src/app/launch.ts':
        "import type { Row } from './router.tsx'\n// import './open.ts'\nexport type Launch = Row",
    },
  },
]
