import type { Config } from './platform/config.ts'
import { isLoopback } from './platform/hostNames.ts'
import { lanAddresses } from './platform/tls.ts'

/** An address that people are told to open. */
export interface AnnouncedAddress {
	url: string
	/** Whether there is a site at it: to any other address the server answers that there is none. */
	isServed: boolean
}

export interface AnnouncedAddresses {
	/** Where the person at the machine opens it. */
	here: AnnouncedAddress
	/** Where phones nearby do; missing where only this machine is let in, or it is in no network. */
	nearby: AnnouncedAddress | undefined
}

const everyInterface = ['0.0.0.0', '::']

/** Whether `localhost` leads to the server: it listens there, or on every address of the machine. */
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
