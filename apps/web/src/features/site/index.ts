export { canGuestsJoin, isRegistrationClosed, isRegistrationOffered, type Site } from './site.ts'
export { refreshClock, refreshSite, serverNow, useSite } from './store.ts'
