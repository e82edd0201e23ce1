import type { Act } from './act.ts'

/** What one member or visitor may cost in disk, traffic and bodies that are refused (COST-01 to COST-06). */
export const diskActs: readonly Act[] = [
  { name: 'long-messages', attack: 'longMessages', seconds: 8, attackers: 6 },
  { name: 'guests', attack: 'guestWords', seconds: 8 },
  { name: 'long-logins', attack: 'longLogins', seconds: 8 },
  { name: 'full-videos', attack: 'fullVideos', seconds: 8, attackers: 6 },
  { name: 'own-video', attack: 'ownVideo', seconds: 8, attackers: 1 },
]
