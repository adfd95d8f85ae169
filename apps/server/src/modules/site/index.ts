export { presentBoot, siteHttp } from './http.ts'
export { type SiteService, siteService } from './service.ts'
export { sqlSiteStore } from './store.sql.ts'
export { type Site, SiteSettings } from './store.ts'
