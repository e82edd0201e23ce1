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
  /** Fewer than members have taken already. */
  'taken',
  /** A picture that the house does not have. */
  'noPicture',
] as const
export type ProblemReason = (typeof problemReasons)[number]

/** Why a file does not become a picture of the house. */
export const pictureProblems = [
  /** No PNG, JPEG, WebP or GIF. */
  'kind',
  'bytes',
  'pixels',
  'broken',
  /** It takes the decoder too long. */
  'heavy',
  /** A page, a program or an archive in it. */
  'more',
  /** One person has added too many today. */
  'dayFull',
  /** The house has as many as it keeps. */
  'storeFull',
] as const
export type PictureProblem = (typeof pictureProblems)[number]
