import { z } from 'zod'
import { done, instant } from '../fields.ts'
import { languages } from '../limits.ts'
import { consoleEndpoint } from './endpoint.ts'
import { joinCode, operatorName, role } from './fields.ts'
import { operatorPasswordLengthMax } from './limits.ts'
import { rights } from './roles.ts'

/** The request to a browser's authenticator and its answer; the library on both sides knows the fields. */
const webauthn = z.record(z.string(), z.unknown())

/** Who is signed in, for the page. */
export const me = z
  .object({
    name: operatorName,
    roles: z.array(role),
    rights: z.array(z.enum(rights)),
    /** Until when a decision needs no further touch; null when it needs one now. */
    touchedUntil: instant.nullable(),
    endsAt: instant,
    passkeys: z.number(),
    /** How a touch is given: by passkey, or by password and code. */
    ways: z.array(z.enum(['passkey', 'password'])),
  })
  .meta({ id: 'Me' })
export type Me = z.output<typeof me>

export const readMe = consoleEndpoint({
  method: 'GET',
  path: '/api/console/me',
  access: 'session',
  summary: 'Who is signed in, with roles and rights.',
  rate: 'read',
  input: null,
  output: me,
  refusals: [],
})

/** For the page before sign-in. */
export const readDesk = consoleEndpoint({
  method: 'GET',
  path: '/api/console/desk',
  access: 'public',
  summary: 'The name of the house, and whether passwords are a way in.',
  rate: 'read',
  input: null,
  output: z.object({
    name: z.string(),
    language: z.enum(languages),
    passwords: z.boolean(),
    /** Operators of a demo installation, as which anybody may sign in; null in a real one. */
    demo: z.array(operatorName).nullable(),
  }),
  refusals: [],
})

export const beginSignIn = consoleEndpoint({
  method: 'POST',
  path: '/api/console/sign-in/begin',
  access: 'public',
  summary: 'Options for the browser to ask a passkey; the answer is good once and for two minutes.',
  rate: 'signin',
  input: z.object({}),
  output: z.object({ challenge: z.string(), options: webauthn }),
  refusals: [],
})

export const finishSignIn = consoleEndpoint({
  method: 'POST',
  path: '/api/console/sign-in/finish',
  access: 'public',
  summary: 'Signs in with what the passkey answered, and sets the cookie.',
  rate: 'signin',
  input: z.object({ challenge: z.string().max(100), answer: webauthn }),
  output: me,
  refusals: ['SIGN_IN_FAILED', 'CHALLENGE_OVER'],
})

export const signInByPassword = consoleEndpoint({
  method: 'POST',
  path: '/api/console/sign-in/password',
  access: 'public',
  summary: 'The second way in, where the owner allows it: name, password and the code of an app.',
  rate: 'signin',
  input: z.object({
    name: operatorName,
    password: z.string().max(operatorPasswordLengthMax),
    code: z.string().regex(/^\d{6}$/),
  }),
  output: me,
  refusals: ['SIGN_IN_FAILED', 'PASSWORD_OFF'],
})

/** Only in a demo installation; a real one answers 404. Its sessions need no touch. */
export const signInAsDemo = consoleEndpoint({
  method: 'POST',
  path: '/api/console/sign-in/demo',
  access: 'public',
  summary: 'Signs in as an operator of a demo house; there is no such call in a real one.',
  rate: 'signin',
  input: z.object({ name: operatorName }),
  output: me,
  refusals: ['SIGN_IN_FAILED'],
})

export const beginTouch = consoleEndpoint({
  method: 'POST',
  path: '/api/console/touch/begin',
  access: 'session',
  summary: 'Options for a fresh touch of a passkey of the operator who is signed in.',
  rate: 'signin',
  atBrowser: true,
  input: z.object({}),
  output: z.object({ challenge: z.string(), options: webauthn }),
  refusals: [],
})

export const finishTouch = consoleEndpoint({
  method: 'POST',
  path: '/api/console/touch/finish',
  access: 'session',
  summary: 'Makes the session fresh for five minutes.',
  rate: 'signin',
  atBrowser: true,
  input: z.object({ challenge: z.string().max(100), answer: webauthn }),
  output: me,
  refusals: ['SIGN_IN_FAILED', 'CHALLENGE_OVER'],
})

export const touchByPassword = consoleEndpoint({
  method: 'POST',
  path: '/api/console/touch/password',
  access: 'session',
  summary: 'The same for operators without a passkey: password and code once more.',
  rate: 'signin',
  atBrowser: true,
  input: z.object({
    password: z.string().max(operatorPasswordLengthMax),
    code: z.string().regex(/^\d{6}$/),
  }),
  output: me,
  refusals: ['SIGN_IN_FAILED', 'PASSWORD_OFF'],
})

export const signOut = consoleEndpoint({
  method: 'POST',
  path: '/api/console/sign-out',
  access: 'session',
  summary: 'Ends this session.',
  rate: 'change',
  input: z.object({}),
  output: done,
  refusals: [],
})

