import type { Recipe } from '../recipe.ts'

const word = 'holidays'
const folder = `apps/server/src/modules/${word}`

const aModule: Recipe = {
  title: 'A module',
  names: { word },
  steps: [
    {
      path: 'docs/architecture.md',
      find: '| `reconcile` |',
      put: '| `holidays` | days on which banks pay nothing out | |\n| `reconcile` |',
    },
    {
      path: `${folder}/open.ts`,
      make: `import type { ContextWith, Capability } from '#app-context'

/** Days on which banks pay nothing out. */
export function openHolidays(context: ContextWith<'db' | 'clock' | 'readSettings'>): Capability {
  return {
  }
}
`,
    },
    {
      path: 'apps/server/src/compose.ts',
      find: "import { openInvite } from '#rewards/invite/open.ts'\n",
      put: "import { openHolidays } from '#modules/holidays/open.ts'\nimport { openInvite } from '#rewards/invite/open.ts'\n",
    },
    {
      path: 'apps/server/src/compose.ts',
      find: '    openWatch(context),\n',
      put: '    openWatch(context),\n    openHolidays(context),\n',
    },
  ],
}

const aTable = (number: string): Recipe => ({
  title: 'A table',
  names: { word, number },
  steps: [
    {
      path: `apps/server/migrations/${number}-${word}.sql`,
      make: `-- Days on which banks pay nothing out.
create table holidays_day (
  day  date primary key,
  name text not null
);
grant select, insert, update on holidays_day to kapao_app;
`,
    },
    {
      path: `${folder}/store.ts`,
      make: `import type { Queryable } from '#core/db/db.ts'

export type Holiday = { day: string; name: string }

/** Those to come, the nearest first. */
export function findHolidays(on: Queryable, from: Date, limit: number): Promise<Holiday[]> {
  return on.query<Holiday>(
    \`select day::text as day, name from holidays_day
     where day >= ($1::timestamptz at time zone 'Asia/Bangkok')::date order by day limit $2\`,
    [from, limit],
  )
}
`,
    },
    {
      path: 'docs/architecture.md',
      find: 'days on which banks pay nothing out | |',
      put: 'days on which banks pay nothing out | `holidays_day` |',
    },
  ],
})

const aFunction: Recipe = {
  title: 'A function of the database',
  names: { word, verb: 'keep' },
  steps: [
    {
      path: `${folder}/keep.sql`,
      make: `-- Keeps a day under its newest name, once.
create or replace function holidays_keep(kept date, called text) returns void language sql as $$
  insert into holidays_day (day, name) values (kept, called)
  on conflict (day) do update set name = excluded.name
$$;
`,
    },
    {
      path: `${folder}/store.ts`,
      find: '/** Those to come',
      put: `/** Keeps one; a second call with the same day changes its name. */
export async function keepHoliday(on: Queryable, { day, name }: Holiday): Promise<void> {
  await on.query('select holidays_keep($1::date, $2)', [day, name])
}

/** Those to come`,
    },
  ],
}

const aJob: Recipe = {
  title: 'A job',
  names: { word, verb: 'fetch' },
  steps: [
    {
      path: `${folder}/fetch.ts`,
      make: `import type { Db } from '#core/db/db.ts'
import type { CalendarClient } from '#outside/calendar/client.ts'
import { keepHoliday } from './store.ts'

/** Stores the holidays of the calendar; may run again at any time. */
export async function fetchHolidays(db: Db, calendar: CalendarClient): Promise<void> {
  const answer = await calendar.listHolidays()
  if (answer.outcome === 'unknown') return
  for (const holiday of answer.holidays) await keepHoliday(db, holiday)
}
`,
    },
    {
      path: `${folder}/open.ts`,
      find: '  return {\n',
      put: `  return {
    jobs: [{ name: 'holidays.fetch', everyMs: dayMs, run: () => fetchHolidays(db, outside.calendar) }],
`,
    },
  ],
}

export const insideRecipes = (number: string): Recipe[] => [
  aModule,
  aTable(number),
  aFunction,
  aJob,
]
