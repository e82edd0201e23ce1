export const exitCodes = { done: 0, refused: 1, usage: 2, unreachable: 3 } as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

export const exitMeanings: Record<ExitCode, string> = {
  0: 'done',
  1: 'refused; one sentence on the error output says why, and what to do',
  2: 'wrong usage: no such command or option, something is missing',
  3: 'the database, or for calls the console, cannot be reached: start it with `npm start`',
}

/** Ends a command with one sentence for the operator. */
export class CommandFault extends Error {
  readonly exitCode: ExitCode

  constructor(exitCode: ExitCode, sentence: string) {
    super(sentence)
    this.name = 'CommandFault'
    this.exitCode = exitCode
  }
}

export function refuseCommand(sentence: string): never {
  throw new CommandFault(exitCodes.refused, sentence)
}

export function wrongUsage(sentence: string): never {
  throw new CommandFault(exitCodes.usage, sentence)
}
