import type { SiteInfo } from '@parley/api'
import { deviceMaker, messenger, type Provider } from '@parley/api'
import type { VersionInfo } from '@parley/bridge'
import { isVersionAtLeast, versionGates } from '@parley/core'
import { useBridgeInfo } from '../../bridge/index.ts'
import { m } from '../../locales/index.ts'
import { useSite } from '../site/index.ts'

export type { Provider }

/** The calls of each provider; both have the same ones. */
export const providerCalls = { messenger, deviceMaker } as const satisfies Record<Provider, object>

/** The query parameter that names a provider in the addresses of the product. */
export const providerQueryParams = { messenger: 'iswx', deviceMaker: 'isApple' } as const satisfies Record<
	Provider,
	string
>

/** The familiar name of the account: the one set by the site, else the usual one. */
export function providerName(provider: Provider): string {
	const { info } = useSite.getState()
	return provider === 'messenger'
		? (info?.messengerName ?? m.social_messenger())
		: (info?.deviceMakerName ?? m.social_deviceMaker())
}

export interface ProviderEnvironment {
	/** Version and capabilities the shell reports; undefined in a browser. */
	version: Pick<VersionInfo, 'versionName' | 'wechatInstall' | 'appleSupport'> | undefined
	site: Pick<SiteInfo, 'messengerLogin' | 'deviceMakerLogin'> | undefined
	userAgent: string
}

/** The providers that app, site and device all support (SOC-02 to SOC-07). */
export function getAvailableProviders({ version, site, userAgent }: ProviderEnvironment): Provider[] {
	if (!version || !site) return []
	const isApp = (minVersion: string) => isVersionAtLeast(version.versionName, minVersion)
	const providers: Provider[] = []
	if (site.messengerLogin && version.wechatInstall && isApp(versionGates.messenger)) providers.push('messenger')
	if (site.deviceMakerLogin && version.appleSupport && isApp(versionGates.deviceMaker) && isAppleDevice(userAgent)) {
		providers.push('deviceMaker')
	}
	return providers
}

const isAppleDevice = (userAgent: string): boolean => /iPhone|iPad|iPod|Macintosh|Mac OS X/.test(userAgent)

export function useAvailableProviders(): Provider[] {
	const { version } = useBridgeInfo()
	const site = useSite(site => site.info)
	return getAvailableProviders({ version, site, userAgent: navigator.userAgent })
}

/** OA sites and mixed sites have OA accounts. */
export const hasOaAccounts = (site: Pick<SiteInfo, 'type' | 'isOa'> | undefined): boolean =>
	site?.isOa === true || site?.type === 2
