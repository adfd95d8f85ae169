import { appUserAgentToken } from '@parley/bridge'
import { parseFlag } from '@parley/core'

export interface AppDetection {
	/** The `isInApp` of the address, as written. */
	query: string | null | undefined
	/** What storage keeps under `isInApp`. */
	stored: string | null | undefined
	/** A shell has shown itself. */
	present: boolean
	userAgent: string
}

/** Whether the page stands in the app's own browser: address, then storage, then bridge, then user agent (OP-072). */
export function isInApp({ query, stored, present, userAgent }: AppDetection): boolean {
	if (query) return parseFlag(query)
	return parseFlag(stored) || present || getAppVersion(userAgent) !== undefined
}

/** The app's version as its user agent tells it, for the time before the shell has sent its own word. */
export const getAppVersion = (userAgent: string): string | undefined =>
	new RegExp(`\\b${appUserAgentToken}/(\\d+(?:\\.\\d+)*)`).exec(userAgent)?.[1]
