import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { puzzleProof } from './fields.ts'

export const sendOtp = endpoint({
  method: 'POST',
  path: '/api/otp/send',
  access: 'public',
  row: 21,
  summary: 'Sends a one-time code to a phone, unless the caller holds its verification already.',
  rate: 'otp',
  input: z.object({
    phoneNumber: z.string().min(1).max(40),
    otpToken: z
      .string()
      .max(200)
      .nullish()
      .meta({ description: 'Of a code that verified this phone before, if the caller holds one' }),
    proof: puzzleProof,
  }),
  output: z.discriminatedUnion('code', [
    z.object({ otpRef: z.string(), otpToken: z.string(), code: z.literal('SUCCESS') }),
    z.object({ code: z.literal('OTP_VERIFIED') }),
  ]),
  refusals: [
    'PHONE_NUMBER_REQUIRE_10_DIGIT',
    'OTP_BLOCK',
    'REQUEST_LIMIT_1MIN',
    'OTP_SEND_FAIL',
    'PROOF_REQUIRED',
  ],
})

export const readOtpChallenge = endpoint({
  method: 'POST',
  path: '/api/otp/challenge',
  access: 'public',
  summary:
    'A puzzle to solve after PROOF_REQUIRED: the counter whose SHA-256 begins with the prefix.',
  // It decides nothing and sends nothing.
  rate: 'read',
  input: z.object({
    phoneNumber: z.string().min(1).max(40),
    purpose: z.enum(['register', 'password']),
  }),
  output: z.object({
    challenge: z.string().meta({ description: 'Sent back as it is, with the counter' }),
    salt: z.string().meta({ description: 'Hashed in front of nonce and counter; hexadecimal' }),
    nonce: z.string(),
    keyPrefix: z.string(),
    triesMax: z.int().meta({ description: 'The counter is below this' }),
  }),
  refusals: ['PHONE_NUMBER_REQUIRE_10_DIGIT'],
})

export const verifyOtp = endpoint({
  method: 'POST',
  path: '/api/otp/verify',
  access: 'public',
  row: 22,
  summary: 'Verifies a phone with the one-time code that was sent to it.',
  rate: 'guess',
  input: z.object({
    otpToken: z.string().min(1).max(200),
    otpCode: z.string().min(1).max(20),
  }),
  output: z.object({ code: z.literal('OTP_CODE_VALID') }),
  refusals: [
    'OTP_CODE_INVALID',
    'OTP_EXPIRED',
    'OTP_TOKEN_INVALID',
    'OTP_NOT_EXIST',
    'OTP_VERIFIED',
    'OTP_VERIFY_FAIL',
    'OTP_BLOCK',
  ],
})
