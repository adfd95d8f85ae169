export { canGuestsJoin, isRegistrationClosed, isRegistrationOffered, type SiteState } from './site.ts'
export { refreshClock, refreshSite, serverNow, siteZone, useSite } from './store.ts'
