import type { Recipe } from '../recipe.ts'

export const outsideRecipe: Recipe = {
  title: 'An adapter to a system outside',
  names: { system: 'calendar', word: 'holidays' },
  steps: [
    {
      path: 'docs/outside/calendar.md',
      make: '# The calendar of bank holidays\n\n`GET /v1/holidays` answers `[{ day, name }]`.\n',
    },
    {
      path: 'apps/sandbox/src/calendar/calendar-actor.ts',
      make: `import type { Actor, World } from '../actor.ts'
import { operation } from '../operation.ts'
import { html } from '../panel/html.ts'

/** The publisher of the days on which banks are closed. */
export function createCalendarActor(_world: World): Actor {
  return {
    name: 'calendar',
    title: 'Calendar',
    routes: (stage) =>
      operation(
        stage,
        {
          name: 'calendar.list',
          method: 'GET',
          path: '/v1/holidays',
          summary: 'The days on which banks are closed.',
        },
        () => ({ body: [{ day: '2026-12-31', name: "New Year's Eve" }] }),
      ),
    control: [],
    panel: () => html\`\`,
    reset: () => undefined,
  }
}
`,
    },
    {
      path: 'apps/sandbox/src/start-sandbox.ts',
      find: "import { createClock, systemNow } from './clock.ts'\n",
      put: "import { createCalendarActor } from './calendar/calendar-actor.ts'\nimport { createClock, systemNow } from './clock.ts'\n",
    },
    {
      path: 'apps/sandbox/src/start-sandbox.ts',
      find: '    createS3Actor(world),\n',
      put: '    createS3Actor(world),\n    createCalendarActor(world),\n',
    },
    {
      path: 'apps/server/src/context/config.ts',
      find: '  slips: SlipService | null\n',
      put: '  slips: SlipService | null\n  /** Who publishes the days on which banks are closed; null asks nobody. */\n  calendarUrl: string | null\n',
    },
    {
      path: 'apps/server/src/context/config.ts',
      find: '    slips: slipServiceOf(env, sandboxUrl, problems),\n',
      put: "    slips: slipServiceOf(env, sandboxUrl, problems),\n    calendarUrl: sandboxUrl ?? read.url('CALENDAR_URL'),\n",
    },
    {
      path: 'apps/server/src/testing/test-app.ts',
      find: '  slips: null,\n',
      put: '  slips: null,\n  calendarUrl: null,\n',
    },
    {
      path: 'docs/operations.md',
      find: '| `SLIP_SERVICE`',
      put: '| `CALENDAR_URL` | server, worker | who publishes bank holidays |\n| `SLIP_SERVICE`',
    },
    {
      path: 'apps/server/src/outside/calendar/client.ts',
      make: `import { z } from 'zod'
import { NoReply, openOutboundChannel, type ChannelContext } from '../channel.ts'

const holidayList = z.array(z.object({ day: z.iso.date(), name: z.string() }))

export type CalendarClient = {
  /** Changes nothing there. */
  listHolidays: () => Promise<
    | { outcome: 'listed'; holidays: z.output<typeof holidayList> }
    | { outcome: 'unknown'; why: string }
  >
}

const limits = {
  timeoutMs: 8_000,
  waitMs: 3_000,
  atOnceMax: 2,
  ownerAtOnceMax: 2,
  waitingMax: 4,
  ownerWaitingMax: 4,
}

/** Without an address nobody is asked. */
export function openCalendar(address: string | null, around: ChannelContext): CalendarClient {
  const door = openOutboundChannel({ ...limits, ...around, name: { system: 'calendar', party: '', kind: 'ask' } })
  return {
    listHolidays: async () => {
      if (address === null) return { outcome: 'unknown', why: 'no calendar is configured' }
      try {
        const reply = await door({ method: 'GET', url: \`\${address}/v1/holidays\` })
        return { outcome: 'listed', holidays: holidayList.parse(JSON.parse(reply.text)) }
      } catch (error) {
        if (error instanceof NoReply) return { outcome: 'unknown', why: error.message }
        return { outcome: 'unknown', why: 'the calendar answered something else' }
      }
    },
  }
}
`,
    },
    {
      path: 'apps/server/src/system/outside.ts',
      find: 'import { openChannelFigures }',
      put: "import { openCalendar } from '#outside/calendar/client.ts'\nimport { openChannelFigures }",
    },
    {
      path: 'apps/server/src/system/outside.ts',
      find: '    sms: openSms(config.sms, around),\n',
      put: '    sms: openSms(config.sms, around),\n    calendar: openCalendar(config.calendarUrl, around),\n',
    },
    {
      path: 'apps/server/src/modules/holidays/open.ts',
      find: "import type { ContextWith, Capability } from '#app-context'\n",
      put: `import type { ContextWith, Capability } from '#app-context'
import { fetchHolidays } from './fetch.ts'

const dayMs = 24 * 60 * 60_000
`,
    },
    {
      path: 'apps/server/src/modules/holidays/open.ts',
      find: "(context: ContextWith<'db' | 'clock' | 'readSettings'>): Capability {\n",
      put: `(context: ContextWith<'db' | 'clock' | 'outside' | 'readSettings'>): Capability {
  const { db, outside } = context
`,
    },
  ],
}
