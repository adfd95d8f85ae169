import { defaultLocale, type Locale, type SiteId, type SiteLanguage } from '@parley/core'
import type { Clock } from '../../platform/clock.ts'
import { isLoopback, isPrivateAddress } from '../../platform/hostNames.ts'
import { defaultPage } from './pages.ts'
import type { PageName, Site, SiteStore } from './store.ts'

/** Every request needs its site and sites rarely change, so they are cached. */
const cacheMs = 5_000

export interface SiteServiceDeps {
	store: SiteStore
	clock: Clock
	/** The address people open (`PARLEY_URL`). */
	publicUrl?: string | undefined
}

export function createSiteService({ store, clock, publicUrl }: SiteServiceDeps) {
	const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).hostname
	let cached: { at: number; sites: Promise<Site[]> } | undefined

	function all(): Promise<Site[]> {
		const now = clock.now()
		if (!cached || now - cached.at > cacheMs) {
			const sites = store.all()
			cached = { at: now, sites }
			const forget = () => {
				if (cached?.sites === sites) cached = undefined
			}
			// A failed read is not cached, nor that there is none: the first site may be created by a command at any moment.
			sites.then(found => found.length === 0 && forget(), forget)
		}
		return cached.sites
	}

	/**
	 * Returns the site of a host name, with or without port. The default site also answers at the public address, on this
	 * machine and in a private network; any other name has no site, so that it does not reveal whose server it is.
	 */
	async function findByHost(host: string): Promise<Site | undefined> {
		const name = host.replace(/:\d+$/, '').toLowerCase()
		// It comes into links.
		if (!/^(?:[\w.-]+|\[[\da-f:.]+\])$/.test(name)) return undefined
		const sites = await all()
		const site = sites.find(one => one.host === name)
		if (site) return site
		const isOurs = name === publicHost || isLoopback(name) || isPrivateAddress(name)
		return isOurs ? sites.find(one => one.isDefault) : undefined
	}

	/** Returns the language setting of a host name's site; for a name without a site, the default site's. */
	async function languageAt(host: string): Promise<SiteLanguage> {
		const site = (await findByHost(host)) ?? (await all()).find(one => one.isDefault)
		return site?.settings.language ?? defaultLocale
	}

	async function find(id: SiteId): Promise<Site> {
		const found = (await all()).find(site => site.id === id)
		if (!found) throw new Error(`site ${id} is gone`)
		return found
	}

	function clearCache() {
		cached = undefined
	}

	/** Text of an agreement page: the site's own, or the default text. */
	async function readPage(site: Site, name: PageName, language: Locale): Promise<string> {
		const own = await store.findPage(site.id, name, language)
		return own ?? defaultPage(name, language, site)
	}

	return { all, findByHost, languageAt, find, clearCache, readPage, shellSecret: store.shellSecret }
}
export type SiteService = ReturnType<typeof createSiteService>
