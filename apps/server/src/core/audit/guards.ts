import type { RefusalReason } from '@kapao/contract/console/reasons'
import { sqlStateOf } from '../sql-state.ts'
import { OperatorRefused } from '../refused.ts'

const notAgreed = 'This needs the agreement of two operators, and the database has none of it.'

/** The rules of the database about who may decide what, as sentences for the operator whom they refuse. */
const sentences: Readonly<Record<string, [sentence: string, why: RefusalReason]>> = {
  KC001: ['This request has ended otherwise; nothing was changed.', 'ended-otherwise'],
  KC002: [
    'You may not confirm this: only risk and owner may, and not who asked for it, is linked to the asker by who added whom, or became an operator, got that role or a way to sign in less than a day before.',
    'may-not-confirm',
  ],
  KC003: [
    'There is no second operator, so it waits for 24 hours after the request.',
    'asker-waits-a-day',
  ],
  KC004: [
    'The operator who asked for this has been disabled since; ask for it yourself.',
    'asker-disabled',
  ],
  KC005: [notAgreed, 'not-agreed'],
  KC006: [
    'You have closed the house, so two others open it: one asks, the other confirms.',
    'closed-it',
  ],
  KC007: [
    'You may not reject this: the asker may, and risk and owner may whom it is not about.',
    'may-not-reject',
  ],
  KC008: [
    'A request about this waits for a second operator; it is confirmed or dropped first (kapao work list second).',
    'waits-already',
  ],
  KO001: [notAgreed, 'not-agreed'],
  KO002: [notAgreed, 'not-agreed'],
  KO004: [notAgreed, 'not-agreed'],
  KO007: [notAgreed, 'not-agreed'],
  KO003: ['This is the last owner; give another operator that role first.', 'last-owner'],
}

/** Rules that have no sentence here say their own. */
const guardForm = /^K[CO]\d{3}$/

/** What a rule about operators refuses is an expected outcome; null for every other error. */
export function guardRefusal(error: unknown): OperatorRefused | null {
  const state = sqlStateOf(error)
  if (state === null || !guardForm.test(state)) return null
  const known = sentences[state]
  return known
    ? new OperatorRefused(...known)
    : new OperatorRefused(`${(error as Error).message}.`, 'refused-by-books')
}
