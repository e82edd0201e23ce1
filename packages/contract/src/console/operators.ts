import { z } from 'zod'
import { done, instant } from '../fields.ts'
import { consoleEndpoint } from './endpoint.ts'
import { doneOrWaits, operatorName, role } from './fields.ts'

export const passkey = z
  .object({
    id: z.string(),
    label: z.string(),
    createdAt: instant,
    lastUsedAt: instant.nullable(),
  })
  .meta({ id: 'Passkey' })

export const operatorSession = z
  .object({
    id: z.string(),
    startedAt: instant,
    lastUsedAt: instant,
    address: z.string(),
    device: z.string(),
    isThis: z.boolean(),
  })
  .meta({ id: 'OperatorSession' })

export const operator = z
  .object({
    name: operatorName,
    roles: z.array(role),
    addedAt: instant,
    addedBy: z.string(),
    disabledAt: instant.nullable(),
    disabledBy: z.string().nullable(),
    passkeys: z.number(),
    hasPassword: z.boolean(),
    lastSignInAt: instant.nullable(),
  })
  .meta({ id: 'Operator' })
export type Operator = z.output<typeof operator>

export const listOperators = consoleEndpoint({
  method: 'GET',
  path: '/api/console/operators',
  access: 'operators.see',
  summary: 'Every operator with roles, ways in and last sign-in.',
  rate: 'read',
  input: null,
  output: z.object({ operators: z.array(operator) }),
  refusals: [],
})

/** They cannot sign in yet: the second operator, or the first one during the setup, requests their link then. */
export const addOperator = consoleEndpoint({
  method: 'POST',
  path: '/api/console/operators/add',
  access: 'operators.change',
  summary:
    'Adds an operator with roles, or asks a second one to; their link for a passkey is another call.',
  rate: 'change',
  touch: true,
  input: z.object({ name: operatorName, roles: z.array(role).max(5) }),
  output: doneOrWaits,
  refusals: ['NAME_TAKEN', 'DECISION_REFUSED'],
})

export const changeRoles = consoleEndpoint({
  method: 'POST',
  path: '/api/console/operators/roles',
  access: 'operators.change',
  summary: 'Changes the roles of somebody else; more rights wait for a second person.',
  rate: 'change',
  touch: true,
  input: z.object({ name: operatorName, roles: z.array(role).max(5) }),
  output: doneOrWaits,
  refusals: ['NOT_FOUND', 'OWN_ROLE', 'LAST_OWNER', 'DECISION_REFUSED'],
})

export const disableOperator = consoleEndpoint({
  method: 'POST',
  path: '/api/console/operators/disable',
  access: 'operators.disable',
  summary: 'Ends the rights, sessions and sockets of an operator; of an owner, two people do.',
  rate: 'change',
  touch: true,
  input: z.object({ name: operatorName }),
  output: doneOrWaits,
  refusals: ['NOT_FOUND', 'LAST_OPERATOR', 'LAST_OWNER', 'DECISION_REFUSED'],
})

/** With the passkeys and roles that they had. */
export const enableOperator = consoleEndpoint({
  method: 'POST',
  path: '/api/console/operators/enable',
  access: 'operators.disable',
  summary: 'Gives a disabled operator their rights back, when a second person agrees.',
  rate: 'change',
  touch: true,
  input: z.object({ name: operatorName }),
  output: doneOrWaits,
  refusals: ['NOT_FOUND', 'DECISION_REFUSED'],
})

/**
 * The link is shown once and not kept. An operator who may not decide alone learns from the answer who may confirm; the
 * one who confirmed makes this call again and reads the link, so that the request alone yields no link.
 */
export const enrolOperator = consoleEndpoint({
  method: 'POST',
  path: '/api/console/operators/enrol',
  access: 'operators.change',
  summary: 'A new enrolment link for an operator, good once and for an hour.',
  rate: 'change',
  touch: true,
  input: z.object({ name: operatorName }),
  output: doneOrWaits.extend({ link: z.string().nullable() }),
  refusals: ['NOT_FOUND', 'OWN_ROLE', 'DECISION_REFUSED'],
})

export const readOwn = consoleEndpoint({
  method: 'GET',
  path: '/api/console/own',
  access: 'session',
  summary: 'The passkeys and sessions of the operator who is signed in.',
  rate: 'read',
  input: null,
  output: z.object({ passkeys: z.array(passkey), sessions: z.array(operatorSession) }),
  refusals: [],
})

export const beginOwnPasskey = consoleEndpoint({
  method: 'POST',
  path: '/api/console/own/passkey/begin',
  access: 'session',
  summary: 'Options to make a further passkey of one’s own.',
  rate: 'signin',
  touch: true,
  input: z.object({}),
  output: z.object({ challenge: z.string(), options: z.record(z.string(), z.unknown()) }),
  refusals: ['PASSKEYS_MAX'],
})

export const finishOwnPasskey = consoleEndpoint({
  method: 'POST',
  path: '/api/console/own/passkey/finish',
  access: 'session',
  summary: 'Keeps the further passkey.',
  rate: 'signin',
  touch: true,
  input: z.object({
    challenge: z.string().max(100),
    answer: z.record(z.string(), z.unknown()),
    label: z.string().trim().min(1).max(40),
  }),
  output: done,
  refusals: ['CHALLENGE_OVER', 'SIGN_IN_FAILED', 'PASSKEY_KNOWN', 'PASSKEYS_MAX'],
})

export const endOwnPasskey = consoleEndpoint({
  method: 'POST',
  path: '/api/console/own/passkey/end',
  access: 'session',
  summary: 'Ends a passkey of one’s own; the last way in stays.',
  rate: 'change',
  touch: true,
  input: z.object({ id: z.string().max(1_400) }),
  output: done,
  refusals: ['NOT_FOUND', 'LAST_WAY_IN'],
})

export const endOwnSession = consoleEndpoint({
  method: 'POST',
  path: '/api/console/own/session/end',
  access: 'session',
  summary: 'Ends a session of one’s own.',
  rate: 'change',
  input: z.object({ id: z.string().max(100) }),
  output: done,
  refusals: ['NOT_FOUND'],
})

export const auditRow = z
  .object({
    id: z.string(),
    at: instant,
    actor: z.string(),
    action: z.string(),
    subject: z.string(),
    requestId: z.string(),
    before: z.unknown(),
    after: z.unknown(),
  })
  .meta({ id: 'AuditRow' })

const rowNumber = z.string().regex(/^\d{1,18}$/)

const auditFilter = {
  actor: z.string().max(60).optional(),
  action: z.string().max(60).optional(),
  subject: z.string().max(128).optional(),
  from: instant.optional(),
  to: instant.optional(),
}

/** The same filters as a CSV stream: `GET /api/console/audit.csv`, which is no call of this list. */
export const listAudit = consoleEndpoint({
  method: 'GET',
  path: '/api/console/audit',
  access: 'audit.see',
  summary: 'The audit trail, newest first, by key.',
  rate: 'search',
  input: z.object({ ...auditFilter, after: rowNumber.optional() }),
  output: z.object({ rows: z.array(auditRow), next: rowNumber.nullable() }),
  refusals: [],
})
