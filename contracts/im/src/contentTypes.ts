/**
 * Kinds of content (`type` of a message) that mean something here; an application may use others between 0 and 999.
 * `control` is no text for people: the server alone writes it, such as what the host of a live did, and it is never left out.
 */
export const contentTypes = { text: 0, answer: 19, control: 90 } as const
