import { createSafeStore } from './keyValueStore.ts'

export const localStore = createSafeStore(() => globalThis.localStorage)
export const tabStore = createSafeStore(() => globalThis.sessionStorage)
