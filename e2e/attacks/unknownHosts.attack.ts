import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { demoSites } from '../../apps/server/src/demo/index.ts'
import { type Attack, withServer } from './attack.ts'

const hosts = ['meet.example.org', 'localhost.example.org', '203.0.113.7', 'admin', 'xn--fiqs8s.example']
const paths = ['/', '/Login', '/meeting/meetings/100000001', '/auth/isCaptchaOpen']

export const attack: Attack = {
	tried: `the page and calls under ${hosts.length} host names without a site`,
	run: () =>
		withServer({}, async server => {
			const answers = await Promise.all(hosts.flatMap(host => paths.map(path => get(server.url + path, host))))
			const names = demoSites.flatMap(({ name, host }) => [name, host])
			const naming = answers.filter(({ body }) => names.some(name => body.includes(name)))
			const statuses = [...new Set(answers.map(({ status }) => status))]
			return {
				result: `${answers.length} answers, all ${statuses.join(', ')}; ${naming.length} of them name a site`,
				holds: statuses.every(status => status === 421) && naming.length === 0,
			}
		}),
}

/** `fetch` does not allow a custom host name. */
function get(url: string, host: string): Promise<{ status: number; body: string }> {
	return new Promise((resolve, reject) => {
		request(url, { headers: { host, accept: 'text/html,*/*' } }, async response => {
			resolve({ status: response.statusCode ?? 0, body: JSON.stringify(response.headers) + (await text(response)) })
		})
			.once('error', reject)
			.end()
	})
}
