/** This file imports nothing, so that the page may load it at run time. */

/** Lists of codes of which the page has the words. What is in none of them is shown as the code that it is. */
export const vocabularies = [
  /** An act of the audit trail. */
  'action',
  'setting',
  /** A command that may wait for a second operator. */
  'command',
  'role',
  'language',
  /** What two members have in common. */
  'sign',
  /** What the watch looks for. */
  'watched',
  /** Where a member's money is: the wallet, or a game by its own name. */
  'place',
  /** What a member reads of a withdrawal. */
  'withdrawal',
  /** Why a slip was refused. */
  'slip',
  /** Why something was refused. */
  'refusal',
] as const
export type Vocabulary = (typeof vocabularies)[number]
