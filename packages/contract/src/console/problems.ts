/** Why a value is not accepted: the page has a text for each. This file imports nothing. */

export const problemReasons = [
  /** Not in the form of its field, which the page describes. */
  'form',
  'missing',
  'long',
  'many',
  'few',
  'twice',
  /** Markup that is not plain, is not allowed, or is not closed. */
  'markup',
  /** A notice without the figure that it is about. */
  'figure',
  /** One account for transfers and for codes. */
  'bothWays',
  /** A name of an answer that is not there. */
  'noAnswer',
  /** A code that stands for something else. */
  'reserved',
  /** The tickets of the sectors do not add up to the number that is written above them. */
  'tickets',
  /** A prize in a currency that the wheel's members do not have. */
  'otherCurrency',
  /** An end before the beginning. */
  'ends',
] as const
export type ProblemReason = (typeof problemReasons)[number]
