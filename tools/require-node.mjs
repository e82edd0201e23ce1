// Runs before every script, in plain JavaScript, so that an old Node prints a sentence and not a syntax error.
const wanted = 24
const major = Number(process.versions.node.split('.')[0])
if (major < wanted) {
  console.error(
    `This needs Node ${wanted} or newer; this is ${process.version} (${process.execPath}).\n` +
      'On Linux x64 `npm ci` brings its own Node and `npm run ...` uses it: run `npm ci` first, and start scripts through npm.\n' +
      `Elsewhere install Node ${wanted} and try again.`,
  )
  process.exit(1)
}
