/** The words of rewards at the console. This file imports nothing, so that the page may load it at run time. */

/** What operators define; invite and refund are settings, and are counted by the worker. */
export const rewardKinds = ['bonus', 'code', 'wheel'] as const
export type RewardKind = (typeof rewardKinds)[number]

/** `begins` is on and has not begun, `over` has ended by itself, of `full` nothing is left to take. */
export const rewardStates = ['on', 'off', 'begins', 'over', 'full'] as const
export type RewardState = (typeof rewardStates)[number]

/** What an operator should know before members see it. */
export const rewardWarnings = [
  /** It asks for no more than what its member has at once. */
  'above-asked',
  /** A share of a deposit that is more than the deposit. */
  'above-deposit',
  /** More than ten times. */
  'turnover-high',
  /** A code that can be found by trying. */
  'code-short',
  /** A code that is easily taken for another one that is there. */
  'code-alike',
  /** Any number may be given of it. */
  'no-quota',
  /** A spin returns as many coins as it costs, or more. */
  'coins-without-end',
  /** Letters of the other language: somebody has filled in the wrong column. */
  'thai-in-lao',
  'lao-in-thai',
] as const
export type RewardWarning = (typeof rewardWarnings)[number]
