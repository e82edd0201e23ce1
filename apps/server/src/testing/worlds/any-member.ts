import type { NewMember } from '#records/account/store.ts'

/** A member as the room of accounts stores one. */
export const anyMember: NewMember = {
  id: '7KQ2M4XW9PZA',
  phone: '+66812345678',
  username: '0812345678',
  name: 'Somchai',
  passwordHash: 'none',
  currency: 'BAHT',
  bankCode: 'KBANK',
  bankAccountName: 'SOMCHAI JAIDEE',
  bankAccountNo: '1234567890',
  sourceCode: null,
  invitedBy: null,
  language: 'th',
  createdAt: new Date('2026-05-01T05:00:00Z'),
}
