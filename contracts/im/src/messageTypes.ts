/** Types of messages that mean something here; an application may use others between 0 and 999. */
export const messageTypes = { text: 0, answer: 19 } as const