const label = z.string().trim().min(1).max(40)

export const beginJoin = consoleEndpoint({
  method: 'POST',
  path: '/api/console/join/begin',
  access: 'public',
  summary: 'Options to make a passkey under a name, for somebody who is to become an operator.',
  rate: 'signin',
  input: z.object({ name: operatorName }),
  output: z.object({ challenge: z.string(), options: webauthn }),
  refusals: [],
})

export const finishJoin = consoleEndpoint({
  method: 'POST',
  path: '/api/console/join/finish',
  access: 'public',
  summary:
    'Keeps the passkey for a day and answers its code, by which an operator adds its holder under that name.',
  rate: 'signin',
  input: z.object({ name: operatorName, challenge: z.string().max(100), answer: webauthn, label }),
  output: z.object({ code: z.string(), until: instant }),
  refusals: ['CHALLENGE_OVER', 'SIGN_IN_FAILED', 'PASSKEY_KNOWN'],
})

export const readJoin = consoleEndpoint({
  method: 'POST',
  path: '/api/console/join/read',
  access: 'public',
  summary: 'Whether the holder of a code has been added yet.',
  rate: 'read',
  input: z.object({ code: joinCode }),
  output: z.object({ state: z.enum(['open', 'asked', 'added', 'over']) }),
  refusals: [],
})

export const beginRecovery = consoleEndpoint({
  method: 'POST',
  path: '/api/console/recovery/begin',
  access: 'public',
  summary:
    'Options to make a passkey, for an operator who has lost theirs and holds a recovery code.',
  rate: 'signin',
  input: z.object({ code: z.string().max(100) }),
  output: z.object({ challenge: z.string(), options: webauthn }),
  refusals: ['RECOVERY_CODE_WRONG'],
})

/** It signs nobody in: the new passkey does. */
export const finishRecovery = consoleEndpoint({
  method: 'POST',
  path: '/api/console/recovery/finish',
  access: 'public',
  summary: 'Uses the recovery code up and keeps the passkey.',
  rate: 'signin',
  input: z.object({
    code: z.string().max(100),
    challenge: z.string().max(100),
    answer: webauthn,
    label,
  }),
  output: done,
  refusals: ['RECOVERY_CODE_WRONG', 'CHALLENGE_OVER', 'SIGN_IN_FAILED', 'PASSKEY_KNOWN'],
})

const token = z.string().regex(/^[A-Za-z0-9_-]{43}$/)

export const readEnrolment = consoleEndpoint({
  method: 'POST',
  path: '/api/console/enrol/read',
  access: 'public',
  summary: 'Whom an enrolment link is for, and until when it is good.',
  rate: 'signin',
  input: z.object({ token }),
  output: z.object({ name: operatorName, until: instant, passwords: z.boolean() }),
  refusals: ['ENROLMENT_OVER'],
})

export const beginEnrolment = consoleEndpoint({
  method: 'POST',
  path: '/api/console/enrol/begin',
  access: 'public',
  summary: 'Options to make a passkey, for the holder of an enrolment link.',
  rate: 'signin',
  input: z.object({ token }),
  output: z.object({ challenge: z.string(), options: webauthn }),
  refusals: ['ENROLMENT_OVER', 'PASSKEYS_MAX'],
})

export const finishEnrolment = consoleEndpoint({
  method: 'POST',
  path: '/api/console/enrol/finish',
  access: 'public',
  summary: 'Keeps the passkey, ends the link and signs in.',
  rate: 'signin',
  input: z.object({
    token,
    challenge: z.string().max(100),
    answer: webauthn,
    label,
  }),
  output: me,
  refusals: ['ENROLMENT_OVER', 'CHALLENGE_OVER', 'SIGN_IN_FAILED', 'PASSKEY_KNOWN', 'PASSKEYS_MAX'],
})

/** The secret is shown once, as a QR code of the page and as text. */
export const beginPassword = consoleEndpoint({
  method: 'POST',
  path: '/api/console/enrol/password/begin',
  access: 'public',
  summary: 'A new secret for the app of codes, for the holder of an enrolment link.',
  rate: 'signin',
  input: z.object({ token }),
  output: z.object({ challenge: z.string(), secret: z.string(), address: z.string() }),
  refusals: ['ENROLMENT_OVER', 'PASSWORD_OFF'],
})

export const finishPassword = consoleEndpoint({
  method: 'POST',
  path: '/api/console/enrol/password/finish',
  access: 'public',
  summary: 'Keeps password and secret after a first right code, ends the link and signs in.',
  rate: 'signin',
  input: z.object({
    token,
    challenge: z.string().max(100),
    password: z.string().max(operatorPasswordLengthMax),
    code: z.string().regex(/^\d{6}$/),
  }),
  output: me,
  refusals: [
    'ENROLMENT_OVER',
    'CHALLENGE_OVER',
    'SIGN_IN_FAILED',
    'PASSWORD_OFF',
    'PASSWORD_TOO_WEAK',
  ],
})
