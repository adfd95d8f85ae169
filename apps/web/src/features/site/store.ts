import { site as calls } from '@parley/api'
import { create } from 'zustand'
import { callApi, readBootData } from '../../api/index.ts'
import { storage } from '../../storage/index.ts'
import { parseBootSite, type SiteState } from './site.ts'

export const useSite = create<SiteState>(() => parseBootSite(readBootData(), getPageWrittenAt()))

const getSite = (): SiteState => useSite.getState()

/** Returns the time at which the server wrote the page, by the clock of this machine: just before the first byte arrived. */
function getPageWrittenAt(): number {
	const [page] = performance.getEntriesByType?.('navigation') ?? []
	const firstByteMs = (page as PerformanceNavigationTiming | undefined)?.responseStart
	return firstByteMs ? performance.timeOrigin + firstByteMs : Date.now()
}

/** Now by the clock of the server, which day labels and countdowns use (HTTP-14). */
export const serverNow = (): number => Date.now() + getSite().clockOffsetMs

/** The IANA zone of the site: its days begin in it, and meetings are scheduled in it (CREATE-10). */
export const siteZone = (): string => getSite().zone

/** Sets the clock by that of the server (HTTP-14). */
export async function refreshClock(): Promise<void> {
	// Time zones are not needed for the first paint.
	const { fetchClockOffsetMs } = await import('./clock.ts')
	const offset = await fetchClockOffsetMs(callApi, Date.now, siteZone())
	if (offset !== undefined) useSite.setState({ clockOffsetMs: offset })
}

const options = { quiet: true, handles401: true }

/** Fetches again what came with the page. */
export async function refreshSite(): Promise<void> {
	await Promise.all([
		callApi(calls.commonSettings, {}, options).then(answer => {
			if (answer.ok) useSite.setState({ guestsAllowed: answer.value.common.guestsAllowed })
		}),
		callApi(calls.copyright, {}, options).then(answer => {
			if (answer.ok) useSite.setState({ copyright: answer.value })
		}),
		refreshInfo(),
	])
}

/** HTTP-15: fetched where no company is stored. */
async function refreshInfo(): Promise<void> {
	if (storage.read('corpId')) return
	const answer = await callApi(calls.info, {}, options)
	if (!answer.ok) return
	useSite.setState({ info: answer.value })
	if (!storage.read('corpId')) storage.write('corpId', answer.value.companyId)
}
