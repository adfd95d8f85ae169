import { type Attack, withServer } from './attack.ts'
import { socketPaths, upgradeStatus } from './upgrade.ts'

const hosts = ['meet.example.org', 'localhost.example.org', '203.0.113.7', 'admin', 'a"b.localhost']

export const attack: Attack = {
	tried: `the ${socketPaths.length} kinds of sockets under ${hosts.length} host names without a site`,
	run: () =>
		withServer({}, async server => {
			const at = (host: string) => Promise.all(socketPaths.map(path => upgradeStatus(server.url, path, { host })))
			const refused = (await Promise.all(hosts.map(at))).flat()
			const own = await at(new URL(server.url).host)
			const opened = refused.filter(status => status === 101).length
			return {
				result: `${opened} of ${refused.length} were opened; under the name of a site ${own.join(', ')}`,
				holds: opened === 0 && own.every(status => status === 101),
			}
		}),
}
