// Loaded before each child's own program: a child must not outlive its supervisor, however that one ended.
process.once('disconnect', () => {
  // A program that has begun to listen for it ends in its own good order.
  if (process.listenerCount('disconnect') === 0) process.kill(process.pid, 'SIGTERM')
})
// Listening must not keep a program alive that has nothing left to do.
process.channel?.unref()
