export { canGuestsJoin, isRegistrationClosed, isRegistrationOffered, type Site } from './site.ts'
export { refreshClock, refreshSite, serverNow, siteZone, useSite } from './store.ts'
