import { renderUnicodeCompact } from 'uqr'
import type { StartSettings } from './environment.ts'
import type { Stack } from './stack.ts'

/** The summary for a person, printed once; programs read the last line too. */
export function describeStack(stack: Stack, settings: StartSettings): string {
  const logins = stack.logins.map(
    ({ username, password, about }) => `${username} / ${password}   ${about}`,
  )
  const rows: [string, string][] = [
    ['App', stack.app],
    ['API docs', `${stack.app}/docs`],
    ['Sandbox panel', stack.sandbox],
    ...(settings.isOwn ? [] : listOf('Demo login', logins, 'none yet')),
    ...(settings.isOwn ? ownRows(stack, settings) : consoleRows(stack.console)),
    ['Data and logs', settings.dataDir],
    ...(settings.lan ? [['On a phone', stack.lan ?? 'no network found'] as [string, string]] : []),
    ['Stop', 'Ctrl-C'],
  ]
  const lines = rows.map(([label, value]) => `  ${label.padEnd(14)} ${value}`)
  return [
    '',
    `Kapao (${settings.variant})`,
    '',
    ...lines,
    '',
    ...(stack.lan ? phoneLines(stack.lan) : []),
    `ready ${stack.app}`,
    '',
  ].join('\n')
}

function listOf(label: string, values: readonly string[], none: string): [string, string][] {
  if (values.length === 0) return [[label, none]]
  return values.map((value, at) => [at === 0 ? label : '', value])
}

/** The one step that needs a terminal. */
function ownRows({ console: desk }: Stack, { dataDir }: StartSettings): [string, string][] {
  return [
    ['Console', desk?.address ?? 'off (CONSOLE_PORT)'],
    ['First operator', `DATA_DIR=${dataDir} npx kapao operator add NAME`],
  ]
}

function consoleRows(desk: Stack['console']): [string, string][] {
  if (desk === null) return [['Console', 'off (CONSOLE_PORT)']]
  const { address, operators, link } = desk
  return [
    ['Console', address],
    ...listOf('Demo operator', operators, 'none: they ended with the first operator of your own'),
    ...(link === null
      ? []
      : [
          ['Passkey', `choose a name on that page, or, once within the hour: ${link}`] as [
            string,
            string,
          ],
        ]),
  ]
}

function phoneLines(address: string): string[] {
  return [
    renderUnicodeCompact(address),
    '  The certificate was made on this machine: the phone warns once; choose to go on.',
    '',
  ]
}
