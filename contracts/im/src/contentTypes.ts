/**
 * Kinds of content (`type` of a message) with a meaning here; an application may use others between 0 and 999.
 * `control` is not text for people: only the server writes it, for example when the host controls a live, and it is
 * never skipped. `file` is a picture or file in the chat of a meeting: its author names an uploaded one, and the server
 * writes the message about it.
 */
export const contentTypes = { text: 0, answer: 19, file: 31, control: 90 } as const
