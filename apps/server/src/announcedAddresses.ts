import type { Config } from './platform/config.ts'
import { isLoopback } from './platform/hostNames.ts'
import { lanAddresses } from './platform/tls.ts'

/** An address shown for people to open. */
export interface AnnouncedAddress {
	url: string
	/** True if a site exists at it: the server answers any other address with an error page. */
	isServed: boolean
}

export interface AnnouncedAddresses {
	/** Address for the person at this machine. */
	here: AnnouncedAddress
	/** Address for phones nearby; missing if only this machine has access, or it is in no network. */
	nearby: AnnouncedAddress | undefined
}

const everyInterface = ['0.0.0.0', '::']

/** Returns whether `localhost` leads to the server: it listens there, or on every address of the machine. */
export const listensOnLocalhost = ({ host }: Pick<Config, 'host'>): boolean =>
	isLoopback(host) || everyInterface.includes(host)

/** The addresses that the settings lead to, each with whether the server has a site for it. */
export async function announcedAddresses(
	config: Pick<Config, 'host' | 'port' | 'publicUrl' | 'tls'>,
	hasSiteAt: (host: string) => Promise<boolean>,
	addressesNearby: () => string[] = lanAddresses,
): Promise<AnnouncedAddresses> {
	const { host, port, publicUrl, tls } = config
	const at = async (name: string): Promise<AnnouncedAddress> => ({
		url: `${tls ? 'https' : 'http'}://${name}:${port}`,
		isServed: await hasSiteAt(name),
	})
	if (publicUrl !== undefined) {
		const address = { url: publicUrl, isServed: await hasSiteAt(new URL(publicUrl).host) }
		return { here: address, nearby: isLoopback(host) ? undefined : address }
	}
	if (isLoopback(host)) return { here: await at('localhost'), nearby: undefined }
	if (!everyInterface.includes(host)) {
		const address = await at(host.includes(':') ? `[${host}]` : host)
		return { here: address, nearby: address }
	}
	const nearby = await Promise.all(addressesNearby().map(at))
	return { here: await at('localhost'), nearby: nearby.find(({ isServed }) => isServed) ?? nearby[0] }
}
