import { z } from 'zod'
import { done, instant } from '../fields.ts'
import { consoleEndpoint } from './endpoint.ts'
import { doneOrWaits, joinCode, memberId, operatorName, role, sum } from './fields.ts'
import { noticesMax } from './limits.ts'
import { sessionWays } from './roles.ts'

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
    endsAt: instant,
    /** Where it is used: only a terminal is touched from the page. */
    way: z.enum(sessionWays),
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

const rowNumber = z.string().regex(/^\d{1,18}$/)

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

/** They have made their passkey before, and sign in with it as soon as this is done. */
export const addOperator = consoleEndpoint({
  method: 'POST',
  path: '/api/console/operators/add',
  access: 'operators.change',
  summary:
    'Adds the person who has read out this code as an operator with roles, or asks a second operator to.',
  rate: 'change',
  touch: true,
  input: z.object({ name: operatorName, roles: z.array(role).max(5), code: joinCode }),
  output: doneOrWaits,
  refusals: [
    'NAME_TAKEN',
    'JOIN_CODE_UNKNOWN',
    'JOIN_CODE_OTHER_NAME',
    'FIRST_OWNS',
    'DECISION_REFUSED',
  ],
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
  atBrowser: true,
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
  atBrowser: true,
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
  atBrowser: true,
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

/** The codes are shown once; the old ones are void. */
export const makeRecoveryCodes = consoleEndpoint({
  method: 'POST',
  path: '/api/console/own/recovery',
  access: 'session',
  summary: 'Ten new recovery codes, each of which makes one passkey after all were lost.',
  rate: 'signin',
  touch: true,
  atBrowser: true,
  input: z.object({}),
  output: z.object({ codes: z.array(z.string()) }),
  refusals: [],
})

/** What changed about how an operator gets in. */
export const noticeKinds = [
  'joined',
  'link',
  'added',
  'recovered',
  'password',
  'codes',
  'removed',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

export const notice = z
  .object({
    id: z.string(),
    operator: operatorName,
    what: z.enum(noticeKinds),
    /** What its operator calls the passkey. */
    label: z.string().nullable(),
    at: instant,
  })
  .meta({ id: 'Notice' })
export type Notice = z.output<typeof notice>

export const readNotices = consoleEndpoint({
  method: 'GET',
  path: '/api/console/own/notices',
  access: 'session',
  summary:
    'New passkeys and codes of the last days that this session, or this owner, has not acknowledged; and whether there is a spare way in.',
  rate: 'read',
  input: null,
  output: z.object({
    notices: z.array(notice),
    passkeys: z.number(),
    recoveryCodes: z.number(),
  }),
  refusals: [],
})

export const markNotices = consoleEndpoint({
  method: 'POST',
  path: '/api/console/own/notices/seen',
  access: 'session',
  summary: 'Acknowledges notices: those of oneself for this session, those of others for good.',
  rate: 'change',
  input: z.object({ ids: z.array(rowNumber).max(noticesMax) }),
  output: done,
  refusals: [],
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
    /** Whose money or account it was about, masked, and how much. */
    memberId: memberId.nullable(),
    memberName: z.string().nullable(),
    sum: sum.nullable(),
    /** What was written down with it. */
    why: z.string().nullable(),
  })
  .meta({ id: 'AuditRow' })

const auditFilter = {
  /** Whose acts, where no actor is named; operators’ where nothing is. */
  who: z.enum(['operators', 'members', 'system', 'all']).optional(),
  actor: z.string().max(60).optional(),
  action: z.string().max(60).optional(),
  /** Also a number as members quote it, such as 70B0-7DDD-D38B. */
  subject: z.string().max(128).optional(),
  from: instant.optional(),
  to: instant.optional(),
}

/** The same filters as a CSV stream: `GET /api/console/audit.csv`, which is no call of this list. */
export const listAudit = consoleEndpoint({
  method: 'GET',
  path: '/api/console/audit',
  access: 'audit.see',
  summary:
    'The audit trail, newest first, by key: acts of operators, unless members’ or the system’s are asked for.',
  rate: 'search',
  input: z.object({ ...auditFilter, after: rowNumber.optional() }),
  output: z.object({ rows: z.array(auditRow), next: rowNumber.nullable() }),
  refusals: [],
})
