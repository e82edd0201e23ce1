import { execFileSync } from 'node:child_process'
import { createServer, request } from 'node:http'

/** Of this machine, in the network of the others. */
export const ownAddress = '10.77.0.1'
export const bridge = 'kapao-machines'
const proxyPort = 3_142
export const proxyUrl = `http://${ownAddress}:${proxyPort}`

/** A network of their own: they reach one another, this machine, and Debian through it. */
export async function openNetwork(): Promise<{ close: () => void }> {
  ip('link', 'add', bridge, 'type', 'bridge')
  ip('addr', 'add', `${ownAddress}/24`, 'dev', bridge)
  ip('link', 'set', bridge, 'up')
  const proxy = await openProxy()
  return {
    close: () => {
      proxy.close()
      proxy.closeAllConnections()
      ip('link', 'del', bridge)
    },
  }
}

function ip(...args: string[]): void {
  execFileSync('ip', args)
}

/** What apt on the machines asks: the machines themselves have no way to the outside. */
function openProxy() {
  const proxy = createServer((asked, answer) => {
    const { method, headers } = asked
    const passed = request(asked.url ?? '', { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    asked.pipe(passed)
  })
  return new Promise<typeof proxy>((resolve, reject) => {
    proxy.once('error', reject).listen(proxyPort, ownAddress, () => resolve(proxy))
  })
}
