import type { SiteId } from '@parley/core'
import type { Clock } from '../../platform/clock.ts'
import { defaultPage } from './pages.ts'
import type { PageLanguage, PageName, Site, SiteStore } from './store.ts'

/** Sites change rarely and every request needs one, so they are read at most this often. */
const cacheMs = 5_000

export function createSiteService({ store, clock }: { store: SiteStore; clock: Clock }) {
	let cached: { at: number; sites: Promise<Site[]> } | undefined

	function all(): Promise<Site[]> {
		const now = clock.now()
		if (!cached || now - cached.at > cacheMs) {
			const sites = store.all()
			cached = { at: now, sites }
			// A failed read is not kept: the next request tries again.
			sites.catch(() => {
				if (cached?.sites === sites) cached = undefined
			})
		}
		return cached.sites
	}

	/** The site of a host name, with or without port; the default site where no other fits. */
	async function findByHost(host: string): Promise<Site | undefined> {
		const name = host.replace(/:\d+$/, '').toLowerCase()
		const sites = await all()
		return sites.find(site => site.host === name) ?? sites.find(site => site.isDefault)
	}

	async function find(id: SiteId): Promise<Site> {
		const found = (await all()).find(site => site.id === id)
		if (!found) throw new Error(`site ${id} is gone`)
		return found
	}

	function clearCache() {
		cached = undefined
	}

	/** The text of an agreement page, the default one where nobody wrote another. */
	async function readPage(site: Site, name: PageName, language: PageLanguage): Promise<string> {
		const own = await store.findPage(site.id, name, language)
		return own ?? defaultPage(name, language, site)
	}

	return { all, findByHost, find, clearCache, readPage, shellSecret: store.shellSecret }
}
export type SiteService = ReturnType<typeof createSiteService>
