import { z } from 'zod'
import { instant } from '../fields.ts'
import { consoleEndpoint } from './endpoint.ts'
import { doneOrWaits } from './fields.ts'

const settingName = z.string().regex(/^[A-Za-z.]{1,80}$/)
const version = z.number().int().min(0)

export const settingRow = z
  .object({
    name: z.string(),
    value: z.unknown(),
    isSet: z.boolean(),
    version,
    changedAt: instant.nullable(),
    changedBy: z.string().nullable(),
    default: z.unknown(),
    /** What it takes and what it is for, in English. */
    form: z.string(),
    about: z.string(),
  })
  .meta({ id: 'SettingRow' })

export const listSettings = consoleEndpoint({
  method: 'GET',
  path: '/api/console/settings',
  access: 'settings.see',
  summary: 'Every setting with its value, default and version, or those whose names begin so.',
  rate: 'read',
  input: z.object({ prefix: settingName.optional() }),
  output: z.object({ settings: z.array(settingRow) }),
  refusals: [],
})

export const setSetting = consoleEndpoint({
  method: 'POST',
  path: '/api/console/settings/set/{name}',
  access: 'settings.change',
  summary:
    'Sets one setting, from text as people type it or from a value, or to its default; what loosens waits for a second person.',
  rate: 'change',
  touch: true,
  keyed: true,
  input: z.object({
    name: settingName,
    text: z.string().max(100_000).optional(),
    value: z.unknown().optional(),
    isDefault: z.boolean().default(false),
    /** The version that was seen; without it the one of now. */
    version: version.optional(),
  }),
  output: doneOrWaits.extend({ before: z.unknown(), after: z.unknown() }),
  refusals: ['NOT_FOUND', 'FIELD_WRONG', 'DECISION_REFUSED', 'KEY_REUSED'],
})
