import { callsByWord, type Call } from '@kapao/contract/calls'
import {
  refusalsOfEveryCall,
  refusalsOfKeyedCalls,
  refusalsOfMemberCalls,
  type EndpointShape,
} from '@kapao/contract/endpoint'
import { clientMark } from '@kapao/contract/limits'
import {
  goneMessage,
  goneStatus,
  refusalStatus,
  secondRefusalStatus,
  type RefusalCode,
} from '@kapao/contract/refusals'
import type { CallBook } from './openapi-types.ts'

const description = [
  'The API of the member wallet. A body is the entity itself, without an envelope.',
  'Amounts are JSON numbers with at most two decimals, in the currency of the member; times are ISO 8601 in UTC.',
  'A refusal is `{code, message}`: `code` is one of the listed codes, `message` repeats it or says which rule was broken.',
  'Calls that move money or claim something take an `Idempotency-Key`: a repeated call with the same key counts once.',
].join('\n\n')

/** The calls of the wallet. */
export const memberBook: CallBook<Call> = {
  description,
  words: callsByWord,
  securitySchemes: {
    bearer: { type: 'http', scheme: 'bearer', description: 'The token of POST /api/login.' },
    guest: {
      type: 'apiKey',
      in: 'header',
      name: 'x-guest',
      description: 'The signed guest id of GET /api/chat/config.',
    },
  },
  securityOf: ({ access }) => securityOf[access],
  mark: {
    name: 'x-client',
    in: 'header',
    required: false,
    description: 'Marks the client as the wallet.',
    schema: { type: 'string', const: clientMark },
  },
  remarksOn: () => [],
  codesByStatus,
  alsoAnswers: ({ path }) =>
    // While the service is off, the call that reads its switch still answers with 200.
    path === '/api/lookup/active'
      ? {}
      : {
          [goneStatus]: {
            description: 'The whole service has ended',
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: { message: { const: goneMessage } },
                  required: ['message'],
                },
              },
            },
          },
        },
  hasRows: true,
}

const securityOf: Record<EndpointShape['access'], Record<string, string[]>[]> = {
  public: [],
  member: [{ bearer: [] }],
  // The empty choice is for a guest's first call, which has no id yet.
  guest: [{ bearer: [] }, { guest: [] }, {}],
}

function codesByStatus(call: EndpointShape): Map<number, string[]> {
  const codes = new Set<RefusalCode>([
    ...call.refusals,
    ...(call.access === 'public' ? [] : refusalsOfMemberCalls),
    ...(call.keyed === true ? refusalsOfKeyedCalls : []),
    ...refusalsOfEveryCall,
  ])
  const byStatus = new Map<number, RefusalCode[]>()
  const beside: Partial<Record<RefusalCode, number>> = secondRefusalStatus
  for (const code of codes) {
    for (const status of [refusalStatus[code], beside[code]]) {
      // A code that comes with status 200 is part of the answer's schema.
      if (status === undefined || status === 200) continue
      byStatus.set(status, [...(byStatus.get(status) ?? []), code])
    }
  }
  return byStatus
}
