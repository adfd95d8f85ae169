import { type Attack, behindProxy, withServer } from './attack.ts'
import { socketPaths, upgradeStatus } from './upgrade.ts'

export const attack: Attack = {
	tried: 'sockets for a page of the same host that was loaded without TLS, or falsely claims TLS',
	run: () =>
		withServer(behindProxy, async server => {
			const { host } = new URL(server.url)
			const ask = (page: string, request: string) =>
				Promise.all(
					socketPaths.map(path =>
						upgradeStatus(server.url, path, { host, origin: `${page}://${host}`, 'x-forwarded-proto': request }),
					),
				)
			const other = [...(await ask('http', 'https')), ...(await ask('https', 'http'))]
			const same = [...(await ask('http', 'http')), ...(await ask('https', 'https'))]
			const opened = other.filter(status => status === 101).length
			return {
				result: `${opened} of ${other.length} were opened; for pages with the scheme of the socket ${same.filter(status => status === 101).length} of ${same.length}`,
				holds: opened === 0 && same.every(status => status === 101),
			}
		}),
}
