import { X509Certificate } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { dayMs } from '@kapao/contract/times'
import { createCertificate } from './certificate.ts'

const lifetimeMs = 365 * dayMs
const renewBeforeMs = 30 * dayMs

/** IPv4 addresses at which other devices reach this machine; home networks first. */
export function findLanAddresses(interfaces = networkInterfaces()): string[] {
  const addresses = Object.entries(interfaces).flatMap(([name, found]) =>
    (found ?? [])
      .filter(({ family, internal }) => family === 'IPv4' && !internal)
      .map(({ address }) => ({ address, rank: rankOf(name, address) })),
  )
  return addresses.toSorted((a, b) => a.rank - b.rank).map(({ address }) => address)
}

/** Container bridges and link-local addresses are listed too, but no phone reaches them. */
function rankOf(name: string, address: string): number {
  if (address.startsWith('169.254.')) return 3
  if (/^(docker|br-|veth|virbr|vmnet)/.test(name)) return 2
  return address.startsWith('192.168.') ? 0 : 1
}

/** Keeps one certificate in the data folder and renews it when the addresses changed or it is about to expire. */
export async function prepareCertificate(
  dataDir: string,
  { now = new Date(), addresses = findLanAddresses() } = {},
): Promise<{ keyFile: string; certFile: string; cert: string }> {
  const folder = join(dataDir, 'tls')
  const files = { keyFile: join(folder, 'key.pem'), certFile: join(folder, 'cert.pem') }
  const names = ['localhost', '127.0.0.1', ...addresses]
  const kept = await readFile(files.certFile, 'utf8').catch(() => null)
  if (kept && stillFits(kept, names, now)) return { ...files, cert: kept }

  const { key, cert } = createCertificate(names, {
    // A phone's clock may be a little behind.
    from: new Date(now.getTime() - dayMs),
    until: new Date(now.getTime() + lifetimeMs),
  })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(files.keyFile, key, { mode: 0o600 })
  await writeFile(files.certFile, cert)
  return { ...files, cert }
}

function stillFits(cert: string, names: readonly string[], now: Date): boolean {
  const { subjectAltName = '', validTo } = new X509Certificate(cert)
  const covered = subjectAltName.split(', ').map((name) => name.replace(/^(DNS|IP Address):/, ''))
  return (
    names.every((name) => covered.includes(name)) &&
    new Date(validTo).getTime() - now.getTime() > renewBeforeMs
  )
}
