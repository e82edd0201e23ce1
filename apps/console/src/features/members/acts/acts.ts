import type { Right } from '@kapao/contract/console/roles'
import type { ConsoleCallOutput } from '@kapao/contract/console/calls'
import { call } from '#core/send.ts'

export const actNames = [
  'unlock',
  'endSessions',
  'changeBank',
  'takeback',
  'deactivate',
  'activate',
] as const
export type ActName = (typeof actNames)[number]

export const rightOfAct: Record<ActName, Right> = {
  unlock: 'members.unlock',
  endSessions: 'members.unlock',
  changeBank: 'members.change',
  takeback: 'members.takeback',
  deactivate: 'members.deactivate',
  activate: 'members.deactivate',
}

export type ActFields = {
  why: string
  bankCode: string
  accountNo: string
  accountName: string
  deposit: string
  isGone: boolean
}
export const noFields: ActFields = {
  why: '',
  bankCode: '',
  accountNo: '',
  accountName: '',
  deposit: '',
  isGone: false,
}

/** The fields that an act needs besides the reason. */
export const fieldsOfAct: Record<ActName, readonly Exclude<keyof ActFields, 'why' | 'isGone'>[]> = {
  unlock: [],
  endSessions: [],
  changeBank: ['bankCode', 'accountNo', 'accountName'],
  takeback: ['deposit'],
  deactivate: [],
  activate: [],
}

type Waits = Pick<
  ConsoleCallOutput<'POST /api/console/members/active'>,
  'state' | 'waitsFor' | 'soonest'
>

const atOnce: Waits = { state: 'done', waitsFor: [], soonest: null }

/** Performs one act; one that needs a second person waits, and the answer names who may confirm. */
export async function doAct(name: ActName, memberId: string, fields: ActFields): Promise<Waits> {
  const why = fields.why.trim()
  switch (name) {
    case 'unlock':
      await call('POST /api/console/members/unlock', { memberId, why })
      return atOnce
    case 'endSessions':
      await call('POST /api/console/members/sessions/end', { memberId, why })
      return atOnce
    case 'deactivate':
    case 'activate':
      return call('POST /api/console/members/active', {
        memberId,
        isActive: name === 'activate',
        why,
      })
    case 'changeBank': {
      const { bankCode, accountNo, accountName } = fields
      const bank = { bankCode: bankCode.trim().toUpperCase(), accountNo: accountNo.trim() }
      return call('POST /api/console/members/bank', { memberId, ...bank, accountName, why })
    }
    case 'takeback':
      return call('POST /api/console/members/takeback', {
        deposit: fields.deposit.trim(),
        isGone: fields.isGone,
        why,
      })
  }
}
