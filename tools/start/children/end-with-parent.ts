// Loaded before each child's own program: a child must not outlive its supervisor, however that one ended.
process.once('disconnect', () => {
  // A program with its own listener shuts down by itself.
  if (process.listenerCount('disconnect') === 0) process.kill(process.pid, 'SIGTERM')
})
// Listening must not keep a finished program alive.
process.channel?.unref()
