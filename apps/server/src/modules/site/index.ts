export { readSites } from './checks.ts'
export { presentBoot } from './http.ts'
export { outsideLinesOf } from './outsideLines.ts'
export { defaultPage } from './pages.ts'
export { createSiteService, type SiteService } from './service.ts'
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
