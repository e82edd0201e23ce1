import { noisyPng } from '../../../../apps/server/src/testing/faults/noisy-picture.ts'
import { exportsAndSearches } from '../desk/exports.ts'
import {
  fullVideos,
  guestWords,
  longLogins,
  longMessages,
  noisySlips,
  ownVideo,
  slowUploads,
} from './files.ts'
import { allCodes, behindOneAddress, guessesAtOnePhone, manyAddresses } from './logins.ts'
import {
  chatMessages,
  depositNotes,
  launches,
  passwordResets,
  qrOrders,
  withdrawalsOfOne,
} from './members.ts'
import {
  bonusLooks,
  chatFlood,
  invitedPages,
  receiptsAtOnce,
  receiptsSteadily,
  statementParts,
} from './reads.ts'
import { docsAtOnce, docsUnread, halfHeaders, lookupsAtOnce } from './requests.ts'
import { badHellos, longNamespaces, pongs, strangeNamespaces } from './sockets.ts'

/** All attacks by name, so that another process can be given the name. */
export const attacks = {
  allCodes,
  badHellos,
  behindOneAddress,
  bonusLooks,
  chatFlood,
  chatMessages,
  depositNotes,
  docsAtOnce,
  docsUnread,
  exportsAndSearches,
  fullVideos,
  guestWords,
  guessesAtOnePhone,
  halfHeaders,
  invitedPages,
  launches: launches('betflix'),
  longLogins,
  longMessages,
  longNamespaces,
  lookupsAtOnce,
  manyAddresses,
  noisySlips: noisySlips(noisyPng, 10),
  noisySlip: noisySlips(noisyPng, 1),
  ownVideo,
  passwordResets: passwordResets('betflix'),
  pongs,
  qrOrders,
  receiptsAtOnce,
  receiptsSteadily,
  slowUploads,
  statementParts,
  strangeNamespaces,
  withdrawalsOfOne,
} as const

export type AttackName = keyof typeof attacks
