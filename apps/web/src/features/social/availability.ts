import type { SiteInfo } from '@parley/api'
import type { VersionInfo } from '@parley/bridge'
import { isVersionAtLeast, versionGates } from '@parley/core'
import type { Provider } from './provider.ts'

export interface ProviderEnvironment {
	/** What the shell says of itself; nothing in a browser. */
	version: Pick<VersionInfo, 'versionName' | 'wechatInstall' | 'appleSupport'> | undefined
	site: Pick<SiteInfo, 'messengerLogin' | 'deviceMakerLogin'> | undefined
	userAgent: string
}

/** Which identities may sign in here: app, site and device all have to have them (SOC-02 to SOC-07). */
export function getAvailableProviders({ version, site, userAgent }: ProviderEnvironment): Provider[] {
	if (!version || !site) return []
	const isApp = (least: string) => isVersionAtLeast(version.versionName, least)
	const providers: Provider[] = []
	if (site.messengerLogin && version.wechatInstall && isApp(versionGates.messenger)) providers.push('messenger')
	if (site.deviceMakerLogin && version.appleSupport && isApp(versionGates.deviceMaker) && isAppleDevice(userAgent)) {
		providers.push('deviceMaker')
	}
	return providers
}

const isAppleDevice = (userAgent: string): boolean => /iPhone|iPad|iPod|Macintosh|Mac OS X/.test(userAgent)
