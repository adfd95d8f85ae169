import { site as calls } from '@parley/api'
import { create } from 'zustand'
import { callApi, readBootData } from '../../api/index.ts'
import { storage } from '../../storage/index.ts'
import { parseBootSite, type Site } from './site.ts'

/** The answer left the server just before its first byte arrived here. */
function pageBornAt(): number {
	const [page] = performance.getEntriesByType?.('navigation') ?? []
	const firstByteMs = (page as PerformanceNavigationTiming | undefined)?.responseStart
	return firstByteMs ? performance.timeOrigin + firstByteMs : Date.now()
}

export const useSite = create<Site>(() => parseBootSite(readBootData(), pageBornAt()))

export const currentSite = (): Site => useSite.getState()

/** Now, by the clock of the server; day labels and countdowns go by it (HTTP-14). */
export const serverNow = (): number => Date.now() + currentSite().clockOffsetMs

/** Asks again for what came with the page; for a quiet moment after the first paint. */
export async function refreshSite(): Promise<void> {
	const quiet = { quiet: true, handles401: true }
	await Promise.all([
		callApi(calls.commonSettings, {}, quiet).then(answer => {
			if (answer.ok) useSite.setState({ guestsAllowed: answer.value.common.guestsAllowed })
		}),
		callApi(calls.copyright, {}, quiet).then(answer => {
			if (answer.ok) useSite.setState({ copyright: answer.value })
		}),
		refreshCompany(),
	])
}

/** HTTP-15: asked where no company is stored. */
export async function refreshCompany(): Promise<void> {
	if (storage.read('corpId')) return
	const answer = await callApi(calls.info, {}, { quiet: true, handles401: true })
	if (!answer.ok) return
	useSite.setState({ info: answer.value })
	if (!storage.read('corpId')) storage.write('corpId', answer.value.companyId)
}
