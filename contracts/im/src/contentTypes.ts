/** Kinds of content (`type` of a message) that mean something here; an application may use others between 0 and 999. */
export const contentTypes = { text: 0, answer: 19 } as const
