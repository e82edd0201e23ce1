import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { bankNames, coins, done, instant, puzzleProof } from './fields.ts'
import { currencies } from './money.ts'

export const profile = z
  .object({
    _id: z.string(),
    username: z.string().meta({ description: 'The phone number, which is the login name' }),
    name: z.string(),
    createdAt: instant,
    coin: coins,
  })
  .meta({ id: 'Profile' })
export type Profile = z.output<typeof profile>

/** The destination of a member's withdrawals. */
export const bankAccount = z
  .object({
    bankAccountName: z.string(),
    bankAccountNo: z.string(),
    bank: bankNames.extend({ code: z.string() }),
  })
  .meta({ id: 'BankAccount' })
export type BankAccount = z.output<typeof bankAccount>

// Bounded and optional: the service answers INVALID_USER_INFO with the violated rule.
const written = z.string().max(200).nullish()
const password = z.string().min(1).max(1000)

const applicant = z.object({
  name: written,
  username: written.meta({ description: 'The phone number' }),
  password: z.string().max(1000).nullish(),
  sourceCode: written.meta({ description: 'Where the member heard of us, optional' }),
  inviteCode: written.meta({ description: 'The code of the inviter, optional' }),
  bankCode: written,
  bankAccountName: written.meta({ description: 'First and last name, joined by a space' }),
  bankAccountNo: written,
  otpToken: written.meta({
    description: 'Of the code that verified the phone; only its holder may register it',
  }),
})

export const validateRegistration = endpoint({
  method: 'POST',
  path: '/api/account/validate',
  access: 'public',
  row: 14,
  summary: 'Checks the fields of a registration that are filled in so far, and changes nothing.',
  rate: 'guess',
  input: applicant,
  output: z.object({ message: z.literal('OK') }),
  refusals: [
    'EXISTING_USER',
    'EXISTING_BANK',
    'UNVERIFIED_OTP',
    'PHONE_NUMBER_REQUIRE_10_DIGIT',
    'INVALID_USER_INFO',
    'INVALID_BANK',
    'BANK_ACCOUNT_NAME_ENG',
    'BANK_ACCOUNT_NAME_INITIAL',
  ],
})

export const register = endpoint({
  method: 'POST',
  path: '/api/account',
  access: 'public',
  row: 15,
  summary: 'Registers a member with a wallet and a bank account; the member then logs in.',
  rate: 'guess',
  input: applicant.extend({
    currency: written.meta({ description: `One of ${currencies.slice(0, 2).join(', ')}` }),
  }),
  output: done,
  refusals: [...validateRegistration.refusals, 'REGISTER_FAIL', 'GAME_ACTIVATION_FAIL'],
})

export const readProfile = endpoint({
  method: 'GET',
  path: '/api/account/profile',
  access: 'member',
  row: 16,
  summary: "Returns the member's profile.",
  rate: 'read',
  input: null,
  output: profile,
  refusals: ['NO_USER'],
})

export const changeProfile = endpoint({
  method: 'PUT',
  path: '/api/account/profile',
  access: 'member',
  row: 17,
  summary: "Changes the member's name and bank account, unless a withdrawal is open.",
  rate: 'guess',
  input: z.object({
    name: z.string().min(1).max(200),
    bankCode: z.string().min(1).max(20),
    bankAccountName: z.string().min(1).max(200),
    bankAccountNo: z.string().min(1).max(40),
  }),
  output: done,
  refusals: [
    'INVALID_BANK',
    'EXISTING_BANK',
    'BANK_ACCOUNT_NAME_ENG',
    'BANK_ACCOUNT_NAME_INITIAL',
    'INVALID_USER_INFO',
    'WITHDRAW_PENDING',
    'IDENTIFY_AGAIN',
  ],
})

export const changeBankAccountName = endpoint({
  method: 'PUT',
  path: '/api/account/bankAccountName',
  access: 'member',
  row: 18,
  summary: "Spells the name of the member's own bank account in English letters.",
  rate: 'change',
  input: z.object({
    bankCode: z.string().min(1).max(20),
    bankAccountName: z.string().min(1).max(200),
  }),
  output: done,
  refusals: [
    'INVALID_BANK',
    'BANK_ACCOUNT_NAME_ENG',
    'BANK_ACCOUNT_NAME_INITIAL',
    'INVALID_USER_INFO',
    'WITHDRAW_PENDING',
  ],
})

export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/account/changepwd',
  access: 'member',
  row: 19,
  summary: "Changes the member's password and ends all of the member's other sessions.",
  rate: 'guess',
  input: z.object({ oldPassword: password, newPassword: password }),
  output: done,
  refusals: ['WRONG_PASSWORD'],
})

export const forgetPassword = endpoint({
  method: 'POST',
  path: '/api/account/password/forgot',
  access: 'public',
  summary:
    'Sends a code for a new password; the answer is the same for a phone that nobody registered.',
  rate: 'otp',
  input: z.object({ phoneNumber: z.string().min(1).max(40), proof: puzzleProof }),
  output: z.object({ otpRef: z.string(), otpToken: z.string(), code: z.literal('SUCCESS') }),
  refusals: [
    'PHONE_NUMBER_REQUIRE_10_DIGIT',
    'OTP_BLOCK',
    'REQUEST_LIMIT_1MIN',
    'OTP_SEND_FAIL',
    'PROOF_REQUIRED',
  ],
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/account/password/reset',
  access: 'public',
  summary: 'Sets a new password with the code that was sent, and ends all sessions of the member.',
  rate: 'guess',
  input: z.object({
    otpToken: z.string().min(1).max(200),
    otpCode: z.string().min(1).max(20),
    newPassword: password,
  }),
  output: done,
  refusals: [
    'OTP_TOKEN_INVALID',
    'OTP_NOT_EXIST',
    'OTP_EXPIRED',
    'OTP_CODE_INVALID',
    'OTP_VERIFIED',
    'OTP_VERIFY_FAIL',
    'OTP_BLOCK',
    'INACTIVE_USER',
  ],
})
