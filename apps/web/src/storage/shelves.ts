import { safeShelf } from './shelf.ts'

export const local = safeShelf(() => globalThis.localStorage)
export const tab = safeShelf(() => globalThis.sessionStorage)
