import fc from 'fast-check'
import * as api from '../../contracts/api/src/index.ts'
import { type Answer, type Attack, behindProxy, Client, countCodes, withServer } from './attack.ts'

const requests = 2_000

/** The routes of every call of the contract. */
const routes = Object.values(api)
	.flatMap(group => (typeof group === 'object' && group !== null ? Object.values(group) : []))
	.map(call => (call as { route?: unknown } | undefined)?.route)
	.filter((route): route is string => typeof route === 'string')

export const attack: Attack = {
	tried: `${requests} malformed requests to ${routes.length} calls`,
	run: () =>
		withServer(behindProxy, async server => {
			let sent = 0
			// A new address each time; otherwise the limits would answer.
			const address = () => ({ 'x-forwarded-for': `10.${sent >> 8}.${sent++ & 255}.1` })
			const client = await new Client(server.url, address).visit()
			const bodies = fc.sample(fc.dictionary(fc.string(), fc.anything()), { numRuns: requests, seed: 9 })
			const answers: Answer[] = []
			for (const [at, body] of bodies.entries()) {
				const [method = 'GET', path = '/'] = (routes[at % routes.length] ?? '').split(' ')
				const target = path.replace(/:\w+/g, () => encodeURIComponent(Object.keys(body)[0] ?? '1'))
				answers.push(await (method === 'GET' ? client.get(target) : client.post(target, printable(body))))
			}
			const broken = answers.filter(({ http }) => http >= 500)
			const { http } = await client.get('/readyz')
			return {
				result: `${broken.length} answered with 5xx${broken.length > 0 ? ` (${countCodes(broken)})` : ''}; ready afterwards: ${http}`,
				holds: broken.length === 0 && http === 200,
			}
		}),
}

/** Returns the part of a body that JSON can carry. */
function printable(body: Record<string, unknown>): object {
	try {
		return JSON.parse(JSON.stringify(body, (_, value) => (typeof value === 'bigint' ? String(value) : value)))
	} catch {
		return {}
	}
}
