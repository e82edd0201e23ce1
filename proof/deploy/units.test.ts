import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const deploy = join(import.meta.dirname, '../../deploy')
const folder = join(deploy, 'systemd')
const units = readdirSync(folder)
const services = units.filter((name) => name.endsWith('.service'))
const processes = ['main', 'worker', 'console']
/** Of 10; what systemd calls OK ends at 2.5. */
const exposureMax = 2.5

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

/** As systemd reads them; programs of a machine that is set up are not looked for here. */
function copyUnits(): string[] {
  const copies = mkdtempSync(join(tmpdir(), 'kapao-units-'))
  onTestFinished(() => rmSync(copies, { recursive: true }))
  return units.map((name) => {
    const text = readFileSync(join(folder, name), 'utf8')
    const copy = join(copies, name.replace('@.', '@full.'))
    writeFileSync(copy, text.replaceAll(/^(Exec\w+=-?)\/\S+/gm, '$1/bin/true'))
    return copy
  })
}

test.skipIf(!hasSystemd)('RUN-77 systemd finds no fault in any unit', () => {
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...copyUnits()], {
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  expect(status).toBe(0)
})

test.skipIf(!hasSystemd).each(services)('RUN-77 %s gives a process little', (name) => {
  const copy = copyUnits().find((path) => path.endsWith(name.replace('@.', '@full.')))!
  const args = ['security', '--offline=yes', `--threshold=${exposureMax * 10}`, copy]
  expect(execFileSync('systemd-analyze', args, { encoding: 'utf8' })).toContain('Overall exposure')
})

test.each(processes)('RUN-77 %s runs as a unit and in a container, and keeps its count', (name) => {
  const program = `apps/server/src/${name}.ts`
  const unit = services.find((one) => read(one).includes(`/node ${program}\n`))!
  // The folder of the release is read-only, and the count of the books must be written somewhere.
  expect(read(unit)).toMatch(/^Environment=DATA_DIR=\/var\/lib\/kapao$/m)
  expect(read(unit)).toMatch(/^StateDirectory=kapao$/m)
  expect(readFileSync(join(deploy, 'compose.yaml'), 'utf8')).toContain(`command: [${program}]`)
})

test.each(processes)('CALM-07 CALM-08 %s is watched, and has its accounts from root', (name) => {
  const unit = services.find((one) => read(one).includes(`/node apps/server/src/${name}.ts\n`))!
  for (const line of ['Type=notify', 'NotifyAccess=all', 'WatchdogSec=20s', 'Restart=always'])
    expect(read(unit).split('\n')).toContain(line)
  for (const file of ['game-agents', 'gateways', 'payouts']) {
    const setting = `${file.replace('-', '_').toUpperCase()}_FILE`
    expect(read(unit)).toContain(`\nLoadCredential=${file}.json:/etc/kapao/${file}.json\n`)
    expect(read(unit)).toContain(`\nSetCredential=${file}.json:{}\n`)
    expect(read(unit)).toContain(`\nEnvironment=${setting}=%d/${file}.json\n`)
  }
})

test('RUN-77 a backup needs no folder that a start empties', () => {
  expect(read('kapao-backup@.service')).not.toContain('/tmp')
  const backups = readFileSync(join(deploy, 'pgbackrest/pgbackrest.conf'), 'utf8')
  expect(backups).toMatch(/^lock-path=\/var\/spool\/pgbackrest$/m)
})

function read(name: string): string {
  return readFileSync(join(folder, name), 'utf8')
}
