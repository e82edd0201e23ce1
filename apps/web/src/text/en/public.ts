import type { TextOf } from '#text/text-of.ts'
import { publicRefusals } from './public-refusals.ts'

export const publicText = {
  language: {
    label: 'Language',
    failed: 'That language could not be loaded. Please check your connection and try again.',
  },
  action: { close: 'Close', again: 'Try again', show: 'Show password', hide: 'Hide password' },
  menu: {
    label: 'Main menu',
    home: 'Home',
    register: 'Register',
    howto: 'How to',
    contact: 'Contact',
  },
  login: {
    title: 'Log in',
    phone: 'Phone number',
    password: 'Password',
    remember: 'Keep me logged in',
    submit: 'Log in',
    forgotten: 'Forgotten your password?',
    newHere: 'Not a member yet?',
    register: 'Register',
  },
  offline: 'You are offline. Balances may be out of date.',
  terminated: { sentence: 'This service is no longer available.' },
  error: {
    generic: 'It did not go through.',
    part: 'This section cannot be shown right now.',
  },
  refusals: publicRefusals,
}

/** Texts that every page needs, the login first of all: few, because every visit waits for them. */
export type PublicText = TextOf<typeof publicText>
