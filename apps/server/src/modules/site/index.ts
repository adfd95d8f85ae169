export { presentBoot, siteHttp } from './http.ts'
export { defaultPage } from './pages.ts'
export { createSiteService, type SiteService } from './service.ts'
export { createSqlSiteStore } from './store.sql.ts'
export {
	allowsGuests,
	isImOrigin,
	liveLinesOf,
	originList,
	type PageName,
	pageNames,
	refusedWordsLimits,
	type Site,
	SiteSettings,
} from './store.ts'
