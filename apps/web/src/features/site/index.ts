import { defaults } from '@parley/core'
import { callApi } from '../../api/index.ts'
import { useSite } from './store.ts'

export { canGuestsJoin, isRegistrationClosed, isRegistrationOffered, type Site } from './site.ts'
export { refreshSite, serverNow, useSite } from './store.ts'

/** Sets the clock by the server (HTTP-14); zone arithmetic is loaded for it, so not before the page stands. */
export async function refreshClock(): Promise<void> {
	const { fetchClockOffsetMs } = await import('./clock.ts')
	const offset = await fetchClockOffsetMs(callApi, Date.now, defaults.timeZoneHours)
	if (offset !== undefined) useSite.setState({ clockOffsetMs: offset })
}
export { runWhenIdle } from './whenIdle.ts'
