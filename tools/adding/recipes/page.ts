import type { Recipe } from '../recipe.ts'

const word = 'holidays'
const contract = `packages/contract/src/${word}.ts`
const routes = `apps/server/src/modules/${word}/routes.ts`

/** What it is called at the console. */
const settingNames = [
  ['en', 'Bank holidays shown at once'],
  ['th', 'จำนวนวันหยุดธนาคารที่แสดง'],
  ['la', 'ຈຳນວນວັນພັກທະນາຄານທີ່ສະແດງ'],
] as const

const aSetting: Recipe = {
  title: 'A setting',
  names: { topic: 'money', word },
  steps: [
    {
      path: 'apps/server/src/settings/entries/money-settings.ts',
      find: "  'slip.dayMax': setting({",
      put: `  'holidays.shownMax': setting({
    kind: wholeNumber(1, 60),
    fallback: 10,
    about: 'How many of the next bank holidays are shown.',
  }),
  'slip.dayMax': setting({`,
    },
    {
      path: 'apps/server/src/desk/decisions/weakening.ts',
      find: "  'slip.dayMax': 'anybody',\n",
      put: "  'slip.dayMax': 'anybody',\n  'holidays.shownMax': 'anybody',\n",
    },
    {
      path: 'packages/contract/src/console/settings.ts',
      find: "  'slip.dayMax',\n",
      put: "  'slip.dayMax',\n  'holidays.shownMax',\n",
    },
    ...settingNames.map(([language, name]) => ({
      path: `apps/console/src/text/${language}/words/settings.ts`,
      find: "  'slip.dayMax':",
      put: `  'holidays.shownMax': '${name}',\n  'slip.dayMax':`,
    })),
    {
      path: routes,
      make: `import { listHolidays } from '@kapao/contract/holidays'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import { refuse } from '#core/calls/refuse.ts'
import { route, type Api } from '#core/calls/route.ts'
import type { Settings } from '#settings/registry.ts'
import { findHolidays } from './store.ts'

export type HolidayRouteDeps = {
  db: Db
  clock: Clock
  readSettings: () => Promise<Pick<Settings, 'holidays.shownMax'>>
}

`,
    },
  ],
}

const aCall: Recipe = {
  title: 'A call',
  names: { word },
  steps: [
    {
      path: contract,
      make: `import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const holiday = z.object({ day: z.string(), name: z.string() }).meta({ id: 'Holiday' })

export const listHolidays = endpoint({
  method: 'GET',
  path: '/api/holidays',
  access: 'public',
  summary: 'Lists the next days on which banks pay nothing out.',
  rate: 'read',
  input: null,
  output: z.array(holiday),
  refusals: [],
})
`,
    },
    {
      path: 'packages/contract/src/calls.ts',
      find: "import * as invite from './invite.ts'\n",
      put: "import * as holidays from './holidays.ts'\nimport * as invite from './invite.ts'\n",
    },
    {
      path: 'packages/contract/src/calls.ts',
      find: '  outcome: [outcome.readOutcome],\n',
      put: '  outcome: [outcome.readOutcome],\n  holidays: [holidays.listHolidays],\n',
    },
    {
      path: 'packages/contract/src/contract.test.ts',
      find: "      'GET /api/outcome/{key}',\n    ])",
      put: "      'GET /api/outcome/{key}',\n      'GET /api/holidays',\n    ])",
    },
    {
      path: 'docs/contract.md',
      find: '| `GET /api/outcome/{key}` |',
      put: '| `GET /api/holidays` | the next days on which banks pay nothing out |\n| `GET /api/outcome/{key}` |',
    },
    {
      path: routes,
      find: 'export type HolidayRouteDeps = {',
      put: `export function holidayRoutes(app: Api, deps: HolidayRouteDeps): void {
  route(app, listHolidays, async () => {
    const settings = await deps.readSettings()
    return findHolidays(deps.db, deps.clock.now(), settings['holidays.shownMax'])
  })
}

export type HolidayRouteDeps = {`,
    },
    {
      path: `apps/server/src/modules/${word}/open.ts`,
      find: '  return {\n',
      put: '  return {\n    registerCalls: (api) => holidayRoutes(api, context),\n',
    },
    {
      path: `apps/server/src/modules/${word}/open.ts`,
      find: "import { fetchHolidays } from './fetch.ts'\n",
      put: "import { fetchHolidays } from './fetch.ts'\nimport { holidayRoutes } from './routes.ts'\n",
    },
  ],
}

const refusalIn = (language: string, text: string) => ({
  path: `apps/web/src/text/${language}/visitor-refusals.ts`,
  find: '  PROOF_REQUIRED:',
  put: `  NO_HOLIDAYS: '${text}',\n  PROOF_REQUIRED:`,
})

const aRefusal: Recipe = {
  title: 'A refusal',
  names: { word, pack: 'visitor' },
  steps: [
    {
      path: 'packages/contract/src/refusals.ts',
      find: '  PROOF_REQUIRED: 428,\n',
      put: '  PROOF_REQUIRED: 428,\n  NO_HOLIDAYS: 404,\n',
    },
    {
      path: 'packages/contract/src/refusals.test.ts',
      find: '  PROOF_REQUIRED: 428,\n',
      put: '  PROOF_REQUIRED: 428,\n  NO_HOLIDAYS: 404,\n',
    },
    { path: contract, find: '  refusals: [],', put: "  refusals: ['NO_HOLIDAYS']," },
    {
      path: routes,
      find: "    return findHolidays(deps.db, deps.clock.now(), settings['holidays.shownMax'])\n",
      put: `    const found = await findHolidays(
      deps.db,
      deps.clock.now(),
      settings['holidays.shownMax'],
    )
    return found.length > 0 ? found : refuse(listHolidays, 'NO_HOLIDAYS')
`,
    },
    refusalIn('en', 'No bank holidays are known yet.'),
    refusalIn('th', 'ยังไม่มีข้อมูลวันหยุดธนาคาร'),
    refusalIn('la', 'ຍັງບໍ່ທັນມີຂໍ້ມູນວັນພັກຂອງທະນາຄານ'),
  ],
}

const textIn = (language: string, text: string) => ({
  path: `apps/web/src/text/${language}/visitor.ts`,
  find: '  contact: {',
  put: `  contact: {\n    holidays: '${text}',`,
})

const aText: Recipe = {
  title: 'A text',
  names: { pack: 'visitor', word: 'contact' },
  steps: [
    textIn('en', 'Bank holidays'),
    textIn('th', 'วันหยุดธนาคาร'),
    textIn('la', 'ວັນພັກຂອງທະນາຄານ'),
    {
      path: 'apps/web/src/features/contact/contact-screen.tsx',
      find: '      <SafeHtml markup={contactText} />\n',
      put: '      <SafeHtml markup={contactText} />\n      <p>{text.holidays}</p>\n',
    },
  ],
}

export const pageRecipes: Recipe[] = [aSetting, aCall, aRefusal, aText]
