import { consoleCallsByWord, type ConsoleCall } from '@kapao/contract/console/calls'
import {
  refusalsOfEveryConsoleCall,
  refusalsOfSession,
  type ConsoleEndpointShape,
} from '@kapao/contract/console/endpoint'
import { consoleMark, touchMinutes } from '@kapao/contract/console/limits'
import { consoleRefusalStatus, type ConsoleRefusalCode } from '@kapao/contract/console/refusals'
import { rightsOf, roles } from '@kapao/contract/console/roles'
import { sessionCookie } from '../console/bridge.ts'
import type { CallBook } from './openapi-types.ts'

const description = [
  'The API of the console, from where operators run the house. It answers on a port of its own and to its own page alone.',
  'Signing in sets a cookie; a call that needs a right is refused to everybody else before anything is read.',
  `Some calls want a touch of the passkey within the last ${touchMinutes} minutes, and answer \`TOUCH_NEEDED\` without.`,
  'A refusal is `{code, message}`. Amounts are decimal text with their currency; times are ISO 8601 in UTC.',
  'Calls that decide something take an `Idempotency-Key`: a repeated call with the same key counts once.',
].join('\n\n')

/** The calls of the console. */
export const consoleBook: CallBook<ConsoleCall> = {
  description,
  words: consoleCallsByWord,
  securitySchemes: {
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: sessionCookie,
      description: 'Set by the calls that sign in.',
    },
  },
  securityOf: ({ access }) => (access === 'public' ? [] : [{ session: [] }]),
  mark: {
    name: 'x-client',
    in: 'header',
    required: false,
    description: 'Every POST carries it, which a page of another site cannot.',
    schema: { type: 'string', const: consoleMark },
  },
  remarksOn: (call: ConsoleEndpointShape) => [
    ...(call.touch === true ? ['Needs a fresh touch.'] : []),
    ...whoMay(call),
  ],
  codesByStatus: (call: ConsoleEndpointShape) => {
    const isOpen = call.access === 'public'
    const codes = new Set<ConsoleRefusalCode>([
      ...call.refusals,
      ...(isOpen ? [] : refusalsOfSession),
      ...(isOpen || call.access === 'session' ? [] : (['NO_RIGHT'] as const)),
      ...(call.touch === true ? (['TOUCH_NEEDED', 'SCRIPT_WITHOUT_TOUCH'] as const) : []),
      ...(call.atBrowser === true ? (['BROWSER_ONLY'] as const) : []),
      ...refusalsOfEveryConsoleCall,
    ])
    return Map.groupBy(codes, (code) => consoleRefusalStatus[code])
  },
  alsoAnswers: () => ({}),
  hasRows: false,
}

function whoMay({ access }: ConsoleEndpointShape): string[] {
  if (access === 'public' || access === 'session') return []
  const may = roles.filter((role) => rightsOf[role].includes(access))
  return [`For: ${may.join(', ')}.`]
}
