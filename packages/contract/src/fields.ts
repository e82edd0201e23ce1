import { z } from 'zod'
import { pageSizeMax, walletCurrencies } from './limits.ts'

/** A moment in UTC, in the form of `Date.toISOString`. */
export const instant = z.iso.datetime()

/** An operator's markup; the page sanitizes it before showing it. */
export const html = z.string().meta({ description: 'HTML, to be sanitised before it is shown' })

/** Coins are counted, never divided. */
export const coins = z.int().min(0).meta({ description: 'A whole number of coins' })

export const percent = z.number().min(0).max(100).meta({ description: 'A percentage' })

/** The answer of a call that succeeded and has nothing else to report. */
export const done = z.object({ message: z.literal('SUCCESS') })

/**
 * The solved puzzle of `POST /api/otp/challenge`: it accompanies the call that was refused with PROOF_REQUIRED, and is
 * valid once.
 */
export const puzzleProof = z
  .object({ challenge: z.string().min(1).max(1_500), counter: z.int().min(0).max(0xffff_ffff) })
  .nullish()
  .meta({ description: 'The challenge as it came, and the counter that solves it' })

/** A code in a path: validated before any look-up, so that no strange text reaches a query or an outside system. */
export const pathCode = z.string().regex(/^[A-Za-z0-9_.-]{1,64}$/)

/** Free text in a path: its length is bounded and control characters are refused. */
export const pathText = z.string().regex(/^[^\u0000-\u001f\u007f]{1,128}$/)

/** The part of a list: pages count from 1, and a page past the end is an empty list with the true total. */
export const listPage = z.object({
  page: z.int().min(1),
  limit: z.int().min(1).max(pageSizeMax),
})

/** The number of rows in the whole list. */
export const total = z.int().min(0)

export const banner = z
  .object({ image: z.string(), html })
  .meta({ id: 'Banner', description: 'A promotional banner' })
export type Banner = z.output<typeof banner>

/** The currencies of a member's wallet; coins are counted separately. */
export const walletCurrency = z.enum(walletCurrencies)

/** The three states that a member sees; the client shows anything but SUCCESS and FAILED as in progress. */
export const progressStatus = z.enum(['SUCCESS', 'FAILED', 'PENDING'])

/** The names of a bank in each language of the page. */
export const bankNames = z.object({ nameTH: z.string(), nameLA: z.string(), nameEN: z.string() })
export type BankNames = z.output<typeof bankNames>
