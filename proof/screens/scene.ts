import type { Page } from '@playwright/test'
import type { Language } from '../../packages/contract/src/limits.ts'
import type { Cast, Role } from './cast.ts'
import type { Texts } from './texts.ts'

/** What a screen can meet beside its everyday contents; `empty` shows a member who has nothing yet. */
export const states = ['filled', 'empty', 'loading', 'failing', 'offline'] as const
export type State = (typeof states)[number]

export type ScreenContext = { page: Page; texts: Texts; language: Language; cast: Cast }

/** One screen or sheet, and how it is reached. */
export type ScreenView = {
  name: string
  /** Whose page it is; without it, a visitor's. */
  who?: Role
  at: string
  /** What is tapped there. Calls are held or broken from here on, or from the beginning where nothing is tapped. */
  open?: (stage: ScreenContext) => Promise<unknown>
  /** Everyday contents alone, where nothing is said. */
  states?: readonly State[]
  /** The browser, where it is another one; a browser of its own either way. */
  userAgent?: string
  /** Has agreed to nothing yet. */
  isNew?: boolean
  /** Has no counterpart in the other variant. */
  only?: 'thai' | 'laos'
}

export const withoutEmpty: readonly State[] = ['filled', 'loading', 'failing', 'offline']
