import type { Page } from '@playwright/test'
import type { ConsoleText } from '../../../apps/console/src/text/en/all.ts'
import type {
  ConsoleCallName,
  ConsoleCallOutput,
} from '../../../packages/contract/src/console/calls.ts'
import type { State } from '../scene.ts'
import type { DeskWorld } from './world.ts'

export type DeskContext = { page: Page; text: ConsoleText; world: DeskWorld }

export type DeskAnswers = { [N in ConsoleCallName]?: ConsoleCallOutput<N> }

/** One screen of the console, and how it is reached. */
export type DeskView = {
  name: string
  at: (world: DeskWorld) => string
  /** Without it, the owner's. */
  isVisitor?: boolean
  /** What is answered here, where the world of the other pictures cannot come to it: a demo has no passkeys, and stays open. */
  answers?: DeskAnswers
  open?: (stage: DeskContext) => Promise<unknown>
  states?: readonly State[]
}
