import { appUserAgentToken } from '@parley/bridge'
import { parseFlag } from '@parley/core'

export interface AppDetection {
	/** `isInApp` of the URL, not parsed. */
	query: string | null | undefined
	/** The stored value of `isInApp`. */
	stored: string | null | undefined
	/** A shell has connected. */
	present: boolean
	userAgent: string
}

/** Returns whether the page runs in the app's web view: URL, then storage, then bridge, then user agent (OP-072). */
export function isInApp({ query, stored, present, userAgent }: AppDetection): boolean {
	if (query) return parseFlag(query)
	return parseFlag(stored) || present || getAppVersion(userAgent) !== undefined
}

/** The version in the user agent of the app, for the time before the shell has sent its version info. */
export const getAppVersion = (userAgent: string): string | undefined =>
	new RegExp(`\\b${appUserAgentToken}/(\\d+(?:\\.\\d+)*)`).exec(userAgent)?.[1]
