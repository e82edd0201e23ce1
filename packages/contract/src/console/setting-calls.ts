import { z } from 'zod'
import { instant } from '../fields.ts'
import { consoleEndpoint } from './endpoint.ts'
import { field } from './field.ts'
import { cursor, doneOrWaits, sum } from './fields.ts'
import { problemReasons } from './problems.ts'
import { whyRefused } from './reasons.ts'
import { planStates, settingGroups } from './settings.ts'
import { waiting } from './work.ts'

export const settingName = z.string().regex(/^[A-Za-z.]{1,80}$/)
const version = z.number().int().min(0)

/** What is wrong with a value, and where in it. */
export const valueProblem = z.object({
  path: z.array(z.union([z.string(), z.number()])),
  reason: z.enum(problemReasons),
  /** In English, for a terminal. */
  sentence: z.string(),
})
export type ValueProblem = z.output<typeof valueProblem>

/** A value, as text as people type it or as it is, or the default. */
const change = z.object({
  name: settingName,
  text: z.string().max(100_000).optional(),
  value: z.unknown().optional(),
  isDefault: z.boolean().default(false),
  /** The version that was seen; without it the one of now. */
  version: version.optional(),
})

/** So many settings are changed at once. */
export const changesMax = 20

/** All of them are changed, or none; at once, or at a moment. */
const set = z.object({
  changes: z
    .array(change)
    .min(1)
    .max(changesMax)
    .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'names one twice'),
  /** When it begins; now, where there is none but an end. */
  from: instant.optional(),
  /** When everything is put back that it has replaced. */
  until: instant.optional(),
})

const planId = z.string().regex(/^\d{1,18}$/)

/** What begins, and may end, by itself. */
export const plan = z
  .object({
    id: planId,
    changes: z.array(z.object({ name: z.string(), after: z.unknown() })),
    from: instant,
    until: instant.nullable(),
    state: z.enum(planStates),
    by: z.string(),
    agreedBy: z.string().nullable(),
    begunAt: instant.nullable(),
    endedAt: instant.nullable(),
    /** Why it was refused, as a code where there is one. */
    why: z.string().nullable(),
  })
  .meta({ id: 'Plan' })

/** From what to what, of each of them. */
const changed = z.array(z.object({ name: z.string(), before: z.unknown(), after: z.unknown() }))

export const settingRow = z
  .object({
    name: z.string(),
    value: z.unknown(),
    isSet: z.boolean(),
    version,
    changedAt: instant.nullable(),
    changedBy: z.string().nullable(),
    /** Who had asked for it, where `changedBy` is the second person, who approved it. */
    askedBy: z.string().nullable(),
    default: z.unknown(),
    group: z.enum(settingGroups),
    field,
    /** Some changes of it need a second person. */
    mayWait: z.boolean(),
    /** The request to change it that waits. */
    waits: waiting.nullable(),
    /** What it takes and what it is for, in English. */
    form: z.string(),
    about: z.string(),
  })
  .meta({ id: 'SettingRow' })

export const listSettings = consoleEndpoint({
  method: 'GET',
  path: '/api/console/settings',
  access: 'settings.see',
  summary:
    'Every setting with its value, default and version, or those whose names begin so, and what is planned.',
  rate: 'read',
  input: z.object({ prefix: settingName.optional() }),
  output: z.object({
    settings: z.array(settingRow),
    /** Those that wait or are in force, and those of the last days that did not come to that. */
    plans: z.array(plan),
  }),
  refusals: [],
})

const saved = doneOrWaits.extend({ changes: changed })

export const saveSettings = consoleEndpoint({
  method: 'POST',
  path: '/api/console/settings/save',
  access: 'settings.see',
  summary:
    'Sets several settings at once, all or none, now or from one moment until another; where one of them loosens, all wait for a second person. Who may: by the groups of all.',
  rate: 'change',
  touch: true,
  keyed: true,
  input: set,
  output: saved,
  refusals: ['NOT_FOUND', 'FIELD_WRONG', 'DECISION_REFUSED', 'KEY_REUSED'],
})

export const setSetting = consoleEndpoint({
  method: 'POST',
  path: '/api/console/settings/set/{name}',
  access: 'settings.see',
  summary:
    'Sets one setting, from text as people type it or from a value, or to its default: `settings save` with one change.',
  rate: 'change',
  touch: true,
  keyed: true,
  input: change,
  output: saved,
  refusals: ['NOT_FOUND', 'FIELD_WRONG', 'DECISION_REFUSED', 'KEY_REUSED'],
})

export const lookSettings = consoleEndpoint({
  method: 'POST',
  path: '/api/console/settings/look',
  access: 'settings.see',
  summary:
    'What saving these changes would say now, for whom they would wait or why they would be refused; changes nothing.',
  rate: 'read',
  input: set,
  output: z.object({
    state: z.enum(['same', 'done', 'waits', 'refused']),
    ...doneOrWaits.pick({ waitsFor: true, soonest: true }).shape,
    /** What is wrong with the values, each at its place, which begins with the name of the setting. */
    problems: z.array(valueProblem),
    /** Why right values would be refused, as a code where there is one. */
    why: z.enum(whyRefused).nullable(),
    sentence: z.string().nullable(),
    /** Of a limit of what one person may give in a day: how much of it is given, by the value of now. */
    alone: z.object({ given: sum, max: sum }).nullable(),
    /** What is accepted, and looks like a slip. */
    warnings: z.array(
      z.object({
        path: z.array(z.union([z.string(), z.number()])),
        reason: z.enum(['thaiInLao', 'laoInThai']),
      }),
    ),
    changes: changed,
  }),
  refusals: ['NOT_FOUND', 'FIELD_WRONG'],
})

export const endSettingPlan = consoleEndpoint({
  method: 'POST',
  path: '/api/console/settings/plan/end',
  access: 'settings.see',
  summary:
    'Ends a plan: one that waits never begins, and one in force puts back now what it has replaced, which may need a second person.',
  rate: 'change',
  touch: true,
  input: z.object({ id: planId }),
  output: doneOrWaits,
  refusals: ['NOT_FOUND', 'DECISION_REFUSED'],
})

/** What became of a setting at one time. */
const settingAct = z.object({
  id: z.string(),
  at: instant,
  by: z.string(),
  act: z.enum([
    'set',
    'default',
    'asked',
    'approved',
    'dropped',
    'planned',
    'overtaken',
    'refused',
    'unplanned',
  ]),
  /** The plan that did it, or that it is about. */
  plan: z.string().nullable(),
  from: instant.nullable(),
  until: instant.nullable(),
  /** Of what was set, planned or asked for; nothing of an answer to that. */
  before: z.unknown(),
  after: z.unknown(),
  why: z.string().nullable(),
})

export const readSettingHistory = consoleEndpoint({
  method: 'GET',
  path: '/api/console/settings/history/{name}',
  access: 'settings.see',
  summary: 'Who has set a setting to what, asked for it, approved or dropped it, newest first.',
  rate: 'read',
  input: z.object({ name: settingName, after: cursor.optional() }),
  output: z.object({ acts: z.array(settingAct), next: cursor.nullable() }),
  refusals: ['NOT_FOUND'],
})
