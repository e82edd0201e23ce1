import { execFileSync, type StdioOptions } from 'node:child_process'
import type { Machine } from '../addresses.ts'
import { programPath } from '../packages.ts'

/** The descriptor of the network outside, which `inside.ts` hands on. */
const outsideDescriptor = 3
export const outsideNetwork = `/proc/self/fd/${outsideDescriptor}`

/** The line that runs a program in the network of a machine. */
export const onMachine = (machine: Machine, command: readonly string[]): readonly string[] => [
  'nsenter',
  `--net=/run/netns/${machine}`,
  ...command,
]

export const ip = (line: string): void => run('ip', line.split(' '))

export function run(program: string, args: readonly string[]): void {
  execFileSync(program, args, {
    env: { PATH: programPath },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** A program that is handed the network outside. */
export function runWithOutside(program: string, args: readonly string[]): void {
  const stdio: StdioOptions = ['ignore', 'ignore', 'inherit', outsideDescriptor]
  execFileSync(program, args, { env: { PATH: programPath }, stdio })
}
