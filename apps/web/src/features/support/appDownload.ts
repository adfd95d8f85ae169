import { type InvitationInfo, support } from '@parley/api'
import { useBridgeInfo } from '../../bridge/index.ts'
import { language } from '../../locales/index.ts'
import { useCallQuery } from '../../query/index.ts'

/** Addresses come from site settings: only web and app store addresses become links. */
export const toSafeUrl = (url: string | undefined): string | undefined =>
	url && /^(https?|itms-apps|itms-services|market):/i.test(url) ? url : undefined

export const isAppleDevice = (userAgent: string): boolean => /iPhone|iPad|Mac/i.test(userAgent)

/** The download address of the app for this device. */
export const getAppUrl = (info: Pick<InvitationInfo, 'androidUrl' | 'iosUrl'>, userAgent: string) =>
	toSafeUrl(isAppleDevice(userAgent) ? info.iosUrl : info.androidUrl)

export interface AppVersion {
	/** Version of the app around the page, else of the page; undefined if neither is known. */
	name: string | undefined
	/** A newer app is available (OP-102). */
	hasUpdate: boolean
}

/** PERS-14 */
export function useAppVersion(): AppVersion {
	const { version } = useBridgeInfo()
	const pageVersion: string | undefined = import.meta.env.PARLEY_VERSION
	return { name: version?.versionName || pageVersion, hasUpdate: version?.hasNewVersion === true }
}

/** The download address of a newer app; fetched only if one exists (PERS-14, OP-102). */
export function useUpdateUrl(hasUpdate: boolean): string | undefined {
	const { data } = useCallQuery(
		support.invitation,
		{ code: '', language: language() },
		{ enabled: hasUpdate, handles401: true },
	)
	return hasUpdate && data ? getAppUrl(data, navigator.userAgent) : undefined
}
