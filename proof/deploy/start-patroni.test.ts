import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const python = '/usr/bin/python3'
const script = join(import.meta.dirname, '../../deploy/patroni/start-patroni.py')

const config = `class Config:
    def _validate_and_adjust_timeouts(self, config):
        config['ttl'] = max(config['ttl'], 20)
`
const main = `import sys
from patroni.config import Config
def main():
    config = {'ttl': 10}
    Config()._validate_and_adjust_timeouts(config)
    print('started', sys.argv[1], config['ttl'])
`

/** Starts a stand-in for Patroni of this version. */
function start(version: string, itsConfig = config) {
  const folder = mkdtempSync(join(tmpdir(), 'kapao-patroni-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'patroni'))
  const files = { version: `__version__ = '${version}'\n`, config: itsConfig, __main__: main }
  for (const [name, text] of Object.entries({ ...files, __init__: '' }))
    writeFileSync(join(folder, 'patroni', `${name}.py`), text)
  const env = { PATH: process.env['PATH'], PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' }
  return spawnSync(python, [script, '/etc/kapao/patroni'], { env, encoding: 'utf8' })
}

const options = { skip: !existsSync(python) }

test.each(['4.0.7', '4.1.0', '10.2.1'])(
  'NET-06 a Patroni that compares before it writes the leader key is started, with the lease of patroni.yml: %s',
  options,
  (version) => {
    expect(start(version).stdout).toBe('started /etc/kapao/patroni 10\n')
  },
)

test.each(['3.0.2', '3.3.6', '2.1.7'])('NET-06 an older one is not: %s', options, (version) => {
  const { status, stdout, stderr } = start(version)
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toContain(`Patroni ${version} is too old`)
})

test('NET-06 one that would raise the lease elsewhere is not', options, () => {
  const { status, stderr } = start('5.0.0', 'class Config:\n    pass\n')
  expect(status).toBe(1)
  expect(stderr).toContain('see whether it keeps a lease of 10 s')
})
