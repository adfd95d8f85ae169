import { useBridgeInfo } from '../../bridge/index.ts'

export interface VersionSeen {
	/** Of the app around the page, else of the page; nothing where neither says. */
	name: string | undefined
	/** There is a newer app to be had (OP-102). */
	isOutdated: boolean
}

/** What version somebody uses (PERS-14). */
export function useVersion(): VersionSeen {
	const { version } = useBridgeInfo()
	const ofPage: string | undefined = import.meta.env.PARLEY_VERSION
	return { name: version?.versionName || ofPage, isOutdated: version?.hasNewVersion === true }
}
