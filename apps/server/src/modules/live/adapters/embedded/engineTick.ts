/** Interval at which an engine checks for changes caused by time alone, in ms. */
export const tickMs = 500
