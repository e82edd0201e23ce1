/** Said when something that a member waits for takes long. */
export const unanswered = 'There is no answer yet. This is taking longer than usual.'
