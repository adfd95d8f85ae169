import { type InvitationInfo, support } from '@parley/api'
import { useEffect, useState } from 'react'
import { callApi } from '../../api/index.ts'
import { language } from '../../locales/index.ts'

/** An address out of somebody's settings may be anything; app stores have addresses of their own kind too. */
export const webAddress = (address: string | undefined): string | undefined =>
	address && /^(https?|itms-apps|itms-services|market):/i.test(address) ? address : undefined

export const isAppleDevice = (userAgent: string): boolean => /iPhone|iPad|Mac/i.test(userAgent)

/** Where the app for this device is to be had. */
export const appAddress = (info: Pick<InvitationInfo, 'androidUrl' | 'iosUrl'>, userAgent: string) =>
	webAddress(isAppleDevice(userAgent) ? info.iosUrl : info.androidUrl)

/** Where the newer app is to be had, asked only where there is one (PERS-14, OP-102). */
export function useUpdateAddress(hasNewVersion: boolean): string | undefined {
	const [address, setAddress] = useState<string>()

	useEffect(() => {
		if (!hasNewVersion) return
		const abort = new AbortController()
		const options = { quiet: true, handles401: true, signal: abort.signal }
		void callApi(support.invitation, { code: '', language: language() }, options).then(answer => {
			if (answer.ok && !abort.signal.aborted) setAddress(appAddress(answer.value, navigator.userAgent))
		})
		return () => abort.abort()
	}, [hasNewVersion])

	return hasNewVersion ? address : undefined
}
