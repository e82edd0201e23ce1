import type { PreviewScreen } from '@kapao/contract/console/preview'

const screens: Record<PreviewScreen, string> = {
  login: 'Login',
  contact: 'Contact',
  howto: 'How to use the wallet',
  agreement: 'Terms of use',
  conditions: 'Conditions',
  bonus: 'Bonuses',
  promotion: 'Promotion code',
  wheel: 'Wheel',
  invite: 'Invite friends',
  refund: 'Refund',
  deposit: 'Deposit',
  chat: 'Chat',
}

/** Members' screens, as they would be with what is typed. */
export const preview = {
  title: 'As members see it',
  screen: 'Screen',
  screens,
  frame: (screen: string, language: string) => `${screen}, ${language}`,
  drawing: 'Loading the screen…',
  none: 'There is no preview right now. Saving does not depend on it.',
  wrong: 'Shown as it was before the mistake.',
  notYet: 'Shown once everything is filled in without a mistake.',
  cut: 'A phone of 360 px does not show all of this:',
}

export type PreviewText = typeof preview
