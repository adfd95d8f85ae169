/** So often an engine looks at what time alone changes, in ms. */
export const tickMs = 500
