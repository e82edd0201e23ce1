import type { DecisionOffer } from '@kapao/contract/console/work'
import type { ConsoleText } from '#text/en/all.ts'

/** What its button says. To whom a reported deposit goes is known: what is chosen is the transfer. */
export function decisionName(
  { name, effect }: Pick<DecisionOffer, 'name' | 'effect'>,
  { work }: ConsoleText,
): string {
  return name === 'match' && effect === 'credits-announcer' ? work.matchLine : work.decisions[name]
}
