import { spawnSync } from 'node:child_process'

/** Programs of this machine that boot others, and Debian's package of each. */
const packages = {
  debootstrap: 'debootstrap',
  'systemd-nspawn': 'systemd-container',
  'ansible-playbook': 'ansible-core',
  'ssh-keygen': 'openssh-client',
  zstd: 'zstd',
  ip: 'iproute2',
} as const

/** Debian packages that are missing here. */
export function listMissing(): string[] {
  const isMissing = (program: string) => spawnSync('which', [program]).status !== 0
  return Object.entries(packages).flatMap(([program, name]) => (isMissing(program) ? [name] : []))
}
