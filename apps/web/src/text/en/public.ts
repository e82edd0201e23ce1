import type { PublicText } from '#text/shape.ts'
import { publicRefusals } from './public-refusals.ts'

export const publicText: PublicText = {
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
  offline: 'You are offline. The figures may not be the latest.',
  notFound: {
    sentence: 'There is nothing at this address. It may have moved, or been mistyped.',
    home: 'Go to the first page',
  },
  terminated: { sentence: 'This service is no longer available.' },
  error: {
    generic: 'Something went wrong. Please try again.',
    part: 'This part cannot be shown just now.',
  },
  refusals: publicRefusals,
}
