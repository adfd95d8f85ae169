import { listensOnLocalhost } from '../../announcedAddresses.ts'
import type { Config } from '../../platform/config.ts'
import { isLoopback } from '../../platform/hostNames.ts'
import type { Site } from './store.ts'

/** Settings that decide the address of the server. */
export type AddressSettings = Pick<Config, 'host' | 'port' | 'publicUrl' | 'tls'>

export interface SiteAddress {
	/** Scheme, host and port: the start of links. */
	url: string
	/** Warnings for the terminal if the settings leave the address uncertain. */
	doubts: string[]
}

/**
 * Returns the address of a site. The default site is at PARLEY_URL. Without it, a site of this machine is at the port the
 * server listens on, as is one whose HTTPS the server speaks itself; any other is behind a proxy with HTTPS.
 */
export function addressOf(site: Pick<Site, 'isDefault' | 'host'>, settings: AddressSettings): SiteAddress {
	const { host, port, publicUrl, tls } = settings
	if (site.isDefault && publicUrl !== undefined) return { url: publicUrl, doubts: [] }
	const isHere = isLoopback(site.host)
	const hasPort = isHere || tls !== undefined
	const name = isHere && !listensOnLocalhost({ host }) ? host : site.host
	const url = hasPort ? originAt(name, { port, tls }) : `https://${name}`
	if (site.isDefault) return { url, doubts: [`Links point to ${url}: set PARLEY_URL if people open another address.`] }
	// PARLEY_URL does not apply to other sites.
	return { url, doubts: hasPort ? [`Links point to ${url}: set PORT and PARLEY_TLS if people use another port.`] : [] }
}

function originAt(name: string, { port, tls }: Pick<Config, 'port' | 'tls'>): string {
	const host = name.includes(':') && !name.startsWith('[') ? `[${name}]` : name
	return new URL(`${tls ? 'https' : 'http'}://${host}:${port}`).origin
}
