export const exitCodes = { done: 0, refused: 1, usage: 2, unreachable: 3 } as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** Ends a command with one sentence for the person at the keyboard. */
export class CommandFault extends Error {
  readonly exitCode: ExitCode

  constructor(exitCode: ExitCode, sentence: string) {
    super(sentence)
    this.name = 'CommandFault'
    this.exitCode = exitCode
  }
}

export function wrongUsage(sentence: string): never {
  throw new CommandFault(exitCodes.usage, sentence)
}
