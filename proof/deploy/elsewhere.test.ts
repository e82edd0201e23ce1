import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const deploy = join(import.meta.dirname, '../../deploy')

test('BOOK-02 in containers and in Kubernetes liveness is /healthz, and metrics listen at the address of the pod', () => {
  const compose = readFileSync(join(deploy, 'compose.yaml'), 'utf8')
  expect(compose).toContain('9100/healthz')
  expect(compose).not.toContain('/readyz')
  const pods = readFileSync(join(deploy, 'kubernetes/kapao.yaml'), 'utf8')
  const probes = [
    ...pods.matchAll(/(\w+)Probe: &\w+\n\s+httpGet: \{ path: (\/\w+), port: health \}/g),
  ]
  expect(probes.map(([, kind, path]) => [kind, path])).toEqual([
    ['startup', '/healthz'],
    ['liveness', '/healthz'],
    ['readiness', '/readyz'],
  ])
  expect(pods).toMatch(
    /name: METRICS_HOST\n\s+valueFrom: \{ fieldRef: \{ fieldPath: status\.podIP \} \}/,
  )
  for (const name of ['main', 'worker', 'console'])
    expect(pods).toContain(`args: [apps/server/src/${name}.ts]`)
  // The owner's login is that of one pod alone.
  expect(pods.match(/kapao-owner/g)).toHaveLength(1)
})
