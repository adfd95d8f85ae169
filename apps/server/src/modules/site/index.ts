export { readSites } from './checks.ts'
export { findSite, siteOption } from './findSite.ts'
export { presentBoot } from './http.ts'
export { outsideLinesOf } from './outsideLines.ts'
export { createSiteService, type SiteService } from './service.ts'
export { type AddressSettings, addressOf } from './siteAddress.ts'
export { createSqlSiteStore } from './store.sql.ts'
export {
	allowsGuests,
	allowsSeveralDevices,
	isImOrigin,
	type PageName,
	pageNames,
	refusedWordsLimits,
	type Site,
	SiteSettings,
	unsafeImOrigins,
} from './store.ts'
